import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { declineAll } from '../../queries/command/decide.ts';
import { openOf, runToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterRunDecline>(async (call) => {
  const run = await runToChange(call, call.input.id);
  return { declined: await declineAll(call, await openOf(call, run, ['waiting']), call.input.reason) };
});
