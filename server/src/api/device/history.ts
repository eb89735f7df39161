import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { dayHistory } from '../../reads/device/dayHistory.ts';
import { findWithParts } from '../../reads/findDevice.ts';

const history: Handler<typeof device.history> = async (call) =>
  dayHistory(call, await findWithParts(call, call.input));

export default history;
