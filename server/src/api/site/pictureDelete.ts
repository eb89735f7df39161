import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { paintSite } from './internal/paint.ts';

const pictureDelete: Handler<typeof site.pictureDelete> = async (call) => {
  await paintSite(call, call.input.sid, async () => null);
  return {};
};

export default pictureDelete;
