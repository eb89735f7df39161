import type { gateway } from '@helioport/contract/gateway';
import { handler } from '../../access/handler.ts';
import { deviceKeyOf, keyHolder } from '../../queries/deviceKey.ts';

export default handler<typeof gateway.token>(async (call) =>
  deviceKeyOf(call.services, await keyHolder(call, call.input)),
);
