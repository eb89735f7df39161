import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findOfKind, sendSettings } from '../../queries/command/settings.ts';

const hxParamsSetting: Handler<typeof battery.hxParamsSetting> = async (call) =>
  sendSettings(call, await findOfKind(call, call.input, hasStorage), call.input);

export default hxParamsSetting;
