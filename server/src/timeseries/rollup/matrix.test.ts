// Late data in every order, by every kind of counter, claimed when it likes, recomputed by one process or by two, without
// a pause: what is stored in the end adds up. MATRIX_RUNS=20 goes through all of it so many times.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSerial, makeSite } from '../../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { ORDERS, ordered, STORIES, type Story, storyOf, whatDiffers } from '../../../test/matrix.ts';
import { createPipeline, type Pipeline } from '../../ingest/accept.ts';
import { type RollUps, startRollUps } from '../../jobs/rollUps.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { claim } from '../../repositories/claims.ts';
import { moveDevice } from '../retention/move.ts';
import { packReadings } from '../retention/pack.ts';

const START = Date.UTC(2026, 9, 29);
const AHEAD_MS = Date.UTC(2026, 10, 20) - Date.now();
const DAYS = 6;
const BATCH = 100;
const clock = () => Date.now() + AHEAD_MS;

const CLAIMED = ['before', 'in the middle', 'by two at once'] as const;
const runs = Number(process.env.MATRIX_RUNS ?? 0);

/** Every pair of two properties at least once; all of them when runs are asked for. */
const cases = ORDERS.flatMap((order, o) =>
  STORIES.flatMap((story, s) =>
    CLAIMED.flatMap((claimed, c) => (runs > 0 || (o + s) % 3 === c ? [{ order, story, claimed }] : [])),
  ),
);

let database: TestDatabase;
let pipeline: Pipeline;
let loop: RollUps;
beforeAll(async () => {
  database = await freshDatabase();
  const parts = { pool: database.pool, clock, log: createLog('silent') };
  pipeline = createPipeline({ ...parts, metrics: createMetrics(), rawFrameDays: 30 });
  loop = startRollUps({ ...parts, db: database.db, isHasty: true });
});
afterAll(async () => {
  await loop.stop();
  await pipeline.close();
  await database.close();
});

async function untilRolledUp(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from dirty_day limit 1`.execute(database.db);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let sites = 0;
async function newSite(): Promise<number> {
  const sid = `DE_20260101_${(sites++).toString(36).padStart(4, '0')}`;
  return (await inTransaction(database.db, 'write', (tx) => makeSite(tx, { sid, timezone: 'Etc/UTC' }))).id;
}
const claimFor = (siteId: number, serial: string) =>
  inTransaction(database.db, 'write', (tx) => claim(tx, { serial, siteId, now: clock() }, moveDevice));
const energyOf = async (siteId: number) =>
  (
    await sql<{ day: string; wh: number }>`
    select day, coalesce(energy_wh, import_wh) as wh from site_day where site_id = ${siteId} order by day`.execute(
      database.db,
    )
  ).rows;

/** Sends a sequence of readings in pieces, and claims the serial number in between. Returns the plant that has it. */
async function play(testCase: (typeof cases)[number], seed: number): Promise<number> {
  const { order, story, claimed } = testCase;
  const [siteId, otherId] = [await newSite(), await newSite()];
  const serial = makeSerial();
  const kind = story === 'meter' ? 'meter' : 'microinverter';
  if (claimed === 'before')
    await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId, { serial, kind }));
  const arrivals = ordered(storyOf(story, serial, START, DAYS), order, seed);
  const claims: Promise<{ siteId: number; status: string }>[] = [];
  for (let i = 0; i < arrivals.length; i += BATCH) {
    if (claimed !== 'before' && claims.length === 0 && i >= arrivals.length / 2) {
      const claimants = claimed === 'by two at once' ? [siteId, otherId] : [siteId];
      for (const id of claimants)
        claims.push(claimFor(id, serial).then(({ status }) => ({ siteId: id, status })));
    }
    await pipeline.acceptMany(arrivals.slice(i, i + BATCH), 'replay');
  }
  const winners = (await Promise.all(claims)).filter(({ status }) => status === 'claimed');
  if (claimed === 'before') return siteId;
  expect(winners).toHaveLength(1);
  return winners[0]?.siteId ?? 0;
}

/** Days as they come out when everything is there before it is recomputed, one day after the other. */
const expected = new Map<Story, { day: string; wh: number }[]>();

/** Packs whatever is there, over and over, today's readings too. */
function startPacking(): { stop(): Promise<number> } {
  let isStopping = false;
  const work = async () => {
    let compressed = 0;
    while (!isStopping) {
      compressed += (await packReadings(database.db, clock() + 86_400_000)).readings;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return compressed;
  };
  const done = work();
  return {
    stop() {
      isStopping = true;
      return done;
    },
  };
}

describe.each(['one process', 'one process while another packs', 'two processes'])(
  'recomputed by %s',
  (processes) => {
    let other: ChildProcess | undefined;
    beforeAll(async () => {
      if (processes === 'one process while another packs') {
        const packing = startPacking();
        return async () => expect(await packing.stop()).toBeGreaterThan(1000);
      }
      if (processes === 'one process') return;
      const file = fileURLToPath(new URL('../../../test/rollUpProcess.ts', import.meta.url));
      other = fork(file, [database.url, String(AHEAD_MS)], { execArgv: ['--import', 'tsx'] });
      await new Promise((resolve) => other?.once('message', resolve));
    });
    afterAll(async () => {
      if (!other) return;
      const ended = new Promise((resolve) => other?.once('exit', resolve));
      other.disconnect();
      await ended;
    });

    it.each(cases)(
      '$story, sent $order, claimed $claimed',
      async (testCase) => {
        for (let run = 0; run < Math.max(1, runs); run++) {
          const siteId = await play(testCase, run + 1);
          await untilRolledUp();
          expect(await whatDiffers(database.db, siteId)).toEqual([]);
          const energy = await energyOf(siteId);
          expect(energy).toHaveLength(DAYS);
          const first = expected.get(testCase.story);
          if (first) expect(energy).toEqual(first);
          else expected.set(testCase.story, energy);
        }
      },
      runs > 0 ? 600_000 : 60_000,
    );
  },
);
