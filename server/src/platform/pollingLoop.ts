// Polling loop with a pause after each round.

export interface PollingLoop {
  /** Ends after the current round, which can check `isStopping`. */
  stop(): Promise<void>;
}

/**
 * Runs `work` with a pause of `intervalMs` between rounds; a failed round is passed to `onError` and does not end the
 * loop.
 */
export function startPolling(
  work: (isStopping: () => boolean) => Promise<unknown>,
  intervalMs: number,
  onError: (error: Error) => void,
): PollingLoop {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const wait = () => {
    if (isStopping) return;
    timer = setTimeout(() => {
      round = work(() => isStopping)
        .then(() => undefined)
        .catch(onError)
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
