import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { deviceOverview } from '../../queries/device/overview.ts';
import { findWithParts } from '../../queries/findDevice.ts';

const statisticsOverview: Handler<typeof device.statisticsOverview> = async (call) =>
  deviceOverview(call, await findWithParts(call, call.input));

export default statisticsOverview;
