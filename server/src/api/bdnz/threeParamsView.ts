import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findOfKind, settingsOf } from '../../queries/command/settings.ts';

export default handler<typeof bdnz.threeParamsView>(async (call) =>
  settingsOf(call, await findOfKind(call, call.input, isComposite)),
);
