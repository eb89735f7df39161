import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { commandToChange, confirmAll } from '../../reads/command/decide.ts';

const inverterSetupConfirm: Handler<typeof configuration.inverterSetupConfirm> = async (call) => {
  const command = await commandToChange(call, call.input);
  if ((await confirmAll(call, [command])) === 0) fail('configuration.secondPerson');
  return {};
};

export default inverterSetupConfirm;
