import type { ksp } from '@helioport/contract/ksp';
import { hasStrings } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findMachine } from '../../queries/command/settings.ts';
import { machineOverviewOf } from '../../queries/device/machine.ts';

const overview: Handler<typeof ksp.overview> = async (call) =>
  machineOverviewOf(call, await findMachine(call, call.input, hasStrings));

export default overview;
