// Requests per minute of a feed, and attempts with unknown tokens of a network. Counted in this process only: the limits
// of the API are shared by all processes, but cannot report how many requests are left, which uploaders wait for, nor
// count failed attempts alone.

const WINDOW_MS = 60_000;
/** Keys remembered; beyond this the oldest are forgotten. */
const KEYS_MAX = 20_000;

export interface Pace {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the limit applies again. */
  resetS: number;
}

/** Counts requests by key in windows of one minute. */
export function createPace(limit: number, nowMs: () => number = () => performance.now()) {
  const windows = new Map<string, { count: number; endsAtMs: number }>();
  const stateOf = (count: number, endsAtMs: number): Pace => ({
    isAllowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetS: Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000)),
  });
  return {
    /** Counts one request. */
    take(key: string): Pace {
      let found = windows.get(key);
      if (!found || found.endsAtMs <= nowMs()) {
        windows.delete(key);
        found = { count: 0, endsAtMs: nowMs() + WINDOW_MS };
        windows.set(key, found);
        if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value!);
      }
      found.count++;
      return stateOf(found.count, found.endsAtMs);
    },
    /** The state without counting. */
    look(key: string): Pace {
      const found = windows.get(key);
      return found && found.endsAtMs > nowMs()
        ? stateOf(found.count + 1, found.endsAtMs)
        : stateOf(1, nowMs() + WINDOW_MS);
    },
  };
}
