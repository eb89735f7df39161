import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { commandToChange, declineAll } from '../../queries/command/decide.ts';

export default handler<typeof configuration.inverterSetupDecline>(async (call) => {
  const command = await commandToChange(call, call.input);
  await declineAll(call, [command], call.input.reason);
  return {};
});
