import type { gateway } from '@helioport/contract/gateway';
import type { Handler } from '../../access/handler.ts';
import { deviceKeyOf, keyHolder } from '../../queries/deviceKey.ts';

const token: Handler<typeof gateway.token> = async (call) =>
  deviceKeyOf(call.services, await keyHolder(call, call.input));

export default token;
