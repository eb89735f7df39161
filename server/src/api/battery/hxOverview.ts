import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findMachine } from '../../queries/command/settings.ts';
import { machineOverviewOf } from '../../queries/device/machine.ts';

const hxOverview: Handler<typeof battery.hxOverview> = async (call) =>
  machineOverviewOf(call, await findMachine(call, call.input, hasStorage, hasStorage));

export default hxOverview;
