import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { pageSettings, siteToShow } from './internal/publicPage.ts';

const publicPage: Handler<typeof site.publicPage> = async (call) => {
  const { id } = await siteToShow(call, call.input.sid);
  return await pageSettings(call.tx, id);
};

export default publicPage;
