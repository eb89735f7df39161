import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findOfKind, sendSettings } from '../../queries/command/settings.ts';

const threeParamsSetting: Handler<typeof bdnz.threeParamsSetting> = async (call) =>
  sendSettings(call, await findOfKind(call, call.input, isComposite), call.input);

export default threeParamsSetting;
