// Limits shared by several processes without a query per call: a process takes a portion of the remaining units of a
// key, and remembers when none are left.

/** What was taken, and how long the span of the key still lasts. */
export interface Taken {
  granted: number;
  leftMs: number;
}

export type Take = (what: { key: string; want: number; max: number; spanMs: number }) => Promise<Taken>;

/** Small limits are counted one by one; large ones are leased in portions of one fiftieth. */
const LEASES_PER_SPAN = 50;
/** Most keys stored; beyond that, the oldest is leased again. */
const KEYS_MOST = 20_000;
/** A database that takes longer counts as absent, ms. */
const TAKE_WITHIN_MS = 1_000;
/** Without the database each process counts for itself, and looks again so soon. */
const ALONE_MS = 60_000;

interface Lease {
  left: number;
  /** There is no more of this span. */
  isLast: boolean;
  untilMs: number;
}

/** Rejects if `work` takes too long; a later failure is ignored. */
function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), TAKE_WITHIN_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export interface Leases {
  /** Takes one of the `max` that a key has per `spanMs`. `leftMs`: how long its span still lasts. */
  takeOne(key: string, max: number, spanMs: number): Promise<{ isGranted: boolean; leftMs: number }>;
}

/**
 * Hands out the units granted by `take` one by one. If `take` fails, this process counts alone and rejects no request
 * for that reason.
 */
export function createLeases(take: Take): Leases {
  const leases = new Map<string, Lease>();
  const pending = new Map<string, Promise<void>>();

  const remember = (key: string, lease: Lease) => {
    leases.delete(key);
    leases.set(key, lease);
    if (leases.size <= KEYS_MOST) return;
    const [oldest = ''] = leases.keys();
    leases.delete(oldest);
  };

  const request = async (key: string, max: number, spanMs: number) => {
    const want = Math.max(1, Math.floor(max / LEASES_PER_SPAN));
    const alone = { granted: max, leftMs: Math.min(spanMs, ALONE_MS), isLast: true };
    const { granted, leftMs, isLast } = await within(take({ key, want, max, spanMs })).then(
      (taken) => ({ ...taken, isLast: taken.granted < want }),
      () => alone,
    );
    remember(key, { left: granted, isLast, untilMs: performance.now() + leftMs });
    pending.delete(key);
  };

  return {
    async takeOne(key, max, spanMs) {
      for (;;) {
        const lease = leases.get(key);
        const leftMs = lease ? lease.untilMs - performance.now() : 0;
        if (lease && leftMs > 0) {
          if (lease.left > 0) {
            lease.left--;
            return { isGranted: true, leftMs };
          }
          if (lease.isLast) return { isGranted: false, leftMs };
        }
        if (!pending.has(key)) pending.set(key, request(key, max, spanMs));
        await pending.get(key);
      }
    },
  };
}
