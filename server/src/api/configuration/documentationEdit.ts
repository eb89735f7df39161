import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { lockDocument, updateDocument } from '../../repositories/documents.ts';
import { fieldsToWrite } from './internal/documents.ts';

export default handler<typeof configuration.documentationEdit>(async (call) => {
  const { input, me, tx, now } = call;
  const fields = await fieldsToWrite(call, input);
  const before = (await lockDocument(tx, input.id)) ?? fail('document.unknown');
  const at = new Date(now);
  await updateDocument(tx, input.id, fields, { wasPublished: before.isPublished, at });
  const { title: subject, language, isPublished } = fields;
  const detail = { language, isPublished, files: fields.files.length };
  await writeAudit(tx, me, now, { action: 'document.update', subject, detail });
  return {};
});
