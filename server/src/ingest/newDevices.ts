// Limits new serial numbers: they can be invented, and each takes permanent storage. Claimed devices are never limited.
import { HOUR_MS } from '@helioport/domain/duration';
import type pg from 'pg';
import { takeCountBy } from '../repositories/callCounts.ts';
import type { Seen } from '../repositories/devices.ts';
import { countUnclaimedBy } from '../repositories/unclaimed.ts';

export interface AdmissionLimits {
  /** New serial numbers per network and hour. Authenticated endpoints pass no network. */
  perHour: number;
  /** Most unclaimed serial numbers in total. */
  inAll: number;
}

/**
 * Validity of the total count; in between, each process adds its own. Concurrent inserts of others are not seen, so the
 * limit may be exceeded by a batch or two.
 */
const COUNTED_FOR_MS = 10_000;
/** A network over its hourly limit is rejected for this long without another query. */
const REFUSED_FOR_MS = 60_000;
const NETWORKS_MOST = 10_000;

export interface NewDevices {
  /** Selects the unknown devices to accept; inside the transaction that inserts them. */
  admit(client: pg.ClientBase, unregistered: readonly Seen[]): Promise<Seen[]>;
}

export function createNewDevices({ perHour, inAll }: AdmissionLimits): NewDevices {
  const spent = new Map<string, number>();
  let counted: { atMs: number; count: number } | undefined;
  let counting: Promise<void> | undefined;

  const remainingTotal = async (client: pg.ClientBase): Promise<number> => {
    if (!counted || performance.now() - counted.atMs > COUNTED_FOR_MS) {
      counting ??= countUnclaimedBy(client)
        .then((count) => {
          counted = { atMs: performance.now(), count };
        })
        .finally(() => {
          counting = undefined;
        });
      await counting;
    }
    return inAll - (counted?.count ?? 0);
  };

  const ofNetwork = async (client: pg.ClientBase, network: string, want: number): Promise<number> => {
    if (network === '') return want;
    if ((spent.get(network) ?? 0) > performance.now()) return 0;
    const { granted } = await takeCountBy(client, {
      key: `serial ${network}`,
      want,
      max: perHour,
      spanMs: HOUR_MS,
    });
    if (granted < want) {
      if (spent.size >= NETWORKS_MOST) spent.clear();
      spent.set(network, performance.now() + REFUSED_FOR_MS);
    }
    return granted;
  };

  return {
    async admit(client, unregistered) {
      const remaining = await remainingTotal(client);
      const byNetwork = new Map<string, Seen[]>();
      // Reserved before the first await, because batches run concurrently.
      const wanted = unregistered.slice(0, Math.max(0, remaining));
      if (counted) counted.count += wanted.length;
      for (const one of wanted) {
        const network = one.network ?? '';
        const others = byNetwork.get(network);
        if (others) others.push(one);
        else byNetwork.set(network, [one]);
      }
      const admitted: Seen[] = [];
      // In one order everywhere: counts are held until the transaction ends.
      for (const [network, some] of [...byNetwork].sort(([a], [b]) => (a < b ? -1 : 1)))
        admitted.push(...some.slice(0, await ofNetwork(client, network, some.length)));
      if (counted) counted.count -= wanted.length - admitted.length;
      return admitted;
    },
  };
}
