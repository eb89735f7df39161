// Limits warnings that external requests can cause, which could otherwise flood the log and fill the disk.
import { HOUR_MS } from '@helioport/domain/duration';
import type { Log } from './log.ts';

/** Logs a warning about a cause; the fields describe the logged case. */
export type ThrottledLog = (cause: string, fields: object, message: string) => void;

/**
 * Logs each cause immediately, then at most once per `everyMs` (an hour), with the number of occurrences since the last
 * line. Causes are constants of the program, never input of a caller, so their number is limited.
 */
export function createThrottledLog(
  log: Log,
  everyMs = HOUR_MS,
  clock: () => number = Date.now,
): ThrottledLog {
  const logged = new Map<string, { at: number; since: number }>();
  return (cause, fields, message) => {
    const now = clock();
    const last = logged.get(cause);
    if (last && now - last.at < everyMs) {
      last.since++;
      return;
    }
    logged.set(cause, { at: now, since: 0 });
    log.warn({ ...fields, cause, ...(last && last.since > 0 ? { times: last.since + 1 } : {}) }, message);
  };
}
