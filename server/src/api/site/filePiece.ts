import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { kindOfFile } from '../../platform/fileKinds.ts';
import { takePiece } from '../../queries/largeFileUpload.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { siteOfFile } from '../../repositories/siteFiles.ts';

export default handler<typeof site.filePiece>(async (call) => {
  const { input, tx, me, now, visible } = call;
  const file = await siteOfFile(tx, input.id);
  const { rows } = await sql<Columns<'sites', 'sid' | 'companyId'>>`
    select s.sid, s.company_id as "companyId" from ${visible.editableSites} s
    where s.id = ${file?.siteId ?? null}`.execute(tx);
  const plant = rows[0] ?? fail('file.notWhole');
  const taken = await takePiece(call, input, { purpose: 'site', kindOf: kindOfFile });
  // The last piece sent twice is one document.
  if (taken.file !== null && file?.isComplete === false)
    await writeAudit(tx, me, now, {
      action: 'site.fileAdd',
      subject: plant.sid,
      siteId: file.siteId,
      companyId: plant.companyId,
      detail: { name: taken.file.name },
    });
  return taken;
});
