import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createDocument } from '../../repositories/documents.ts';
import { fieldsToWrite } from './internal/documents.ts';

export default handler<typeof configuration.documentationCreate>(async (call) => {
  const { me, tx, now } = call;
  const fields = await fieldsToWrite(call, call.input);
  const at = new Date(now);
  const id = await createDocument(tx, fields, { userId: me.userId, at });
  const { title: subject, language, isPublished } = fields;
  const detail = { language, isPublished };
  await writeAudit(tx, me, now, { action: 'document.create', subject, detail });
  return { id };
});
