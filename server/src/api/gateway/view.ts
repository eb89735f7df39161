import type { gateway } from '@helioport/contract/gateway';
import { isGateway } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findOfKind, settingsOf } from '../../queries/command/settings.ts';

export default handler<typeof gateway.view>(async (call) =>
  settingsOf(call, await findOfKind(call, call.input, isGateway)),
);
