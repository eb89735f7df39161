import { dayRange } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction, type Tx } from '../../platform/db.ts';
import { energyOfDevices, energyOfProducers } from './deviceEnergies.ts';

let database: TestDatabase;
let siteId: number;
/** Serial numbers of inverters: with all days, with some, with none, and a replaced one. */
let sns: string[];
let ids: number[];

/** The newest reading of a device is of this day, which may be rolled up already. */
const running = (tx: Tx, deviceId: number, day: string, wh: number) =>
  sql`
  insert into latest (site_id, device_id, at, kind, day, day_wh)
  values (${siteId}, ${deviceId}, ${day}::date, 0, ${day}, ${wh})`.execute(tx);

beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    ({ id: siteId } = await makeSite(tx, {}));
    const made = [];
    for (const kind of ['microinverter', 'microinverter', 'microinverter', 'microinverter', 'meter'] as const)
      made.push(await makeDevice(tx, siteId, { kind }));
    const inverters = made.slice(0, 4);
    ids = inverters.map(({ id }) => id);
    sns = (
      await sql<{ sn: string }>`select sn from devices where id = any(${ids}::bigint[]) order by id`.execute(
        tx,
      )
    ).rows.map(({ sn }) => sn);
    const [whole, few, none, replaced] = ids as [number, number, number, number];
    await makeDays(tx, { id: whole, siteId }, '2026-05-30', [1000.1, 2000.2, 3000.3, 4000.4]);
    await running(tx, whole, '2026-06-02', 4444.4);
    await makeDays(tx, { id: few, siteId }, '2026-06-01', [7]);
    await running(tx, few, '2026-06-03', 0);
    await running(tx, none, '2026-06-09', 5);
    await makeDays(tx, { id: replaced, siteId }, '2026-05-31', [50]);
    await sql`update devices set retired_at = now() where id = ${replaced}`.execute(tx);
  });
});
afterAll(() => database.close());

describe('energies of inverters', () => {
  it('have a list of days for each, in which the running day counts instead of what is rolled up of it', async () => {
    const found = await energyOfProducers(database.db, siteId, 'day', dayRange('2026-05-30', '2026-06-03'));
    expect(found).toEqual([
      { sn: sns[0], isRetired: false, wh: [1000.1, 2000.2, 3000.3, 4444.4, null] },
      { sn: sns[1], isRetired: false, wh: [null, null, 7, null, 0] },
      { sn: sns[2], isRetired: false, wh: null },
      { sn: sns[3], isRetired: true, wh: [null, 50, null, null, null] },
    ]);
  });

  it('have a list of months, also over the end of a year', async () => {
    const found = await energyOfProducers(database.db, siteId, 'month', ['2026-05', '2026-06', '2026-07']);
    expect(found.map(({ wh }) => wh)).toEqual([
      [3000.3, 7444.7, null],
      [null, 7, null],
      [null, 5, null],
      [50, null, null],
    ]);
    const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
    const [first] = await energyOfProducers(database.db, siteId, 'month', months);
    expect(first!.wh).toEqual([null, null, null, null, null, null, 3000.3]);
  });

  it('are what they are one by one', async () => {
    for (const [by, spans, from, to] of [
      ['day', dayRange('2026-05-30', '2026-06-10'), '2026-05-30', '2026-06-10'],
      ['month', ['2026-05', '2026-06'], '2026-05-01', '2026-06-30'],
    ] as const) {
      const one = await energyOfDevices(database.db, siteId, by, from, to);
      const lists = await energyOfProducers(database.db, siteId, by, spans);
      expect(lists.map(({ wh }) => wh)).toEqual(
        ids.map((id) => {
          const own = one.get(id);
          return own ? spans.map((span) => own.get(span) ?? null) : null;
        }),
      );
    }
  });
});
