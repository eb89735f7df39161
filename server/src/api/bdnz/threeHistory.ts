import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { dayHistory } from '../../queries/device/dayHistory.ts';

export default handler<typeof bdnz.threeHistory>(async (call) =>
  dayHistory(call, await findWithParts(call, call.input, isComposite)),
);
