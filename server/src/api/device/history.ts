import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { dayHistory } from '../../queries/device/dayHistory.ts';
import { findWithParts } from '../../queries/findDevice.ts';

export default handler<typeof device.history>(async (call) =>
  dayHistory(call, await findWithParts(call, call.input)),
);
