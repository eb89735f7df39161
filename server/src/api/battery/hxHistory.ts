import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { dayHistory } from '../../queries/device/dayHistory.ts';

export default handler<typeof battery.hxHistory>(async (call) =>
  dayHistory(call, await findWithParts(call, call.input, hasStorage, hasStorage)),
);
