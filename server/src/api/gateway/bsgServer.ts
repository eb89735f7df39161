import type { gateway } from '@helioport/contract/gateway';
import { isGateway } from '@helioport/domain/deviceKinds';
import { isOpen } from '@helioport/domain/parameters';
import { handler } from '../../access/handler.ts';
import { commandAnswerOf, findOfKind, sendSettings, settingsOf } from '../../queries/command/settings.ts';

/** The client gives up after 30 s. */
const WAITS_MS = 25_000;
const GIVEN_UP_MINUTES = 5;

export default handler<typeof gateway.bsgServer>(async (call) => {
  const { input, later } = call;
  const found = await findOfKind(call, input, isGateway);
  const { server, values, requestId } = input;
  const more = server ? { more: { server } } : {};
  const sent = await sendSettings(call, found, { values, ...more, minutes: GIVEN_UP_MINUTES, requestId });
  const { id, state } = sent;
  // A command waiting for approval cannot be answered within half a minute.
  if (id !== null && state !== 'waiting')
    later({
      forMs: WAITS_MS,
      poll: async (tx, isOver) => {
        const now = await commandAnswerOf({ ...call, tx }, found, id);
        const isAnswered = now.state !== null && !isOpen(now.state);
        return isAnswered || isOver
          ? { ...(await settingsOf({ ...call, tx }, found)), told: now }
          : undefined;
      },
    });
  return { ...(await settingsOf(call, found)), told: sent };
});
