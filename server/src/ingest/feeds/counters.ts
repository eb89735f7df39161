// Counters that start at zero with each start of their program: their lifetime values, from the start times that the
// program states.

import type { FeedReading } from '@helioport/protocol/feeds/values';
import { type CounterState, countedWh, type OtlpRequest } from '@helioport/protocol/otlp/metrics';
import type { Db } from '../../platform/db.ts';
import { counterStates, saveCounters } from '../../repositories/feedCounters.ts';
import type { Feed } from '../../repositories/feeds.ts';
import type { FeedStatus } from './store.ts';

/** Requests of a feed under way, which count one after the other. */
const underWay = new Map<number, Promise<unknown>>();

interface Counted {
  statuses: FeedStatus[];
  /** Readings with a value of an earlier start than the newest one, which were left out. */
  outdated: number;
}

type Store = (readings: readonly FeedReading[], problem: string) => Promise<FeedStatus[]>;

export const OUTDATED = 'counter of an earlier start';

/**
 * Stores the readings of a request with lifetime counters. The states of the counters follow once the readings are
 * stored: a request that is repeated after a failure gives the same values. A reading without its counter would replace
 * one that has it, so a reading with a value of an earlier start is left out as a whole.
 */
export async function countReadings(
  db: Db,
  feed: Feed,
  request: OtlpRequest,
  store: Store,
): Promise<Counted> {
  if (request.counters.length === 0) return { statuses: await store(request.readings, ''), outdated: 0 };
  const before = underWay.get(feed.id) ?? Promise.resolve();
  const own = before.catch(() => undefined).then(() => count(db, feed, request, store));
  underWay.set(feed.id, own);
  try {
    return await own;
  } finally {
    if (underWay.get(feed.id) === own) underWay.delete(feed.id);
  }
}

async function count(
  db: Db,
  feed: Feed,
  { readings, counters }: OtlpRequest,
  store: Store,
): Promise<Counted> {
  const known = await counterStates(
    db,
    feed,
    counters.map(({ series }) => series),
  );
  const states = new Map(known);
  const values = readings.map((one) => ({ ...one.values }));
  const reached = readings.map(() => new Map<string, CounterState>());
  const outdated = new Set<number>();
  for (const { reading, field, series, startMs, valueWh } of counters) {
    const target = values[reading];
    if (!target) continue;
    const counted = countedWh(states.get(series), { startMs, valueWh });
    if (counted) {
      target[field] = counted.lifetimeWh;
      states.set(series, counted.state);
      reached[reading]!.set(series, counted.state);
    } else outdated.add(reading);
  }
  const complete = readings.map((one, i) => ({ ...one, values: values[i]! }));
  const kept = complete.filter((_, i) => !outdated.has(i));
  const statuses = await store(kept, outdated.size > 0 ? OUTDATED : '');
  const isStored = (i: number) => statuses[i]?.status !== 'refused';
  const newest = reached.filter((_, i) => !outdated.has(i)).filter((_, i) => isStored(i));
  await saveCounters(db, feed, new Map(newest.flatMap((of) => [...of])));
  return { statuses, outdated: outdated.size };
}
