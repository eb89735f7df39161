// Gateways with what is behind them, on a real store: two in one plant, one of which is unplugged.
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { releaseDevice } from '../../repositories/claims.ts';
import { setBehind } from '../../repositories/gateways.ts';
import { noteConnected } from '../ingestion/composites.ts';
import { findIssues } from './issues.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-06-21';
const NOON = dayBounds(TODAY, ZONE).startMs + 12 * HOUR_MS;

let database: TestDatabase;
let siteId: number;
let east: { id: number; sn: string };
let west: { id: number; sn: string };
let behindEast: number[];
let behindWest: number[];

beforeEach(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    siteId = (await makeSite(tx)).id;
    east = await makeDevice(tx, siteId, { kind: 'gateway' });
    west = await makeDevice(tx, siteId, { kind: 'gateway' });
    const inverters: number[] = [];
    for (let i = 0; i < 5; i++) inverters.push((await makeDevice(tx, siteId)).id);
    [behindEast, behindWest] = [inverters.slice(0, 3), inverters.slice(3)];
    await setBehind(tx, { siteId, gatewayId: east.id, deviceIds: behindEast });
    await setBehind(tx, { siteId, gatewayId: west.id, deviceIds: behindWest });
  });
});
afterEach(() => database.close());

/** Sunny days of devices, from so many days ago to so many days ago (negative: to come). */
async function shine(ids: readonly number[], from: number, to: number, untilMs = Number.POSITIVE_INFINITY) {
  for (const deviceId of ids)
    for (let back = from; back >= to; back--) {
      const day = { peakW: 1200, channels: 4, everyMinutes: 15, untilMs };
      const readings = sunnyDay({ siteId, deviceId, timeZone: ZONE }, addDays(TODAY, -back), day);
      if (readings.length > 0) await storeReadings(database.pool, readings, NOON);
    }
}

async function look(now: number) {
  await settle(database.db, now);
  await findIssues(database.db, now);
  const { rows } = await sql<{
    kind: string;
    own: number;
    ended: string | null;
    devices: number[];
    isGrouped: boolean;
  }>`
    select kind, device_id as own, ended, device_ids::float8[] as devices, is_grouped as "isGrouped"
    from alarm order by id`.execute(database.db);
  return rows;
}

const condition = async () =>
  (await sql`select key, count, behind, since_day as since, sns from site_condition`.execute(database.db))
    .rows;

describe('a gateway that is silent', () => {
  it('is one alarm with all that is behind it, and the plant says so', async () => {
    await shine(behindEast, 3, 0, NOON);
    await shine(behindWest, 3, 0, NOON + 4 * HOUR_MS);
    expect(await look(NOON + 3.5 * HOUR_MS)).toEqual([]);
    const raised = await look(NOON + 4.5 * HOUR_MS);
    expect(raised).toEqual([
      {
        kind: 'gatewaySilent',
        own: east.id,
        ended: null,
        isGrouped: false,
        devices: [east.id, ...behindEast],
      },
    ]);
    expect(await condition()).toEqual([
      { key: 'gatewaySilent', count: 1, behind: 3, since: TODAY, sns: [east.sn] },
    ]);
    // A day later each inverter would be silent for itself, had it no gateway.
    for (const hours of [12, 30, 50]) {
      await shine(behindWest, 0, -2, NOON + hours * HOUR_MS);
      expect(await look(NOON + hours * HOUR_MS)).toEqual(raised);
    }
  });

  it('closes as recovered when what it kept is there, and its days are whole', async () => {
    await shine(behindEast, 3, 0, NOON);
    await shine(behindWest, 3, -3);
    await look(NOON + 50 * HOUR_MS);
    const energyOf = async () =>
      (
        await sql<{ wh: number }>`
          select energy_wh::float8 as wh from site_day where site_id = ${siteId} and day = ${addDays(TODAY, 1)}`.execute(
          database.db,
        )
      ).rows[0]!.wh;
    const before = await energyOf();
    await shine(behindEast, 0, -3, NOON + 72 * HOUR_MS);
    await look(NOON + 72 * HOUR_MS);
    expect(await look(NOON + 72 * HOUR_MS + 60_000)).toMatchObject([
      { kind: 'gatewaySilent', own: east.id, ended: 'recovered' },
    ]);
    expect(await energyOf()).toBeCloseTo((before * 5) / 2, 0);
    expect(await condition()).toEqual([]);
  });

  it('is folded below the silence of the whole plant', async () => {
    await shine([...behindEast, ...behindWest], 3, 0, NOON);
    const found = await look(NOON + 5 * HOUR_MS);
    expect(found.map(({ kind, own, isGrouped }) => [kind, own, isGrouped])).toEqual(
      expect.arrayContaining([
        ['plantSilent', 0, false],
        ['gatewaySilent', east.id, true],
        ['gatewaySilent', west.id, true],
      ]),
    );
    expect(found).toHaveLength(3);
  });

  it('does not take what was silent before it', async () => {
    const [first, ...others] = behindEast;
    await shine([first!], 6, 3);
    await shine(others, 6, 0, NOON);
    await shine(behindWest, 6, -2);
    await look(NOON);
    const found = await look(NOON + 30 * HOUR_MS);
    expect(found.map(({ kind, devices }) => [kind, devices])).toEqual([
      ['silent', [first]],
      ['gatewaySilent', [east.id, ...others]],
    ]);
  });

  it('is none while it is connected itself, or while one behind it speaks', async () => {
    const [first, ...others] = behindEast;
    await shine([first!], 3, -2);
    await shine(others, 3, 0, NOON);
    await shine(behindWest, 3, 0, NOON);
    const at = NOON + 30 * HOUR_MS;
    await noteConnected(database.pool, [west.sn], at);
    expect((await look(at)).map(({ kind, devices }) => [kind, devices])).toEqual([
      ['silent', [...others, ...behindWest]],
    ]);
  });

  it('takes a machine with its parts', async () => {
    const composite = await inTransaction(database.db, 'write', async (tx) => {
      const whole = await makeDevice(tx, siteId, { kind: 'allInOne', vendor: 'sunhall' });
      const part = await makeDevice(tx, siteId, { kind: 'stringMachine', vendor: 'sunhall' });
      await sql`update devices set parent_id = ${whole.id}, part = 'inverter' where id = ${part.id}`.execute(
        tx,
      );
      await setBehind(tx, { siteId, gatewayId: east.id, deviceIds: [...behindEast, whole.id] });
      return { whole: whole.id, part: part.id };
    });
    await shine([...behindEast, composite.part], 3, 0, NOON);
    await shine(behindWest, 3, -2);
    expect(await look(NOON + 30 * HOUR_MS)).toMatchObject([
      { kind: 'gatewaySilent', devices: [east.id, ...behindEast, composite.whole, composite.part] },
    ]);
    expect(await condition()).toMatchObject([{ behind: 4 }]);
  });
});

describe('what is behind a gateway', () => {
  const gatewayOf = async (id: number) =>
    (
      await sql<{ id: number | null }>`select gateway_id as id from devices where id = ${id}`.execute(
        database.db,
      )
    ).rows[0]!.id;

  it('goes with whoever is named, and with nobody when either leaves the plant', async () => {
    const [a, b, c] = behindEast as [number, number, number];
    await inTransaction(database.db, 'write', async (tx) => {
      expect(await setBehind(tx, { siteId, gatewayId: east.id, deviceIds: behindEast })).toBe(false);
      expect(await setBehind(tx, { siteId, gatewayId: west.id, deviceIds: [a] })).toBe(true);
    });
    expect(await Promise.all([a, b, behindWest[0]!].map(gatewayOf))).toEqual([west.id, east.id, null]);
    await inTransaction(database.db, 'write', async (tx) => {
      await releaseDevice(tx, { siteId, deviceIds: [b] });
      await releaseDevice(tx, { siteId, deviceIds: [west.id] });
    });
    expect(await Promise.all([a, b, c].map(gatewayOf))).toEqual([null, null, east.id]);
  });

  it('is of the same plant', async () => {
    const other = await inTransaction(database.db, 'write', async (tx) => (await makeSite(tx)).id);
    const foreignDevice = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, other));
    await expect(
      sql`update devices set gateway_id = ${east.id} where id = ${foreignDevice.id}`.execute(database.db),
    ).rejects.toThrow('devices_gateway');
  });
});
