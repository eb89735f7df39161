import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { evaluateForSet } from '../../queries/parameterSet/evaluate.ts';
import { sendRun } from '../../queries/parameterSet/preview.ts';
import { setToChange } from './internal/parameterSets.ts';

const inverterSetApply: Handler<typeof configuration.inverterSetApply> = async (call) => {
  const { id, filters, minutes } = call.input;
  const set = await setToChange(call, id);
  return await sendRun(call, () => evaluateForSet(call, set, filters), {
    ...{ setId: id, backOf: null, name: set.name, minutes },
  });
};

export default inverterSetApply;
