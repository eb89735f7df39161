import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findOfKind, settingsOf } from '../../reads/command/settings.ts';

const hxParamsView: Handler<typeof battery.hxParamsView> = async (call) =>
  settingsOf(call, await findOfKind(call, call.input, hasStorage));

export default hxParamsView;
