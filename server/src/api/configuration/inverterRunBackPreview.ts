import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { evaluateForRollback } from '../../queries/parameterSet/evaluate.ts';
import { previewOf } from '../../queries/parameterSet/preview.ts';
import { runOf } from './internal/parameterSets.ts';

const inverterRunBackPreview: Handler<typeof configuration.inverterRunBackPreview> = async (call) => {
  const { input, lan } = call;
  const { id } = await runOf(call, input.id);
  return previewOf(await evaluateForRollback(call, id, input.sn), input.page, lan);
};

export default inverterRunBackPreview;
