// Events and alarms are one history: one beginning, one count; a fault that endangers people is an alarm with its reading.

import { alarm } from '@helioport/contract/alarm';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { lookForDanger } from '../../jobs/dangerWatch.ts';
import { inTransaction } from '../../platform/db.ts';
import { storeConditions } from '../../timeseries/alarms/conditions.ts';
import { plantsInNewDanger } from '../../timeseries/alarms/danger.ts';
import { evaluateAlarms } from '../../timeseries/alarms/evaluate.ts';
import { findIssues } from '../../timeseries/alarms/issues.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-06-21';
const NOON = dayBounds(TODAY, ZONE).startMs + 12 * HOUR_MS;
const page = { size: 100, num: 0 };

let app: TestApp;
let admin: Caller;
let siteId: number;
let sid: string;
let first: { id: number; serial: string };
let second: { id: number; serial: string };

beforeEach(async () => {
  app = await startTestApp({ now: NOON });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    ({ id: siteId, sid } = await makeSite(tx, { latitude: 52.5, longitude: 13.4, timezone: ZONE }));
    first = await makeDevice(tx, siteId);
    second = await makeDevice(tx, siteId);
  });
  admin = await app.as('admin@make.test');
});
afterEach(() => app.close());

const who = ({ id }: { id: number }) => ({ siteId, deviceId: id, timeZone: ZONE });

/** Readings with a status word every five minutes, the last one at an instant. */
const complain = (one: { id: number }, bits: readonly number[], toMs: number) =>
  storeReadings(
    app.database.pool,
    bits.map((statusBits, i) =>
      makeReading(who(one), toMs - (bits.length - 1 - i) * 5 * MINUTE_MS, {
        power: 4000,
        energy: 1000,
        statusBits,
      }),
    ),
    toMs,
  );
const times = (count: number, bits: number) => Array<number>(count).fill(bits);

async function look(now: number) {
  app.setNow(now);
  await settle(app.database.db, now);
  await inTransaction(app.database.db, 'write', async (tx) => {
    await evaluateAlarms(tx, now);
    await storeConditions(tx);
  });
}

describe('a fault on three days in a row', () => {
  it('began once and came as often, in events and in alarms', async () => {
    const days = [2, 1, 0].map((ago) => dayBounds(addDays(TODAY, -ago), ZONE).startMs + 12 * HOUR_MS);
    for (const noon of days) {
      // Twice on each day, with a pause in which the alarm ends.
      await complain(first, [...times(5, 0x40), ...times(6, 0), ...times(5, 0x40)], noon);
      await look(noon);
    }
    const { list: alarms } = await admin.call(alarm.list, { page });
    const { list: events } = await admin.call(device.alerts, { page });
    expect(alarms).toMatchObject([{ key: '0040', endedAt: null }]);
    expect(events).toMatchObject([{ key: '0040', days: 3, times: 6 }]);
    expect([alarms[0]?.begunAt, alarms[0]?.times]).toEqual([events[0]?.begunAt, events[0]?.times]);
    expect(events[0]?.begunAt).toBe(days[0]! - 15 * 5 * MINUTE_MS);
    const { verdict: condition } = await admin.call(site.detail, { sid });
    expect(condition).toMatchObject({ key: 'faults', code: '0040', count: 1, sinceDay: addDays(TODAY, -2) });
  });
});

describe('what was found and taken for over although it went on', () => {
  it('is one alarm that was raised once, without an end in its history', async () => {
    const { db } = app.database;
    await complain(first, times(3, 0), NOON);
    const issueOf = () =>
      sql`insert into device_issue (site_id, device_id, key, since_day)
        values (${siteId}, ${first.id}, 'makesNothing', '2026-04-20')`.execute(db);
    await issueOf();
    await sql`insert into issue_event (site_id, device_id, key, begun_at, since_day)
      values (${siteId}, ${first.id}, 'makesNothing', '2026-04-20', '2026-04-20')`.execute(db);
    await look(NOON);
    await sql`delete from device_issue`.execute(db);
    await sql`update issue_event set ended_at = ${new Date(NOON + MINUTE_MS)}`.execute(db);
    await look(NOON + MINUTE_MS);
    expect((await admin.call(alarm.list, { page })).list).toMatchObject([{ state: 'cleared' }]);
    await issueOf();
    await sql`update issue_event set ended_at = null`.execute(db);
    await look(NOON + 2 * MINUTE_MS);
    const { list } = await admin.call(alarm.list, { page });
    expect(list).toMatchObject([{ state: 'open', endedAt: null, times: 1 }]);
    expect(list[0]?.begunAt).toBe(Date.parse('2026-04-20T00:00Z'));
    const { steps } = await admin.call(alarm.detail, { alarmId: list[0]!.alarmId });
    expect(steps.map(({ step }) => step)).toEqual(['raised']);
  });
});

describe('what turns out to have begun earlier', () => {
  it('did so in verdict, event and alarm', async () => {
    const { db, pool } = app.database;
    const still = { power: 0, energy: 0, temperature: 200 };
    await storeReadings(pool, [makeReading(who(first), NOON - MINUTE_MS, still)], NOON);
    await complain(second, times(3, 0), NOON);
    await sql`insert into stopped (site_id, device_id, key, begun_at, addrs)
      values (${siteId}, ${first.id}, 'makesNothing', ${new Date(NOON - 2 * HOUR_MS)}, '{}')`.execute(db);
    await findIssues(db, NOON);
    await look(NOON);
    expect((await admin.call(alarm.list, { page })).list).toMatchObject([{ begunAt: NOON - 2 * HOUR_MS }]);
    await sql`update stopped set begun_at = '2026-06-10T10:00Z'`.execute(db);
    await findIssues(db, NOON + MINUTE_MS);
    await look(NOON + MINUTE_MS);
    const began = dayBounds('2026-06-10', ZONE).startMs;
    expect((await admin.call(alarm.list, { page })).list).toMatchObject([{ begunAt: began, times: 1 }]);
    const { list: events } = await admin.call(device.alerts, { page });
    expect(events.filter(({ isOpen }) => isOpen)).toMatchObject([{ key: 'makesNothing', begunAt: began }]);
    const { verdict: condition, causeSince } = await admin.call(site.detail, { sid });
    expect([condition.sinceDay, causeSince]).toEqual(['2026-06-10', '2026-06-10']);
  });
});

describe('the energy of a day', () => {
  it('is one figure in list, overview and curve, however the devices round', async () => {
    for (const one of [first, second])
      await storeReadings(
        app.database.pool,
        [0, 2_137].map((energy, i) =>
          makeReading(who(one), NOON - (2 - i) * 5 * MINUTE_MS, { power: 100, energy }),
        ),
        NOON,
      );
    await look(NOON);
    const { totals, series } = await admin.call(site.statisticsEcharts, {
      types: 3,
      sid,
      date: TODAY,
      rangeDate: `${TODAY}~${TODAY}`,
      withFlows: true,
    });
    const { list } = await admin.call(site.listWithSN, { page });
    const { statisticsProduction } = await admin.call(site.overview, { sid });
    expect([totals?.[0], list[0]?.todayPower, Number(statisticsProduction.today)]).toEqual([
      0.427, 0.427, 0.427,
    ]);
    // What the devices say, each rounded, adds up to another figure.
    const ofDevices = series.filter(({ key }) => key === 'production').map(({ data }) => data[0]);
    expect(ofDevices).toEqual([0.214, 0.214]);
  });
});

describe('a fault that endangers people', () => {
  const announcer = { announce: () => undefined };
  const watch = (now: number) => {
    app.setNow(now);
    return lookForDanger({ db: app.database.db, clock: () => now, announcer });
  };

  it('is an alarm with its first reading, before the day is rolled up', async () => {
    await complain(first, times(3, 0), NOON - 5 * MINUTE_MS);
    await complain(first, [0x4002], NOON);
    await complain(second, [0x0040], NOON);
    expect(await watch(NOON + 10_000)).toBe(1);
    const { list } = await admin.call(alarm.list, { page });
    expect(list).toMatchObject([{ key: '4000', severity: 'critical', begunAt: NOON, sns: [first.serial] }]);
    const { list: plants } = await admin.call(site.listWithSN, { page, filters: { severity: 'critical' } });
    expect(plants).toMatchObject([
      {
        sid,
        status: 1,
        severity: 'critical',
        cause: '4000',
        verdict: { level: 'bad', key: 'faults', count: 1 },
      },
    ]);
    // Known faults are not checked again, and the roll-up changes nothing.
    expect(await plantsInNewDanger(app.database.db, NOON + 20_000)).toEqual([]);
    await look(NOON + MINUTE_MS);
    expect((await admin.call(alarm.list, { page })).list).toMatchObject([{ begunAt: NOON, times: 1 }]);
  });

  it('of a second device is seen too, and nothing is looked at where none is new', async () => {
    await complain(first, [0x2000], NOON);
    await watch(NOON);
    expect(await watch(NOON + 1000)).toBe(0);
    await complain(second, [0x2000], NOON + MINUTE_MS);
    expect(await watch(NOON + MINUTE_MS)).toBe(1);
    expect((await admin.call(alarm.list, { page })).list).toMatchObject([{ deviceCount: 2 }]);
  });
});

describe('the note over a plant', () => {
  it('has a line per device and cause: codes are never merged, low light is none', async () => {
    await complain(first, [0x0042], NOON);
    await complain(second, [0x4000], NOON);
    const { faults, alert } = await admin.call(site.overview, { sid });
    expect(faults.map(({ sn, code, severity }) => [sn, code, severity])).toEqual([
      [second.serial, '4000', 'critical'],
      [first.serial, '0040', 'minor'],
    ]);
    expect(alert.code).toBe('4000');
  });
});

describe('a hole of two and a half hours at noon', () => {
  it('is an event of the log, and marked and counted in the curve', async () => {
    const day = { peakW: 1200, channels: 4, everyMinutes: 5 };
    const [from, to] = [NOON - HOUR_MS, NOON + 1.5 * HOUR_MS];
    for (const one of [first, second])
      await storeReadings(
        app.database.pool,
        sunnyDay(who(one), TODAY, day).filter(({ atMs }) => atMs <= from || atMs >= to),
        NOON + 8 * HOUR_MS,
      );
    await look(NOON + 8 * HOUR_MS);
    const { list } = await admin.call(device.alerts, { page });
    expect(list).toMatchObject([
      { key: 'dataGap', severity: 'info', isOpen: false, begunAt: from, endedAt: to },
    ]);
    expect([...(list[0]?.sns ?? [])].sort()).toEqual([first.serial, second.serial].sort());
    const { missing } = await admin.call(site.statisticsEcharts, {
      types: 11,
      sid,
      date: TODAY,
      rangeDate: TODAY,
      minInterval: 5,
      withMissing: true,
    });
    expect(missing).toEqual([{ sn: '', from, to }]);
    // What came late fills it.
    for (const one of [first, second])
      await storeReadings(app.database.pool, sunnyDay(who(one), TODAY, day), NOON + 9 * HOUR_MS);
    await look(NOON + 9 * HOUR_MS);
    expect((await admin.call(device.alerts, { page })).list).toEqual([]);
  });

  it('is no alarm and no trouble', async () => {
    for (const one of [first, second]) {
      await complain(one, times(3, 0), NOON - 3 * HOUR_MS);
      await complain(one, times(3, 0), NOON);
    }
    await findIssues(app.database.db, NOON);
    await look(NOON);
    expect((await admin.call(alarm.list, { page })).list).toEqual([]);
    const { list } = await admin.call(site.listWithSN, { page });
    expect(list[0]).toMatchObject({ severity: 'none', state: 'live' });
  });
});
