import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { confirmAll } from '../../reads/command/decide.ts';
import { openOf, runToChange } from './parts/parameterSets.ts';

const inverterRunConfirm: Handler<typeof configuration.inverterRunConfirm> = async (call) => {
  const run = await runToChange(call, call.input.id);
  const confirmed = await confirmAll(call, await openOf(call, run, ['waiting']));
  return confirmed === 0 ? fail('configuration.secondPerson') : { confirmed };
};

export default inverterRunConfirm;
