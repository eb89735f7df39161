import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { savePlaces } from './internal/layout.ts';

const modulesAdd: Handler<typeof device.modulesAdd> = (call) => {
  const { list, ...onPage } = call.input;
  return savePlaces(call, { ...onPage, zones: [], add: list, edit: [], remove: [] });
};

export default modulesAdd;
