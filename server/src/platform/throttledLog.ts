// Warnings that anybody out there could cause: a log that fills up with them hides what matters, and a disk with it.
import type { Log } from './log.ts';

const HOUR_MS = 3_600_000;

/** Warns of a cause, the fields belonging to the case that is told. */
export type Seldom = (cause: string, fields: object, message: string) => void;

/**
 * Warns of each cause at once, and then at most once in `everyMs` (an hour), saying how many times it happened since
 * the last line. Causes are words of the program, never of a caller, so that there are few.
 */
export function createSeldom(log: Log, everyMs = HOUR_MS, clock: () => number = Date.now): Seldom {
  const told = new Map<string, { at: number; since: number }>();
  return (cause, fields, message) => {
    const now = clock();
    const last = told.get(cause);
    if (last && now - last.at < everyMs) {
      last.since++;
      return;
    }
    told.set(cause, { at: now, since: 0 });
    log.warn({ ...fields, cause, ...(last && last.since > 0 ? { times: last.since + 1 } : {}) }, message);
  };
}
