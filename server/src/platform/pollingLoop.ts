// Work that is looked for again and again, a pause after each round.

export interface Rounds {
  /** Ends after the round under way, which is told by `isStopping`. */
  stop(): Promise<void>;
}

/** Does `work` every `intervalMs` after the round before it; a round that fails is told to `onTrouble` and ends nothing. */
export function startRounds(
  work: (isStopping: () => boolean) => Promise<unknown>,
  intervalMs: number,
  onTrouble: (error: Error) => void,
): Rounds {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const wait = () => {
    if (isStopping) return;
    timer = setTimeout(() => {
      round = work(() => isStopping)
        .then(() => undefined)
        .catch(onTrouble)
        .then(wait);
    }, intervalMs);
  };
  wait();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await round;
    },
  };
}
