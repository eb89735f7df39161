import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deletePublicPage, setPublicPage } from '../../repositories/publicPages.ts';
import { pageSettings, siteToShow } from './internal/publicPage.ts';

export default handler<typeof site.publicPageSet>(async (call) => {
  const { input, tx, me, now } = call;
  const { id, companyId } = await siteToShow(call, input.sid);
  const { isOn, title, blocks, isRenewed } = input;
  if (isOn) await setPublicPage(tx, id, { title, blocks, isRenewed, now });
  else await deletePublicPage(tx, id);
  await writeAudit(tx, me, now, {
    action: isOn ? 'site.publicPage' : 'site.publicPageEnd',
    subject: input.sid,
    siteId: id,
    companyId,
    detail: isOn ? { title, blocks: blocks.join(', ') } : {},
  });
  return await pageSettings(tx, id);
});
