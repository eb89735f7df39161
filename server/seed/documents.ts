// Documents of the demo data, with their files.
import { createHash } from 'node:crypto';
import { PIECE_BYTES } from '@helioport/contract/largeFiles';
import { demoDocuments } from '@helioport/demo/documents';
import type { Tx } from '../src/platform/db.ts';
import { createDocument } from '../src/repositories/documents.ts';
import {
  addPiece,
  beginLargeFile,
  type FilePurpose,
  finishLargeFile,
} from '../src/repositories/largeFiles.ts';
import { pdfOf } from './makePdf.ts';

/** Stores a file without an upload; returns its ID. */
export async function seedFile(
  tx: Tx,
  file: { purpose: FilePurpose; name: string; mime: string; data: Buffer; now: number },
): Promise<number> {
  const { data, mime } = file;
  const id = await beginLargeFile(tx, { ...file, bytes: data.length, userId: null });
  for (let received = 0; received < data.length; received += PIECE_BYTES)
    await addPiece(tx, { id, received }, data.subarray(received, received + PIECE_BYTES));
  await finishLargeFile(tx, id, { sha256: createHash('sha256').update(data).digest('hex'), mime });
  return id;
}

export async function seedDocuments(tx: Tx, now: number): Promise<void> {
  for (const { pdf, ...document } of demoDocuments) {
    const files = pdf
      ? [
          await seedFile(tx, {
            purpose: 'document',
            name: pdf.name,
            mime: 'application/pdf',
            now,
            data: pdfOf(pdf.line),
          }),
        ]
      : [];
    await createDocument(tx, { ...document, files }, { userId: null, at: new Date(now), isDemo: true });
  }
}
