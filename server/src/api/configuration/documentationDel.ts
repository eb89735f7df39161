import type { configuration } from '@helioport/contract/configuration';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteDocument, lockDocument } from '../../repositories/documents.ts';

export default handler<typeof configuration.documentationDel>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const { title: subject } = (await lockDocument(tx, input.id)) ?? fail('document.unknown');
  await deleteDocument(tx, input.id);
  await writeAudit(tx, me, now, { action: 'document.del', subject });
  return {};
});
