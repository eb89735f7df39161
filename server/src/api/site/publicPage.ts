import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { pageSettings, siteToShow } from './internal/publicPage.ts';

export default handler<typeof site.publicPage>(async (call) => {
  const { id } = await siteToShow(call, call.input.sid);
  return await pageSettings(call.tx, id);
});
