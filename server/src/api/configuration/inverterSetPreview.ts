import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { evaluateForSet } from '../../queries/parameterSet/evaluate.ts';
import { previewOf } from '../../queries/parameterSet/preview.ts';
import { setOf } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterSetPreview>(async (call) => {
  const { input, lan } = call;
  const set = await setOf(call, input.id);
  return previewOf(await evaluateForSet(call, set, input.filters), input.page, lan);
});
