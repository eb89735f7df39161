// Sums and orders over all plants of the house are the same for everybody who sees all of them, and hundreds of such
// pages are open at once: they are worked out once in some seconds. Nobody else ever gets what another one asked for.
import type { Me } from './me.ts';

/** Works something out, or hands over what somebody with the same rows has just been given. It must not be changed. */
export interface Share {
  <T>(name: string, asked: unknown, work: () => Promise<T>): Promise<T>;
  /** Whether anything is handed over at all; who shares with nobody asks for no more than he needs. */
  isShared: boolean;
}

export interface Shares {
  of(me: Me): Share;
  /** Somebody has written: what was worked out before is no longer handed over. */
  forget(): void;
}

/** For how long the product shares. Pages ask again for sums every minute and for lists every 15 s. */
export const SHARES_FOR_MS = 5_000;

/** Names the rows that somebody sees; null where they are shared with nobody. */
export type RowsOf = (me: Me) => string | null;

const everything: RowsOf = ({ scope }) => (scope === 'all' ? 'all' : null);

/** As many different questions are remembered. */
const MOST = 100;

/** `forMs`: 0 shares nothing. */
export function createShares(forMs: number, rowsOf: RowsOf = everything): Shares {
  const kept = new Map<string, { untilMs: number; answer: Promise<unknown> }>();
  return {
    of(me) {
      const rows = forMs > 0 ? rowsOf(me) : null;
      const share = async <T>(name: string, asked: unknown, work: () => Promise<T>): Promise<T> => {
        if (rows === null) return await work();
        const key = JSON.stringify([rows, name, asked]);
        const found = kept.get(key);
        // Who worked it out may have failed for reasons of his own.
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
    forget: () => kept.clear(),
  };
}
