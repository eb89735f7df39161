import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { confirmAll } from '../../queries/command/decide.ts';
import { openOf, runToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterRunConfirm>(async (call) => {
  const run = await runToChange(call, call.input.id);
  return { confirmed: await confirmAll(call, await openOf(call, run, ['waiting'])) };
});
