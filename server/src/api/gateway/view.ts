import type { gateway } from '@helioport/contract/gateway';
import { isGateway } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findOfKind, settingsOf } from '../../queries/command/settings.ts';

const view: Handler<typeof gateway.view> = async (call) =>
  settingsOf(call, await findOfKind(call, call.input, isGateway));

export default view;
