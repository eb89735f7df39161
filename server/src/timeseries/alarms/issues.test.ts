import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { KIND } from '../reading.ts';
import { evaluateDays } from '../rollup/evaluate.ts';
import { findIssues } from './issues.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-06-21';
const { startMs } = dayBounds(TODAY, ZONE);
/** Noon of the plant, and ten in the evening. */
const NOON = startMs + 12 * HOUR_MS;
const NIGHT = startMs + 22 * HOUR_MS;

let database: TestDatabase;
let siteId: number;
const serials = new Map<number, string>();

beforeEach(async () => {
  database = await freshDatabase();
  siteId = (await inTransaction(database.db, 'write', (tx) => makeSite(tx))).id;
});
afterEach(() => database.close());

async function addDevice(device: Parameters<typeof makeDevice>[2] = {}): Promise<number> {
  const made = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId, device));
  serials.set(made.id, made.serial);
  return made.id;
}

interface Lit {
  peakW?: number;
  /** Shares of the inputs. */
  shares?: readonly number[];
  from?: number;
  to?: number;
  untilMs?: number;
}

/** Readings of a device from `from` days ago to `to` days ago. */
async function shine(
  deviceId: number,
  { peakW = 1200, shares = [1, 1, 1, 1], from = 4, to = 1, untilMs }: Lit,
) {
  const who = { siteId, deviceId, timeZone: ZONE };
  const total = shares.reduce((a, b) => a + b, 0) || 1;
  const split = (value: number | null) =>
    value === null ? null : shares.map((share) => Math.round((value * share) / total));
  for (let back = from; back >= to; back--) {
    const readings = sunnyDay(who, addDays(TODAY, -back), {
      peakW,
      channels: 4,
      everyMinutes: 15,
      ...(untilMs === undefined ? {} : { untilMs }),
    }).map((reading) => ({
      ...reading,
      inputs: {
        power: split(reading.scalars.power ?? null),
        energy: split(reading.scalars.energy ?? null),
      },
    }));
    await storeReadings(database.pool, readings, NIGHT);
  }
}

/** Runs roll-ups and the daily evaluation, and returns what is stored of the plant. */
async function find(now: number) {
  await settle(database.db, now);
  await evaluateDays(database.db, now);
  const changed = await findIssues(database.db, now);
  const condition = await sql<{ key: string; count: number; since: string | null; sns: string[] }>`
    select key, count, since_day as since, sns from site_condition where site_id = ${siteId}`.execute(
    database.db,
  );
  const devices = await sql<{ id: number; key: string; addrs: number[]; since: string | null }>`
    select device_id as id, key, addrs, since_day as since from device_issue order by device_id`.execute(
    database.db,
  );
  return { changed, condition: condition.rows[0] ?? null, devices: devices.rows };
}

const well = { changed: [], condition: null, devices: [] };

describe('a device that makes nothing', () => {
  it('is found after two good days of its siblings, with the day since which it is so', async () => {
    const [good, dead] = [await addDevice(), await addDevice()];
    await shine(good, {});
    await shine(dead, { from: 4, to: 4 });
    await shine(dead, { peakW: 0, from: 3 });
    expect(await find(NIGHT)).toEqual({
      changed: [siteId],
      condition: { key: 'makesNothing', count: 1, since: '2026-06-18', sns: [serials.get(dead)] },
      devices: [{ id: dead, key: 'makesNothing', addrs: [], since: '2026-06-18' }],
    });
    // Unchanged: no new notification.
    expect((await find(NIGHT)).changed).toEqual([]);
  });

  it('is not found after one good day, and is well again when it works', async () => {
    const [good, dead] = [await addDevice(), await addDevice()];
    await shine(good, {});
    await shine(dead, { from: 4, to: 2 });
    await shine(dead, { peakW: 0, from: 1 });
    expect(await find(NIGHT)).toEqual(well);
    await shine(dead, { from: 6, to: 5, peakW: 0 });
    await shine(good, { from: 6, to: 5 });
    expect(await find(NIGHT)).toEqual(well);
  });

  it('is found on the running day after noon, and is mended by the evening', async () => {
    const [good, dead] = [await addDevice(), await addDevice()];
    await shine(good, { to: 0, untilMs: NOON + 2 * HOUR_MS });
    await shine(dead, { to: 1 });
    await shine(dead, { peakW: 0, from: 0, to: 0, untilMs: NOON + 2 * HOUR_MS });
    expect(await find(NOON)).toEqual(well);
    expect((await find(NOON + 2 * HOUR_MS)).condition).toMatchObject({ key: 'makesNothing', since: TODAY });
    const late = makeReading({ siteId, deviceId: dead, timeZone: ZONE }, NIGHT - 2 * HOUR_MS, {
      power: 4000,
      energy: 9000,
    });
    await storeReadings(database.pool, [late], NIGHT);
    expect(await find(NIGHT)).toEqual({ ...well, changed: [siteId] });
  });

  it('is two of three, when the third tells what the days were like', async () => {
    const [good, ...dead] = [await addDevice(), await addDevice(), await addDevice()];
    await shine(good, {});
    for (const one of dead) await shine(one, { peakW: 0 });
    expect((await find(NIGHT)).condition).toMatchObject({ key: 'makesNothing', count: 2 });
  });
});

describe('no condition is reported', () => {
  it('on short grey days, and under snow that lies on everything', async () => {
    const [a, b] = [await addDevice(), await addDevice()];
    await shine(a, { peakW: 15 });
    await shine(b, { peakW: 0 });
    expect(await find(NIGHT)).toEqual(well);
  });

  it('on a device that came yesterday, even in the evening', async () => {
    const [good, fresh, silent] = [await addDevice(), await addDevice(), await addDevice()];
    await sql`update devices set claimed_at = ${new Date(NIGHT - 30 * HOUR_MS)} where id in (${fresh}, ${silent})`.execute(
      database.db,
    );
    await shine(good, { to: 0 });
    const dusk = { siteId, deviceId: fresh, timeZone: ZONE };
    await storeReadings(
      database.pool,
      [1, 2].map((n) => makeReading(dusk, startMs - (4 * HOUR_MS) / n, { power: 0, energy: 0 })),
      NIGHT,
    );
    await shine(fresh, { peakW: 0, from: 0, to: 0, untilMs: NIGHT });
    expect(await find(NIGHT)).toEqual(well);
  });

  it('on a device that was taken down', async () => {
    const [good, gone, dead] = [await addDevice(), await addDevice(), await addDevice()];
    await shine(good, { to: 0 });
    await shine(gone, { from: 4, to: 4 });
    await shine(dead, { peakW: 0, to: 0 });
    expect((await find(NIGHT)).devices).toHaveLength(2);
    await sql`update devices set retired_at = now() where id in (${gone}, ${dead})`.execute(database.db);
    expect(await find(NIGHT)).toEqual({ ...well, changed: [siteId] });
  });

  it('on producers at night while the meter speaks', async () => {
    const [a, b] = [await addDevice(), await addDevice()];
    const meter = await addDevice({ kind: 'meter' });
    await shine(a, { to: 0 });
    await shine(b, { to: 0 });
    const grid = makeReading({ siteId, deviceId: meter, timeZone: ZONE }, NIGHT + 30 * HOUR_MS, {
      kind: KIND.meter,
      power: 1,
    });
    await storeReadings(database.pool, [grid], NIGHT + 30 * HOUR_MS);
    expect(await find(NIGHT + 30 * HOUR_MS)).toEqual(well);
  });

  it('on modules of a plane that lies in the shade of all, or of a model that names no inputs', async () => {
    const [a, b] = [await addDevice(), await addDevice({ productNumber: 6 })];
    await shine(a, {});
    await shine(b, { shares: [1, 0, 0, 0] });
    expect(await find(NIGHT)).toEqual(well);
    await sql`insert into arrays (site_id, id, tilt_deg, azimuth_deg) values (${siteId}, 1, 30, 0)`.execute(
      database.db,
    );
    const c = await addDevice();
    await sql`update modules set array_id = 1 where device_id = ${c} and addr < 4`.execute(database.db);
    await shine(c, { shares: [0, 0, 0, 1] });
    expect(await find(NIGHT)).toEqual(well);
  });
});

describe('a device that is silent', () => {
  it('is so a day of light after its siblings went on, and no longer when it speaks', async () => {
    const [good, mute] = [await addDevice(), await addDevice()];
    await shine(good, { to: 0 });
    await shine(mute, { to: 1 });
    // Last reading at eight in the evening of the day before.
    expect(await find(NIGHT)).toEqual(well);
    await shine(good, { from: -1, to: -1 });
    expect((await find(NIGHT + 24 * HOUR_MS)).condition).toEqual({
      key: 'silent',
      count: 1,
      since: '2026-06-20',
      sns: [serials.get(mute)],
    });
    await shine(mute, { from: -1, to: -1 });
    expect((await find(NIGHT + 24 * HOUR_MS)).condition).toBeNull();
  });

  it('outweighs modules that make nothing, and counts one kind only', async () => {
    const [good, mute, weak] = [await addDevice(), await addDevice(), await addDevice()];
    await shine(good, { to: 0 });
    await shine(mute, { to: 3 });
    await shine(weak, { to: 0, shares: [1, 0, 1, 1] });
    const { condition, devices } = await find(NIGHT);
    expect(condition).toMatchObject({ key: 'silent', count: 1 });
    expect(devices.map(({ key }) => key)).toEqual(['silent', 'modulesMakeNothing']);
  });
});

describe('modules that make nothing', () => {
  it('are counted, and named by their inputs', async () => {
    const [a, b] = [await addDevice(), await addDevice()];
    await shine(a, {});
    await shine(b, { shares: [1, 0, 1, 0] });
    const { condition, devices } = await find(NIGHT);
    expect(condition).toMatchObject({ key: 'modulesMakeNothing', count: 2, since: '2026-06-17' });
    expect(devices).toEqual([{ id: b, key: 'modulesMakeNothing', addrs: [2, 4], since: '2026-06-17' }]);
  });

  it('are found on the running day too', async () => {
    const a = await addDevice();
    await shine(a, { to: 1 });
    await shine(a, { from: 0, to: 0, shares: [1, 1, 1, 0], untilMs: NOON + 3 * HOUR_MS });
    expect((await find(NOON + 3 * HOUR_MS)).devices).toEqual([
      { id: a, key: 'modulesMakeNothing', addrs: [4], since: TODAY },
    ]);
  });
});

it('a past day that changes is judged again', async () => {
  const [good, dead] = [await addDevice(), await addDevice()];
  await shine(good, {});
  await shine(dead, { peakW: 0 });
  expect((await find(NIGHT)).condition).toMatchObject({ key: 'makesNothing' });
  await shine(dead, {});
  expect((await find(NIGHT)).condition).toBeNull();
});
