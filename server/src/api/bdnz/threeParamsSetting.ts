import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findOfKind, sendSettings } from '../../queries/command/settings.ts';

export default handler<typeof bdnz.threeParamsSetting>(async (call) =>
  sendSettings(call, await findOfKind(call, call.input, isComposite), call.input),
);
