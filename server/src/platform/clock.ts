// Time is injected, so that tests can set it.

/** Milliseconds since 1970, UTC. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
