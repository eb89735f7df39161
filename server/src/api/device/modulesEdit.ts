import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { savePlaces } from './internal/layout.ts';

export default handler<typeof device.modulesEdit>((call) => {
  const { list, ...onPage } = call.input;
  return savePlaces(call, { ...onPage, zones: [], add: [], edit: list, remove: [] });
});
