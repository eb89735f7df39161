// Builds a fleet in a database through the ingestion pipeline, as fast as possible: plants, then day by day their
// readings, with totals, and old days compressed.

import { demoCompanies } from '@helioport/demo/companies';
import type { DemoPlant } from '@helioport/demo/world';
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import { createPipeline } from '@helioport/server/ingest/accept';
import { evaluateConditions } from '@helioport/server/jobs/conditions';
import { startRollUps } from '@helioport/server/jobs/rollUps';
import { type Database, inTransaction } from '@helioport/server/platform/db';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { type Cast, seedPlants } from '@helioport/server/seed/demo';
import { packingEndsAt, packReadings } from '@helioport/server/timeseries/retention/pack';
import { createPlantDays, type FleetArrival, fleetDay } from './reports.ts';

/**
 * Reports per submitted lot, and number of concurrent lots: below the limit at which the pipeline rejects with "busy".
 */
const LOT = 4_000;
const LOTS_AT_ONCE = 3;
const PLANTS_AT_ONCE = 100;
const WRITERS = 4;
/** Days between two packings, which look at every plant. */
const PACK_EVERY = 4;
const LOOK_AGAIN_MS = 200;
/**
 * Most days waiting for roll-up: with few plants, generation would otherwise pause each day until its marks have
 * settled.
 */
const MOST_WAITING = 500;

/** What is to be built. */
export interface FleetWork {
  plants: readonly DemoPlant[];
  /** Local days, today counted, from which on they report. */
  days: number;
  /** Nothing from this instant on is reported. */
  untilMs: number;
  /** How far apart the reports of an inverter are at least; 0: as its model has it. */
  everyMinutes?: number;
  /** Days that stay rows; 0 packs nothing. */
  packAfterDays: number;
  /** Days of the work that an interrupted run has done. */
  doneDays?: number;
}

/** How far it is. `done` and `of` count plants or days of plants. */
export interface FleetProgress {
  step: 'plants' | 'reports' | 'sums' | 'packing';
  done: number;
  of: number;
  /** Reports stored by this run to date. */
  reports: number;
  /** UTC day that is being reported. */
  day: string;
}

export interface FleetWatcher {
  /** Ends the work between two lots; what is stored stays. */
  signal?: AbortSignal;
  onProgress?: (progress: FleetProgress) => void;
  /** After a day was reported by all: the place at which another run may go on. */
  onDay?: (doneDays: number) => Promise<void>;
}

/** Creates the plants, owned by demo users if the demo data exists. Existing plants stay. */
export async function addFleetPlants(
  { db, pool }: Database,
  plants: readonly DemoPlant[],
  { signal, onProgress }: FleetWatcher = {},
): Promise<void> {
  const cast = await castOf(pool);
  const { rows } = await pool.query<{ sid: string }>('select sid from sites');
  const known = new Set(rows.map(({ sid }) => sid));
  const missing = plants.filter(({ sid }) => !known.has(sid));
  const lots = Array.from({ length: Math.ceil(missing.length / PLANTS_AT_ONCE) }, (_, i) =>
    missing.slice(i * PLANTS_AT_ONCE, (i + 1) * PLANTS_AT_ONCE),
  );
  let done = plants.length - missing.length;
  const write = async () => {
    for (let lot = lots.shift(); lot && !signal?.aborted; lot = lots.shift()) {
      const next = lot;
      await inTransaction(db, 'write', (tx) => seedPlants(tx, next, cast, new Date()));
      done += lot.length;
      onProgress?.({ step: 'plants', done, of: plants.length, reports: 0, day: '' });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

async function castOf(pool: Database['pool']): Promise<Cast> {
  const { rows: people } = await pool.query<{ id: number; email: string }>('select id, email from users');
  const { rows: firms } = await pool.query<{ id: number; name: string }>('select id, name from companies');
  const idOf = new Map(firms.map(({ id, name }) => [name, id]));
  return {
    userIds: new Map(people.map(({ id, email }) => [email, id])),
    companyIds: new Map(
      demoCompanies.flatMap(({ key, name }) => {
        const id = idOf.get(name);
        return id === undefined ? [] : [[key, id] as const];
      }),
    ),
  };
}

/**
 * Lets plants report day by day and resolves when their days are summed up and the old ones packed. Returns how many
 * reports came. What was stored before an end by the signal stays; the same work again is recognised report by report.
 */
export async function reportFleet(
  database: Database,
  work: FleetWork,
  { signal, onProgress, onDay }: FleetWatcher = {},
): Promise<{ reports: number; isDone: boolean }> {
  const { db, pool } = database;
  const { plants, days, untilMs, everyMinutes = 0, packAfterDays, doneDays = 0 } = work;
  const parts = { db, pool, clock: Date.now, log: createLog('error') };
  // The bytes of frames are kept for weeks to study them by; these were invented.
  const pipeline = createPipeline({ ...parts, metrics: createMetrics(), rawFrameDays: 0 });
  let loop = startRollUps(parts);
  let reports = 0;
  let doneOfDay = 0;
  let back = days - doneDays;
  const dayBack = (timeZone: string) => addDays(localDay(untilMs, timeZone), 1 - Math.max(1, back));
  const report = (step: FleetProgress['step']) =>
    onProgress?.({
      step,
      reports,
      day: dayBack('UTC'),
      done: back === 0 ? days * plants.length : (days - back) * plants.length + doneOfDay,
      of: days * plants.length,
    });
  const send = createSender(async (lot) => {
    const outcomes = await pipeline.acceptMany(lot, 'replay');
    if (outcomes.some(({ status }) => status === 'refused'))
      throw new Error('a report of the fleet was refused');
    reports += lot.length;
    report('reports');
  });
  const pack = async (toMs: number) => {
    if (packAfterDays === 0) return;
    report('packing');
    await packReadings(db, packingEndsAt(toMs, packAfterDays), () => signal?.aborted === true);
  };
  try {
    const sky = createPlantDays();
    for (; back > 0 && !signal?.aborted; back--) {
      doneOfDay = 0;
      for (const plant of plants) {
        if (signal?.aborted) break;
        await send.all(fleetDay(sky(plant, dayBack(plant.timeZone)), untilMs, everyMinutes));
        doneOfDay++;
      }
      await send.end();
      if (signal?.aborted) break;
      await onDay?.(days - back + 1);
      // The sums of many plants may be a day behind, not more: what waits is looked through again and again.
      await summed(pool, Math.max(plants.length, MOST_WAITING), signal, () => report('sums'));
      if (back % PACK_EVERY === 0) await pack(untilMs - back * DAY_MS);
    }
    if (!signal?.aborted) {
      // Running days are summed up once a minute at most; nothing more comes of these.
      await loop.stop();
      loop = startRollUps({ ...parts, isHasty: true });
      await summed(pool, 0, signal, () => report('sums'));
    }
  } finally {
    await pipeline.close();
    await loop.stop();
  }
  if (signal?.aborted) return { reports, isDone: false };
  await evaluateConditions({ ...parts, announcer: { announce: () => undefined } });
  await pack(untilMs);
  return { reports, isDone: signal?.aborted !== true };
}

/** Submits arrivals in lots, a few of them concurrently. */
function createSender(store: (lot: readonly FleetArrival[]) => Promise<void>) {
  let lot: FleetArrival[] = [];
  const inFlight = new Set<Promise<void>>();
  const flush = async () => {
    if (lot.length === 0) return;
    const sent = store(lot).finally(() => inFlight.delete(sent));
    // The first failure is thrown later; this prevents unhandled rejections of the others.
    sent.catch(() => undefined);
    inFlight.add(sent);
    lot = [];
    if (inFlight.size >= LOTS_AT_ONCE) await Promise.race(inFlight);
  };
  return {
    async all(arrivals: readonly FleetArrival[]): Promise<void> {
      for (let from = 0; from < arrivals.length; ) {
        const free = LOT - lot.length;
        lot.push(...arrivals.slice(from, from + free));
        from += free;
        if (lot.length >= LOT) await flush();
      }
    },
    async end(): Promise<void> {
      await flush();
      await Promise.all(inFlight);
    },
  };
}

/** Resolves when no more than `most` days wait to be summed up. */
async function summed(
  pool: Database['pool'],
  most: number,
  signal: AbortSignal | undefined,
  onWait: () => void,
): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ waiting: number }>('select count(*) as waiting from dirty_day');
    if (rows[0]!.waiting <= most) return;
    onWait();
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
