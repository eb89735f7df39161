import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteSiteFile } from '../../repositories/siteFiles.ts';

export default handler<typeof site.fileDelete>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const name = (await deleteSiteFile(tx, siteId, input.id)) ?? fail('file.notWhole');
  await writeAudit(tx, me, now, {
    action: 'site.fileDelete',
    subject: input.sid,
    siteId,
    companyId,
    detail: { name },
  });
  return {};
});
