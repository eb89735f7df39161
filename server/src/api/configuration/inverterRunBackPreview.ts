import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { evaluateForRollback } from '../../queries/parameterSet/evaluate.ts';
import { previewOf } from '../../queries/parameterSet/preview.ts';
import { runOf } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterRunBackPreview>(async (call) => {
  const { input, lan } = call;
  const { id } = await runOf(call, input.id);
  return previewOf(await evaluateForRollback(call, id, input.sn), input.page, lan);
});
