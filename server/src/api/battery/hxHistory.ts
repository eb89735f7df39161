import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { dayHistory } from '../../queries/device/dayHistory.ts';

const hxHistory: Handler<typeof battery.hxHistory> = async (call) =>
  dayHistory(call, await findWithParts(call, call.input, hasStorage, hasStorage));

export default hxHistory;
