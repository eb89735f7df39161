// Upload of large files in pieces: of product documents, firmware and plants.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import { PIECE_BYTES } from '@helioport/contract/largeFiles';
import type { Me } from '../access/me.ts';
import type { Tx } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';
import { type FileEnds, safeFileName } from '../platform/fileKinds.ts';
import {
  addPiece,
  beginLargeFile,
  type FilePurpose,
  finishLargeFile,
  type LargeFile,
  largeFileAddress,
  lockLargeFile,
  readThrough,
} from '../repositories/largeFiles.ts';

interface Caller {
  me: Me;
  tx: Tx;
  now: number;
}

/** A file as answers have it. */
export const fileAnswer = ({
  id,
  name,
  mime,
  bytes,
  sha256,
  key,
}: Omit<LargeFile, 'purpose' | 'received' | 'userId'>) => ({
  id,
  name,
  mime,
  bytes,
  sha256: sha256 ?? '',
  address: largeFileAddress(key),
});

/** Announces a file of at most `most` bytes. */
export async function beginFile(
  { me, tx, now }: Caller,
  { name, bytes }: ParsedOf<typeof configuration.documentationFileBegin>,
  { purpose, most }: { purpose: FilePurpose; most: number },
) {
  if (bytes > most) fail('file.tooLarge', { max: `${Math.floor(most / 1_048_576)} MB` });
  const id = await beginLargeFile(tx, { purpose, name: safeFileName(name), bytes, userId: me.userId, now });
  return { id, pieceBytes: PIECE_BYTES };
}

/**
 * Stores a chunk of an announced upload. `kindOf` determines the type of the complete file; undefined rejects it and
 * deletes all chunks.
 */
export async function takePiece(
  { me, tx }: Caller,
  { id, startAt, file: piece }: ParsedOf<typeof configuration.documentationFilePiece>,
  { purpose, kindOf }: { purpose: FilePurpose; kindOf: (ends: FileEnds) => string | undefined },
): Promise<OutputOf<typeof configuration.documentationFilePiece>> {
  const file = await lockLargeFile(tx, id, me.userId);
  if (file?.purpose !== purpose) return fail('file.notWhole');
  const { length } = piece.data;
  const isLast = startAt + length === file.bytes;
  const fits = length === PIECE_BYTES || (length > 0 && isLast);
  if (!fits || startAt % PIECE_BYTES !== 0 || startAt + length > file.bytes) fail('file.outOfStep');
  // Sent again, because the answer to the first time was lost.
  const isThere = startAt + length <= file.received;
  if (!isThere && startAt !== file.received) fail('file.outOfStep');
  const received = isThere ? file.received : await addPiece(tx, file, piece.data);
  if (received < file.bytes) return { received, file: null };
  if (file.sha256 !== null) return { received, file: fileAnswer(file) };
  const { sha256, ends } = await readThrough(tx, id);
  const mime = kindOf(ends) ?? fail('file.wrongKind');
  await finishLargeFile(tx, id, { sha256, mime });
  return { received, file: fileAnswer({ ...file, sha256, mime }) };
}
