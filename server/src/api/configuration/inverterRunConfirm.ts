import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { confirmAll } from '../../queries/command/decide.ts';
import { openOf, runToChange } from './internal/parameterSets.ts';

const inverterRunConfirm: Handler<typeof configuration.inverterRunConfirm> = async (call) => {
  const run = await runToChange(call, call.input.id);
  return { confirmed: await confirmAll(call, await openOf(call, run, ['waiting'])) };
};

export default inverterRunConfirm;
