// Whatever bytes come on a topic of a device: nothing throws, nothing is kept that is no report, and memory stays. Twenty
// thousand here; MQTT_PAYLOADS=1000000 makes it a million.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { decodeCommand, decodeStatus } from '@helioport/protocol/helioport/command';
import { decodeMessage } from '@helioport/protocol/helioport/message';
import { parseTopic } from '@helioport/protocol/helioport/topics';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPipeline, type Pipeline } from '../../src/ingest/accept.ts';
import { arrivalOf } from '../../src/ingest/parts.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { freshDatabase, type TestDatabase } from '../harness.ts';

const COUNT = Number(process.env.MQTT_PAYLOADS ?? 20_000);
/** Of good ones, so many reach the database. */
const STORED = 60;
const NOW = Date.UTC(2026, 5, 21, 12);

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const fields =
  'kind at powerW energyInWh energyOutWh socRatio channels phases statusBits inverter meter battery id parameters refused online firmware schedule server update windows reserveRatio isGridCharging __proto__ constructor'.split(
    ' ',
  );
const words = [
  'meter',
  'battery',
  'inverter',
  'allInOne',
  'online',
  '2026-06-21T11:00:00Z',
  '\0',
  '\ud800',
  'x'.repeat(300),
  '../../etc',
  "'; drop table reading; --",
];

/** A value made of JSON, of any shape. */
function anything(roll: () => number, depth: number): unknown {
  const at = Math.floor(roll() * 10);
  if (at < 3) return [0, -1, 1e308, 1e-308, 420, 0.5, 2 ** 53, -0, 65_536, 7][Math.floor(roll() * 10)];
  if (at < 5) return words[Math.floor(roll() * words.length)];
  if (at < 6) return [null, true, false][Math.floor(roll() * 3)];
  if (depth <= 0) return {};
  const length = Math.floor(roll() * 5);
  if (at < 8) return Array.from({ length }, () => anything(roll, depth - 1));
  return Object.fromEntries(
    Array.from({ length }, () => [fields[Math.floor(roll() * fields.length)], anything(roll, depth - 1)]),
  );
}

/** Bytes of every bad kind, and some good ones between them. */
function payloadOf(roll: () => number): Buffer {
  const kind = Math.floor(roll() * 8);
  // The huge ones cost a thousand times as much as the others.
  switch (kind >= 1 && kind <= 3 && roll() > 0.02 ? 7 : kind) {
    case 0:
      return Buffer.from(Array.from({ length: Math.floor(roll() * 200) }, () => Math.floor(roll() * 256)));
    case 1:
      return Buffer.from('['.repeat(Math.floor(roll() * 30_000)));
    case 2:
      return Buffer.from(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`);
    case 3:
      return Buffer.alloc(Math.floor(roll() * 70_000), 0x20);
    case 4:
      return Buffer.from(
        JSON.stringify({
          kind: words[Math.floor(roll() * 4)],
          powerW: anything(roll, 2),
          phases: anything(roll, 3),
        }),
      );
    case 5:
      return Buffer.from(
        JSON.stringify({
          id: '1',
          schedule: { windows: [anything(roll, 3)], reserveRatio: roll() * 2, isGridCharging: true },
          firmware: anything(roll, 1),
          server: anything(roll, 2),
          update: anything(roll, 2),
          parameters: anything(roll, 2),
        }),
      );
    case 6:
      return Buffer.from(
        JSON.stringify({
          kind: 'meter',
          powerW: Math.round(roll() * 5000),
          at: new Date(NOW - Math.floor(roll() * 1e7)).toISOString(),
        }),
      );
    default:
      return Buffer.from(JSON.stringify(anything(roll, 5)) ?? 'undefined');
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process holds on to, MB: objects and bytes without garbage. */
function heldMb(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** Half of the payloads alone have some 4 MB. */
const HELD_MORE_MB = 1.5;

let database: TestDatabase;
let pipeline: Pipeline;

beforeAll(async () => {
  database = await freshDatabase();
  pipeline = createPipeline({
    pool: database.pool,
    clock: () => NOW,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 30,
  });
});
afterAll(async () => {
  await pipeline.close();
  await database.close();
});

it('takes any payload and any topic without a throw, and keeps the good reports', {
  timeout: 3_600_000,
}, async () => {
  const roll = dice(9);
  const begun = performance.now();
  let [good, refused, statuses, stored] = [0, 0, 0, 0];
  let before = 0;
  for (let i = 0; i < COUNT; i++) {
    // By then everything is compiled, and the few that are stored have been.
    if (i === COUNT / 2) before = heldMb();
    const payload = payloadOf(roll);
    const topic = parseTopic(payload.subarray(0, 60).toString('latin1'));
    expect(topic).toBeNull();
    if (decodeStatus(payload)) statuses++;
    decodeCommand(payload);
    const parsed = decodeMessage(payload);
    if (!parsed.ok) {
      refused++;
      continue;
    }
    good++;
    const sn = `sunhall.F-${String(1000 + (i % 50))}`;
    const arrival = arrivalOf(sn, parsed);
    if (stored < STORED) {
      stored++;
      await pipeline.accept(arrival, 'mqtt');
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  const grownMb = heldMb() - before;
  if (process.env.MQTT_PAYLOADS)
    console.log(
      `${COUNT} payloads, ${Math.round(COUNT / seconds)}/s, ${refused} refused, ${good} good, ${statuses} statuses, ${grownMb.toFixed(1)} MB more held than half way`,
    );
  expect(grownMb).toBeLessThan(HELD_MORE_MB);
  expect(good + refused).toBe(COUNT);
  expect(good).toBeGreaterThan(COUNT / 20);
  expect(refused).toBeGreaterThan(COUNT / 2);
  expect(statuses).toBeGreaterThan(0);
  const { rows } = await sql<{ devices: number; reports: number }>`
    select (select count(*) from devices) as devices, (select count(*) from reading) as reports`.execute(
    database.db,
  );
  expect(rows[0]!.devices).toBeLessThanOrEqual(50);
  expect(rows[0]!.reports).toBeGreaterThan(0);
  expect(rows[0]!.reports).toBeLessThanOrEqual(STORED);
});
