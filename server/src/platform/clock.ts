// Time is injected, so that tests can stand still.

/** Milliseconds since 1970, UTC. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
