import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { pagesOf } from '../../queries/modulePages.ts';

const modulesPage: Handler<typeof site.modulesPage> = async (call) => {
  const { id } = await findSitePlace(call, call.input.sid);
  return { list: await pagesOf(call.tx, call.visible, id) };
};

export default modulesPage;
