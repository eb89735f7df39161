// The list as it opens, the worst first: its first page is read out of the plants that may be bad, where these fill it.

import { site } from '@helioport/contract/site';
import { issueKeys } from '@helioport/domain/conditionSummary';
import { HOUR_MS } from '@helioport/domain/duration';
import { stateRule } from '@helioport/domain/state';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { anonymous } from '../../access/me.ts';
import { visibleAlone, visibleTo } from '../../access/visible.ts';
import { inTransaction } from '../../platform/db.ts';
import { badRows, siteRows } from '../../queries/siteFilters.ts';
import { isCondition, MOST_SUSPECTS } from '../../timeseries/current/state.ts';

const ages = [
  null,
  -HOUR_MS,
  0,
  stateRule.liveMs + 1,
  5 * HOUR_MS,
  stateRule.silentMs - 1,
  stateRule.silentMs,
  stateRule.silentMs + 1,
  90 * 24 * HOUR_MS,
];
const me = { ...anonymous, scope: 'all' as const };
const everything = visibleTo(me, 0);
const context = { me, visible: everything };

let office: Office;

beforeAll(async () => {
  office = await startOffice();
  const { app } = office;
  await inTransaction(app.database.db, 'write', async (tx) => {
    let number = 0;
    for (const ageMs of ages)
      for (const key of [null, ...issueKeys])
        for (const has of ['inverter', 'meter', 'nothing']) {
          // Names in another order than numbers.
          const { id } = await makeSite(tx, { name: `Plant ${(++number * 7919) % 1000}` });
          if (has !== 'nothing')
            await makeDevice(tx, id, { kind: has === 'meter' ? 'meter' : 'microinverter' });
          const at = ageMs === null ? null : new Date(app.now() - ageMs);
          if (at !== null)
            await sql`insert into site_latest (site_id, at, produced_at, counted_since, day)
              values (${id}, ${at}, ${has === 'meter' ? null : at}, ${has === 'meter' ? null : at}, current_date)`.execute(
              tx,
            );
          if (key !== null)
            await sql`insert into site_condition (site_id, key, count, sns) values (${id}, ${key}, 1, '{}')`.execute(
              tx,
            );
        }
  });
});
afterAll(() => office.close());

it('is the beginning of the whole list, of whatever size the page is', async () => {
  const admin = await office.as('administrator');
  const page = async (size: number, num = 0) => {
    const sort = [{ field: 'verdict' as const, order: 'asc' as const }];
    const { list, total } = await admin.call(site.listWithSN, { page: { size, num }, sort });
    return { sids: list.map(({ sid }) => sid), total, levels: list.map(({ verdict }) => verdict.level) };
  };
  const whole = await page(100);
  const bad = whole.levels.filter((level) => level === 'bad').length;
  expect(bad).toBeGreaterThan(20);
  for (const size of [1, 7, 20]) {
    expect(await page(size)).toEqual({
      sids: whole.sids.slice(0, size),
      total: whole.total,
      levels: Array<string>(size).fill('bad'),
    });
    expect((await page(size, 1)).sids).toEqual(whole.sids.slice(size, 2 * size));
  }
});

it.each([0, 6, 12, 18])(
  'no plant is bad that is not suspected, nor at another hour of the day (%i)',
  async (hours) => {
    const { db } = office.app.database;
    const now = office.app.now() + hours * HOUR_MS;
    const { rows: found } = await sql`select s.id ${badRows(everything, now)} order by 1`.execute(db);
    const { rows: bad } = await sql`
    select s.id from ${siteRows(context)} where ${isCondition(now, 'bad')} order by 1`.execute(db);
    expect(bad.length).toBeGreaterThan(20);
    expect(found).toEqual(bad);
  },
);

it('suspects nobody where that would be too many', async () => {
  const { db } = office.app.database;
  await inTransaction(db, 'write', async (tx) => {
    const count = async () =>
      (await sql`select s.id ${badRows(everything, office.app.now())}`.execute(tx)).rows.length;
    expect(await count()).toBeGreaterThan(20);
    await sql`insert into site_latest (site_id, at, day)
      select 1000000 + i, '2026-01-01', '2026-01-01' from generate_series(1, ${MOST_SUSPECTS}::int) i`.execute(
      tx,
    );
    expect(await count()).toBe(0);
    throw new Error('undo');
  }).catch((error: Error) => expect(error.message).toBe('undo'));
});

it('shows nobody what is not his', async () => {
  const { rows } = await sql<{ id: number }>`
    select s.id ${badRows(visibleAlone(-1), office.app.now())}`.execute(office.app.database.db);
  expect(rows).toEqual([]);
});
