// Waiting for a condition: it may take long on a busy machine, so the limit only ends a wait without hope.
import { vi } from 'vitest';

/** Repeats `check` until it no longer throws and returns its value; fails after a minute with its last error. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 25 });
