import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { commandToChange, withdrawAll } from '../../queries/command/decide.ts';

export default handler<typeof configuration.inverterSetupWithdraw>(async (call) => {
  const command = await commandToChange(call, call.input);
  if ((await withdrawAll(call, [command])) === 0) fail('configuration.notOpen');
  return {};
});
