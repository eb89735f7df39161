// A process of attackers: runs the named attacks side by side until their time is over or a message ends it.
import { once } from 'node:events';
import os from 'node:os';
import { attacks, prepare } from './attacks.ts';
import type { Message, Start } from './messages.ts';

/** Attackers have machines of their own; here they must not take the processor from the server. */
const NICENESS = 10;

async function run({ attacks: names, target }: Start): Promise<void> {
  os.setPriority(NICENESS);
  await prepare(names);
  process.send?.({ kind: 'ready' } satisfies Message);
  await once(process, 'message');
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  process.once('message', end);
  process.once('disconnect', end);
  const counts: Record<string, Record<string, number>> = {};
  const send = (message: Message) => {
    // The test may have ended meanwhile.
    if (process.connected) process.send?.(message, () => undefined);
  };
  await Promise.all(
    names.map(async (name) => {
      const own: Record<string, number> = {};
      counts[name] = own;
      await attacks[name]!({
        target,
        send,
        goesOn: () => !isEnded && Date.now() < target.untilMs,
        count: (outcome, by = 1) => {
          own[outcome] = (own[outcome] ?? 0) + by;
        },
      });
    }),
  );
  send({ kind: 'counts', counts });
  // Connections that are kept or held would keep the process.
  if (process.connected) process.disconnect();
  process.exit(0);
}

process.once('message', (start: Start) => {
  run(start).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
