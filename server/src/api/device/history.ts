import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { dayHistory } from '../../queries/device/dayHistory.ts';
import { findWithParts } from '../../queries/findDevice.ts';

const history: Handler<typeof device.history> = async (call) =>
  dayHistory(call, await findWithParts(call, call.input));

export default history;
