import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { commandToChange, confirmAll } from '../../queries/command/decide.ts';

export default handler<typeof configuration.inverterSetupConfirm>(async (call) => {
  const command = await commandToChange(call, call.input);
  await confirmAll(call, [command]);
  return {};
});
