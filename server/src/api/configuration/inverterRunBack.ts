import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { evaluateForRollback } from '../../queries/parameterSet/evaluate.ts';
import { sendRun } from '../../queries/parameterSet/preview.ts';
import { runToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterRunBack>(async (call) => {
  const { id, sn, minutes } = call.input;
  const { name, setId } = await runToChange(call, id);
  const evaluated = async () => {
    const found = await evaluateForRollback(call, id, sn);
    return found.length < new Set(sn).size ? fail('device.unknown') : found;
  };
  return await sendRun(call, evaluated, { setId, backOf: id, name, minutes });
});
