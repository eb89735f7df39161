import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findMachine } from '../../queries/command/settings.ts';
import { machineOverviewOf } from '../../queries/device/machine.ts';

const threeOverview: Handler<typeof bdnz.threeOverview> = async (call) =>
  machineOverviewOf(call, await findMachine(call, call.input, isComposite));

export default threeOverview;
