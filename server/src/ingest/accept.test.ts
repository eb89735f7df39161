import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createPipeline, type Pipeline } from './accept.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const BDM_2250 =
  '793e00401400000f0f0f0f00003400c3c3c3c301000086000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233ab430';
const BDM_400 = '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd';
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('the pipeline', () => {
  let database: TestDatabase;
  let pipeline: Pipeline;
  let now = NOW;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await pipeline.close();
    await database.close();
  });
  beforeEach(async () => {
    await pipeline?.close();
    now = NOW;
    await sql`truncate report, raw_frame, latest, site_latest, dirty_day, devices cascade`.execute(
      database.db,
    );
    pipeline = createPipeline({
      pool: database.pool,
      clock: () => now,
      log: createLog('silent'),
      metrics: createMetrics(),
      rawFrameDays: 30,
    });
  });
  const rows = async <T>(table: string) =>
    (await sql<T>`select * from ${sql.table(table)} order by 1, 2, 3`.execute(database.db)).rows;

  it('stores a frame, its bytes and the newest values of an unknown serial', async () => {
    expect(await pipeline.accept({ kind: 'frame', bytes: bytes(BDM_2250) }, 'http')).toEqual({
      status: 'stored',
    });
    const [report] = await rows<Record<string, unknown>>('report');
    expect(report).toMatchObject({
      site_id: 0,
      power: 15126,
      status_bits: 0,
      state: 6,
      ch_power: [3806, 3728, 3951, 3640],
    });
    const [raw] = await rows<{ bytes: Buffer; checks: number }>('raw_frame');
    expect(raw?.bytes.toString('hex')).toBe(BDM_2250);
    expect(raw?.checks).toBe(7);
    expect(await rows('latest')).toHaveLength(1);
    expect(await rows('dirty_day')).toHaveLength(0);
  });

  it('takes identical bytes within a minute for a retry, and later ones for a new report', async () => {
    const arrival = { kind: 'frame', bytes: bytes(BDM_400) } as const;
    expect((await pipeline.accept(arrival, 'http')).status).toBe('stored');
    now += 59_000;
    expect((await pipeline.accept(arrival, 'http')).status).toBe('repeated');
    now += 2_000;
    expect((await pipeline.accept(arrival, 'http')).status).toBe('stored');
    expect(await rows('report')).toHaveLength(2);
  });
});
