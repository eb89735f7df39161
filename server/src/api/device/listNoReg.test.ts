// Pages of unclaimed serial numbers, sorted by current values.
import { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

const NOW = Date.UTC(2026, 5, 21, 15, 30);
const REPORTING = 14;

let app: TestApp;
let admin: Caller;
/** Those that reported, the last report first; and those that never did, in the order in which they came. */
let reported: string[];
let silent: string[];

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const all = [];
    for (let i = 0; i < REPORTING + 4; i++) all.push(await makeDevice(tx, null));
    const gone = await makeDevice(tx, null);
    await sql`update devices set retired_at = now() where id = ${gone.id}`.execute(tx);
    return { all, gone };
  });
  const [first, ...others] = made.all.slice(0, REPORTING);
  const reporting = [made.gone, ...others, ...(first ? [first] : [])];
  // The retired device reported last and has the greatest values.
  await storeReadings(
    app.database.pool,
    reporting.map(({ id }, i) =>
      makeReading({ deviceId: id, siteId: 0, timeZone: 'UTC' }, NOW - i * 60_000, { power: 9_000 - i * 10 }),
    ),
    NOW,
  );
  reported = reporting.slice(1).map(({ serial }) => serial);
  silent = made.all.slice(REPORTING).map(({ serial }) => serial);
  admin = await app.as('admin@make.test');
});
afterAll(() => app.close());

it.each(['lastUpdate', 'now'] as const)(
  'goes page by page through all of them, greatest %s first',
  async (field) => {
    const size = 5;
    const listed: string[] = [];
    for (let num = 0; num < 4; num++) {
      const answer = await admin.call(device.listNoReg, {
        page: { size, num },
        sort: [{ field, order: 'desc' }],
      });
      expect(answer.total).toBe(reported.length + silent.length);
      listed.push(...answer.list.map(({ sn }) => sn));
    }
    expect(listed).toEqual([...reported, ...silent]);
  },
);

it('begins with those that never said anything where the least comes first', async () => {
  const { list } = await admin.call(device.listNoReg, {
    page: { size: 6, num: 0 },
    sort: [{ field: 'lastUpdate', order: 'asc' }],
  });
  expect(list.map(({ sn }) => sn)).toEqual([...silent, ...reported.slice(-2).reverse()]);
});

it('searches in the order of the newest report as well', async () => {
  const sought = reported[3] ?? '';
  const { list, total } = await admin.call(device.listNoReg, {
    filters: { keywords: sought.slice(1) },
    sort: [{ field: 'lastUpdate', order: 'desc' }],
  });
  expect([total, list.map(({ sn }) => sn)]).toEqual([1, [sought]]);
});
