import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { paintSite } from './internal/paint.ts';

export default handler<typeof site.pictureDelete>(async (call) => {
  await paintSite(call, call.input.sid, async () => null);
  return {};
});
