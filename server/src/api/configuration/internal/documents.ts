// What writing a document needs each time.
import type { configuration } from '@helioport/contract/configuration';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { demandOperator } from '../../../access/grants.ts';
import type { Me } from '../../../access/me.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import type { DocumentFields } from '../../../repositories/documents.ts';
import { wholeFiles } from '../../../repositories/largeFiles.ts';

/** Fields of a document to store; requires completed file uploads. */
export async function fieldsToWrite(
  { me, tx }: { me: Me; tx: Tx },
  {
    language,
    product,
    title,
    text,
    isPublished,
    files: requested,
  }: ParsedOf<typeof configuration.documentationCreate>,
): Promise<DocumentFields> {
  demandOperator(me);
  const files = [...new Set(requested)];
  const found = await wholeFiles(tx, files, 'document');
  if (found.length < files.length) fail('file.notWhole');
  return { language, product, title, text, isPublished, files };
}
