import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { savePlaces } from './internal/layout.ts';

const modulesEdit: Handler<typeof device.modulesEdit> = (call) => {
  const { list, ...onPage } = call.input;
  return savePlaces(call, { ...onPage, zones: [], add: [], edit: list, remove: [] });
};

export default modulesEdit;
