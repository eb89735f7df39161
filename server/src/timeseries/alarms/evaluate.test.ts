import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { evaluateDays } from '../rollup/evaluate.ts';
import { findIssues } from './issues.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-06-21';
const NOON = dayBounds(TODAY, ZONE).startMs + 12 * HOUR_MS;

let database: TestDatabase;
let siteId: number;

beforeEach(async () => {
  database = await freshDatabase();
  siteId = (await inTransaction(database.db, 'write', (tx) => makeSite(tx))).id;
});
afterEach(() => database.close());

const addDevice = async (): Promise<number> =>
  (await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId))).id;
const who = (deviceId: number) => ({ siteId, deviceId, timeZone: ZONE });

/** Sunny days of a device, from so many days ago to so many days ago (negative: to come). */
async function shine(deviceId: number, from: number, to: number, untilMs = Number.POSITIVE_INFINITY) {
  for (let back = from; back >= to; back--) {
    const day = { peakW: 1200, channels: 4, everyMinutes: 15, untilMs };
    const readings = sunnyDay(who(deviceId), addDays(TODAY, -back), day);
    if (readings.length > 0) await storeReadings(database.pool, readings, NOON);
  }
}

/** Readings with a status word, every five minutes up to an instant. */
const complain = (deviceId: number, bits: readonly number[], toMs: number) =>
  storeReadings(
    database.pool,
    bits.map((statusBits, i) =>
      makeReading(who(deviceId), toMs - (bits.length - 1 - i) * 5 * MINUTE_MS, {
        power: 4000,
        energy: 1000,
        statusBits,
      }),
    ),
    toMs,
  );

async function look(now: number) {
  await settle(database.db, now);
  await evaluateDays(database.db, now);
  await findIssues(database.db, now);
  const { rows } = await sql<{
    kind: string;
    ended: string | null;
    devices: number[];
    times: number;
    isSo: boolean;
    isGrouped: boolean;
  }>`
    select kind, ended, device_ids::float8[] as devices, times, is_active as "isSo", is_grouped as "isGrouped"
    from alarm order by id`.execute(database.db);
  return rows;
}
const steps = async () =>
  (await sql<{ step: string }>`select step from alarm_step order by id`.execute(database.db)).rows.map(
    ({ step }) => step,
  );

const times = (count: number, bits: number) => Array<number>(count).fill(bits);

describe('a gateway unplugged at noon', () => {
  it('is one alarm, after four hours of light and not before, and none more at night', async () => {
    const devices = [await addDevice(), await addDevice(), await addDevice()];
    for (const id of devices) await shine(id, 3, 0, NOON);
    expect(await look(NOON + 3.5 * HOUR_MS)).toEqual([]);
    const raised = await look(NOON + 4.5 * HOUR_MS);
    expect(raised).toEqual([
      { kind: 'plantSilent', ended: null, devices: [], times: 1, isSo: true, isGrouped: false },
    ]);
    for (const hours of [8, 12, 20, 30, 60]) expect(await look(NOON + hours * HOUR_MS)).toEqual(raised);
    expect(await steps()).toEqual(['raised']);
  });

  it('closes as recovered when its data are there, in whatever order they come', async () => {
    const id = await addDevice();
    await shine(id, 3, 0, NOON);
    await look(NOON + 6 * HOUR_MS);
    const back = NOON + 72 * HOUR_MS;
    await shine(id, -3, -3, back);
    expect(await look(back)).toMatchObject([{ ended: 'over', isSo: false }]);
    expect(await look(back + MINUTE_MS)).toMatchObject([{ ended: 'over' }]);
    await shine(id, 0, -3, back);
    expect(await look(back + 5 * MINUTE_MS)).toMatchObject([{ ended: 'recovered' }]);
    await look(back + 6 * MINUTE_MS);
    expect(await steps()).toEqual(['raised', 'cleared', 'recovered']);
  });

  it('was a silence where a day of it is still missing', async () => {
    const id = await addDevice();
    await shine(id, 3, 0, NOON);
    await look(NOON + 6 * HOUR_MS);
    await shine(id, 0, -1);
    await shine(id, -3, -3, NOON + 72 * HOUR_MS);
    expect(await look(NOON + 72 * HOUR_MS)).toMatchObject([{ kind: 'plantSilent', ended: 'over' }]);
  });
});

describe('a code', () => {
  it('is an alarm when it lasts, one for all inverters, and ends when all have spoken without it', async () => {
    const [a, b] = [await addDevice(), await addDevice()];
    await complain(a, times(3, 0x40), NOON);
    await complain(b, times(5, 0), NOON);
    expect(await look(NOON)).toEqual([]);
    await complain(a, times(3, 0x40), NOON + 15 * MINUTE_MS);
    await complain(b, times(4, 0x40), NOON + 15 * MINUTE_MS);
    expect(await look(NOON + 15 * MINUTE_MS)).toMatchObject([{ kind: '0040', devices: [a, b], isSo: true }]);
    await complain(a, times(2, 0), NOON + 25 * MINUTE_MS);
    await complain(b, times(2, 0x40), NOON + 25 * MINUTE_MS);
    expect(await look(NOON + 25 * MINUTE_MS)).toMatchObject([{ ended: null, isSo: true }]);
    await complain(b, times(2, 0), NOON + 35 * MINUTE_MS);
    await complain(a, times(2, 0), NOON + 35 * MINUTE_MS);
    expect(await look(NOON + 35 * MINUTE_MS)).toMatchObject([{ ended: null, isSo: false }]);
    await complain(a, times(4, 0), NOON + 55 * MINUTE_MS);
    await complain(b, times(4, 0), NOON + 55 * MINUTE_MS);
    expect(await look(NOON + 55 * MINUTE_MS)).toMatchObject([{ ended: 'over' }]);
    await complain(a, times(5, 0x40), NOON + 3 * HOUR_MS);
    expect(await look(NOON + 3 * HOUR_MS)).toMatchObject([{ ended: null, times: 2, devices: [a] }]);
    expect(await steps()).toEqual(['raised', 'cleared', 'reopened']);
  });

  it('goes on over night while its inverter sleeps, and nobody is told again', async () => {
    const id = await addDevice();
    await complain(id, times(20, 0x800), NOON);
    expect(await look(NOON)).toMatchObject([{ kind: '0800' }]);
    expect(await look(NOON + 10 * HOUR_MS)).toMatchObject([{ kind: '0800', ended: null }, {}]);
    await complain(id, times(3, 0x800), NOON + 24 * HOUR_MS);
    expect((await look(NOON + 24 * HOUR_MS))[0]).toMatchObject({ kind: '0800', ended: null, times: 1 });
  });

  it('is none at dawn, for low light, and for a status word that says nothing', async () => {
    const id = await addDevice();
    const dawn = dayBounds(TODAY, ZONE).startMs + 5 * HOUR_MS;
    await complain(id, times(8, 0x8042), dawn);
    expect(await look(dawn)).toEqual([]);
    await complain(id, times(40, 0x8002), NOON);
    await complain(id, times(40, 0), NOON + 4 * HOUR_MS);
    expect(await look(NOON + 4 * HOUR_MS)).toEqual([]);
  });

  it('ends as gone with its device', async () => {
    const [a, b] = [await addDevice(), await addDevice()];
    await complain(a, times(8, 0x2000), NOON);
    await complain(b, times(8, 0), NOON);
    expect(await look(NOON)).toMatchObject([{ kind: '2000' }]);
    await sql`update devices set retired_at = now() where id = ${a}`.execute(database.db);
    expect(await look(NOON + MINUTE_MS)).toMatchObject([{ ended: 'gone' }]);
  });
});

describe('verdict and alarms', () => {
  it('say the same of a dead inverter and of a silent one', async () => {
    const [good, dead, mute] = [await addDevice(), await addDevice(), await addDevice()];
    await shine(good, 4, 0, NOON);
    await shine(mute, 6, 4);
    for (let back = 4; back >= 0; back--) {
      const dark = { peakW: 0, channels: 4, everyMinutes: 15, untilMs: NOON };
      await storeReadings(database.pool, sunnyDay(who(dead), addDays(TODAY, -back), dark), NOON);
    }
    const found = await look(NOON);
    expect(found.map(({ kind, devices }) => [kind, devices])).toEqual(
      expect.arrayContaining([
        ['makesNothing', [dead]],
        ['silent', [mute]],
      ]),
    );
    const { rows } = await sql`select key, count from site_condition`.execute(database.db);
    expect(rows).toEqual([{ key: 'silent', count: 1 }]);
    // Once all alarms are closed manually, the verdict has no cause.
    await sql`update alarm set ended_at = now(), ended = 'byHand'`.execute(database.db);
    await sql`delete from device_issue`.execute(database.db);
    await sql`delete from idle_day`.execute(database.db);
    await sql`update devices set retired_at = now() where id = ${mute}`.execute(database.db);
    await look(NOON);
    expect((await sql`select from site_condition`.execute(database.db)).rows).toEqual([]);
  });
});
