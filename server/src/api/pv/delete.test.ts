import { device } from '@helioport/contract/device';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { purgeSites } from '../../jobs/purgeSites.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';
import { kept } from '../../timeseries/retention/deleteSite.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
let plant: { id: number; sid: string };
let inverter: { id: number; serial: string };
let later = NOW;
beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
afterAll(() => world.close());

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.app.database.db, 'write', work);

/** A plant of free@ and of boss@'s company, shared with customer@ to edit, that has reported a day. */
beforeEach(async () => {
  plant = await write(async (tx) => {
    const made = await makeSite(tx, {
      name: 'Old barn',
      ownerId: await world.id('free'),
      companyId: world.company.northInstaller,
    });
    await shareSite(tx, made.id, await world.id('customer'), true);
    return made;
  });
  inverter = await write((tx) => makeDevice(tx, plant.id, { alias: 'Gable' }));
  const who = { deviceId: inverter.id, siteId: plant.id, timeZone: 'Europe/Berlin' };
  const { db, pool } = world.app.database;
  await storeReadings(
    pool,
    sunnyDay(who, '2026-06-20', { peakW: 900, channels: 4, everyMinutes: 15, untilMs: NOW }),
    NOW,
  );
  await rollUp(db, { siteId: plant.id, day: '2026-06-20' }, NOW);
});

const codeOf = async (who: string, siteName = 'Old barn') =>
  (await (await world.as(who)).send(pv.delete.path, { sid: plant.sid, siteName })).envelope.code;

/** Tables of the store that still say something of the plant. */
async function tablesWithRows(): Promise<string[]> {
  const found = [];
  for (const table of kept) {
    const { rows } = await sql`
      select from ${sql.table(table)} where site_id = ${plant.id} limit 1`.execute(world.app.database.db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

describe('v1/pv/delete', () => {
  it('takes the name of the plant for optional, as it is documented', async () => {
    await (await world.as('free')).call(pv.delete, { sid: plant.sid });
    expect(await codeOf('free')).toBe(4040);
  });

  it('refuses another name than that of the plant', async () => {
    expect(await codeOf('free', '')).toBe(1125);
    expect(await codeOf('free', 'old barn')).toBe(1125);
    expect(await codeOf('free', ' Old barn ')).toBe(200);
    expect(await codeOf('free')).toBe(4040);
  });

  it('is for the owner and the company, not for those with whom the plant is shared, nor for strangers', async () => {
    expect(await codeOf('customer')).toBe(1126);
    expect(await codeOf('support')).toBe(403);
    expect(await codeOf('customer.south')).toBe(4040);
    expect(await codeOf('south.boss')).toBe(4040);
    expect(await codeOf('boss')).toBe(200);
  });

  it('leaves nothing to be seen of the plant, and its devices as if nobody had ever heard of them', async () => {
    await codeOf('free');
    const free = await world.as('free');
    expect((await free.send(site.detail.path, { sid: plant.sid })).envelope.code).toBe(4040);
    expect((await free.send(device.history.path, { sn: inverter.serial })).envelope.code).toBe(4041);
    const admin = await world.as('admin');
    expect((await admin.call(device.listNoReg, { filters: { sn: inverter.serial } })).list).toEqual([]);
    // The next owner gets the device and not what it told the one before.
    const { sid, devices } = await (await world.as('customer')).call(site.createFast, {
      siteName: 'New',
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      devices: [{ sn: inverter.serial }],
    });
    expect(devices[0]?.result).toBe('entered');
    const day = await (await world.as('customer')).call(device.history, {
      sn: inverter.serial,
      date: '2026-06-20',
    });
    expect(day.list).toEqual([]);
    expect((await (await world.as('customer')).call(site.overview, { sid })).deviceList).toHaveLength(1);
  });

  it('has the history removed soon afterwards, in every table of the store and of this plant alone', async () => {
    const { db } = world.app.database;
    const stays = await write((tx) => makeSite(tx));
    const one = await write((tx) => makeDevice(tx, stays.id));
    const who = { deviceId: one.id, siteId: stays.id, timeZone: 'Europe/Berlin' };
    const day = sunnyDay(who, '2026-06-20', { peakW: 900, channels: 4, everyMinutes: 15, untilMs: NOW });
    await storeReadings(world.app.database.pool, day, NOW);
    expect(await tablesWithRows()).toEqual(expect.arrayContaining(['reading', 'site_day', 'device_hour']));
    await codeOf('free');
    // A report may still be on its way.
    expect(await purgeSites({ db, clock: () => later })).toBe(0);
    later = NOW + 61_000;
    expect(await purgeSites({ db, clock: () => later })).toBeGreaterThan(0);
    expect(await tablesWithRows()).toEqual([]);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from reading where site_id = ${stays.id}`.execute(db);
    expect(rows[0]?.n).toBe(day.length);
    expect(await purgeSites({ db, clock: () => later })).toBe(0);
  });

  it('keeps the line that says who did it', async () => {
    await codeOf('boss');
    const { rows } = await sql`
      select action, company_id as "companyId", detail from audit where subject = ${plant.sid}`.execute(
      world.app.database.db,
    );
    expect(rows).toEqual([
      {
        action: 'site.del',
        companyId: world.company.northInstaller,
        detail: { siteName: 'Old barn', devices: 1 },
      },
    ]);
  });
});

describe('what a deleted plant leaves', () => {
  it('is known of every table that names a plant', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
          and f.confrelid in ('sites'::regclass, 'cases'::regclass, 'webhooks'::regclass,
            'influx_outputs'::regclass, 'feeds'::regclass) and f.confdeltype = 'c')
      order by 1`.execute(world.app.database.db);
    // Lines of the log stay, devices are released, and the last one is the list of what is to go.
    const others = ['audit', 'deleted_site', 'devices'];
    expect(rows.map(({ name }) => name)).toEqual([...kept, ...others].sort());
  });
});
