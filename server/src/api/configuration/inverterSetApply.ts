import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { evaluateForSet } from '../../queries/parameterSet/evaluate.ts';
import { sendRun } from '../../queries/parameterSet/preview.ts';
import { setToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterSetApply>(async (call) => {
  const { id, filters, minutes } = call.input;
  const set = await setToChange(call, id);
  return await sendRun(call, () => evaluateForSet(call, set, filters), {
    setId: id,
    backOf: null,
    name: set.name,
    minutes,
  });
});
