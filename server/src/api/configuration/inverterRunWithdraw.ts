import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { withdrawAll } from '../../queries/command/decide.ts';
import { openOf, runToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterRunWithdraw>(async (call) => {
  const run = await runToChange(call, call.input.id);
  const withdrawn = await withdrawAll(call, await openOf(call, run, ['waiting', 'queued']));
  return withdrawn === 0 ? fail('configuration.notOpen') : { withdrawn };
});
