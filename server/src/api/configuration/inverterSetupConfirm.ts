import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { commandToChange, confirmAll } from '../../queries/command/decide.ts';

const inverterSetupConfirm: Handler<typeof configuration.inverterSetupConfirm> = async (call) => {
  const command = await commandToChange(call, call.input);
  await confirmAll(call, [command]);
  return {};
};

export default inverterSetupConfirm;
