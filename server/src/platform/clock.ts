// Time is injected, so that tests can be still.

/** Milliseconds since 1970, UTC. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
