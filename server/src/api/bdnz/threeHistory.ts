import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { dayHistory } from '../../queries/device/dayHistory.ts';

const threeHistory: Handler<typeof bdnz.threeHistory> = async (call) =>
  dayHistory(call, await findWithParts(call, call.input, isComposite));

export default threeHistory;
