import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { findDevice } from '../../reads/findDevice.ts';
import { linesOf } from './parts/lines.ts';

const powerParamateMap: Handler<typeof device.powerParamateMap> = async (call) => ({
  list: linesOf(await findDevice(call, call.input)).map(({ name, unit }) => ({ name, unit })),
});

export default powerParamateMap;
