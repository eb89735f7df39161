import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { sendCommands } from '../../queries/command/send.ts';
import { evaluateForSet } from '../../queries/parameterSet/evaluate.ts';
import { setOf } from './internal/parameterSets.ts';

/** Minutes until a question is given up. */
const VALID_MINUTES = 60;

export default handler<typeof configuration.inverterSetRead>(async (call) => {
  const { input } = call;
  const set = await setOf(call, input.id);
  const unread = (await evaluateForSet(call, set, input.filters)).filter(
    ({ refusal, differences }) => refusal === null && differences.some(({ now }) => now === null),
  );
  if (unread.length === 0) fail('configuration.nobody');
  const sent = await sendCommands(
    call,
    unread.map(({ device }) => device.sn),
    { values: {}, minutes: VALID_MINUTES, requestId: '' },
  );
  return { asked: sent.filter(({ id }) => id !== null).length };
});
