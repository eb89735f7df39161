import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findOfKind, settingsOf } from '../../queries/command/settings.ts';

const threeParamsView: Handler<typeof bdnz.threeParamsView> = async (call) =>
  settingsOf(call, await findOfKind(call, call.input, isComposite));

export default threeParamsView;
