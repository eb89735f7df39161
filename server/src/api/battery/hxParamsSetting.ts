import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findOfKind, sendSettings } from '../../queries/command/settings.ts';

export default handler<typeof battery.hxParamsSetting>(async (call) =>
  sendSettings(call, await findOfKind(call, call.input, hasStorage), call.input),
);
