// Totals and sort orders over all plants are the same for all users who see all of them, and hundreds of such pages may
// be open: they are calculated once every few seconds. Results are never shared with users who see other rows.
import type { Me } from './me.ts';

/** Calculates a value, or returns one just calculated for a user with the same rows. Callers must not modify it. */
export interface Share {
  <T>(name: string, key: unknown, work: () => Promise<T>): Promise<T>;
  /** Whether results are shared at all; without sharing, callers request only what they need. */
  isShared: boolean;
}

export interface Shares {
  of(me: Me): Share;
  /** Clears shared results after a write. */
  clear(): void;
}

/** Lifetime of shared results. Pages request totals every minute and lists every 15 s. */
export const SHARES_FOR_MS = 5_000;

/** Key of the rows visible to a user; null if not shared. */
export type RowsOf = (me: Me) => string | null;

const everything: RowsOf = ({ scope }) => (scope === 'all' ? 'all' : null);

/** Most results stored. */
const MOST = 100;

/** `forMs`: 0 shares nothing. */
export function createShares(forMs: number, rowsOf: RowsOf = everything): Shares {
  const kept = new Map<string, { untilMs: number; answer: Promise<unknown> }>();
  return {
    of(me) {
      const rows = forMs > 0 ? rowsOf(me) : null;
      const share = async <T>(name: string, parameters: unknown, work: () => Promise<T>): Promise<T> => {
        if (rows === null) return await work();
        const key = JSON.stringify([rows, name, parameters]);
        const found = kept.get(key);
        // The other caller's calculation may have failed for reasons specific to that call.
        if (found && performance.now() < found.untilMs)
          return await (found.answer as Promise<T>).catch(() => work());
        const answer = work();
        if (kept.size >= MOST) kept.clear();
        kept.set(key, { untilMs: performance.now() + forMs, answer });
        answer.catch(() => kept.delete(key));
        return await answer;
      };
      return Object.assign(share, { isShared: rows !== null });
    },
    clear: () => kept.clear(),
  };
}
