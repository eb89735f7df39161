import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { pagesOf } from '../../queries/modulePages.ts';

export default handler<typeof site.modulesPage>(async (call) => {
  const { id } = await findSitePlace(call, call.input.sid);
  return { list: await pagesOf(call.tx, call.visible, id) };
});
