// Events that external requests can cause thousands of times are logged once, with a count.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPipeline, type Pipeline } from '../../src/ingest/accept.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { freshDatabase, type TestDatabase } from '../harness.ts';

const FRAME = '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd';

let database: TestDatabase;
let pipeline: Pipeline;
const metrics = createMetrics();
const lines: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().trim().split('\n'));
      done();
    },
  });
  pipeline = createPipeline({
    pool: database.pool,
    clock: () => Date.now(),
    log: pino({ level: 'debug' }, sink),
    metrics,
    rawFrameDays: 30,
    newSerials: { perHour: 10, inAll: 100 },
  });
});
afterAll(async () => {
  await pipeline.close();
  await database.close();
});

const sum = async (counter: { get(): Promise<{ values: { value: number }[] }> }) =>
  (await counter.get()).values.reduce((all, { value }) => all + value, 0);

it('a thousand frames of other serials, each with wrong checksums, are a few lines', async () => {
  const frames = Array.from({ length: 1_000 }, (_, i) => {
    const bytes = Buffer.from(FRAME, 'hex');
    bytes.writeUInt16LE(i, 19);
    return bytes;
  });
  await Promise.all(frames.map((bytes) => pipeline.accept({ kind: 'frame', bytes }, 'http', '192.0.2.1')));
  expect(await sum(metrics.checksumMismatches)).toBeGreaterThan(900);
  expect(await sum(metrics.framesRefused)).toBe(990);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(10);
});
