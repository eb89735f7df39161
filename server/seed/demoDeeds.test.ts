// Past actions of demo users appear in the calls that screens use, not only in the tables.
import { account } from '@helioport/contract/account';
import { dashboard } from '@helioport/contract/dashboard';
import { device } from '@helioport/contract/device';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../src/platform/db.ts';
import { dueReports } from '../src/repositories/reportSettings.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { seedDemo } from './demo.ts';
import { demoReplacedAt } from './demoReplaced.ts';
import { seedMenus } from './menus.ts';

const HOUSE = 'DE_20240312_9kQm';
const GARDEN = 'DE_20250504_Lm3T';
/** A Monday, the first of a month, at seven in the morning of these plants. */
const NOW = Date.parse('2026-06-01T05:00:00Z');
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO: 'on' }, now: NOW });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, app.now());
  });
});
afterAll(() => app.close());

it('has reports ordered by two people, of which each kind comes at its next time', async () => {
  const owner = await app.as('owner@demo.test');
  expect(await owner.call(pv.reportSettings, { sid: HOUSE })).toMatchObject({ daily: true, monthly: true });
  const { due } = await dueReports(app.database.db, {
    after: { siteId: 0, userId: 0 },
    limit: 100,
    now: app.now(),
  });
  expect(new Set(due.map(({ kind }) => kind))).toEqual(new Set(['daily', 'weekly', 'monthly']));
  expect(new Set(due.map(({ userId }) => userId)).size).toBe(2);
});

it('has a plant that was handed over with something open, by a reason', async () => {
  const { submitted } = await (await app.as('installer@demo.test')).call(site.commission, { sid: GARDEN });
  expect(submitted?.by).toBe('Ines Keller');
  expect(submitted?.reason).not.toBe('');
  expect(submitted?.checks.find(({ key }) => key === 'trouble')?.result).toBe('unknown');
});

it('has an installer who works for two companies', async () => {
  const { list } = await (await app.as('installer@demo.test')).call(account.companies, {});
  expect(list.map(({ companyName }) => companyName).sort()).toEqual([
    'Instal-Sol Kraków',
    'Sonnenwerk Montage',
  ]);
});

it('has a plant that is shared for some weeks, and somebody invited', async () => {
  const { shareWith } = await (await app.as('owner@demo.test')).call(site.detail, { sid: GARDEN });
  expect(shareWith).toMatchObject([
    { email: 'hanna@demo.test', until: '2026-07-01' },
    { email: 'neighbour@demo.test', until: null },
  ]);
});

it('has an inverter that came for another five days ago, on its place and by its name', async () => {
  const owner = await app.as('owner@demo.test');
  const at = Date.parse('2026-05-27T10:30:00+02:00');
  const { list } = await owner.call(device.replacements, { sid: GARDEN });
  expect(list).toMatchObject([
    { sn: '30C5D1F0', bySn: '30C5D206', userName: 'Ines Keller', at, undoUntil: null },
  ]);
  expect(await inTransaction(app.database.db, 'read', demoReplacedAt)).toBe(at);
  const { list: devices } = await owner.call(device.list, { filters: { sid: GARDEN } });
  expect(devices).toHaveLength(6);
  expect(devices.find(({ sn }) => sn === '30C5D206')).toMatchObject({ alias: 'Arbour 6' });
  const { list: changes } = await owner.call(site.changes, { sid: GARDEN });
  expect(changes).toMatchObject([{ action: 'device.replace', subject: '30C5D1F0' }]);
});

it('has people and plants that came one after the other, and nobody tomorrow', async () => {
  const admin = await app.as('admin@demo.test');
  const { days, weeks } = await admin.call(dashboard.deviceTrend, {});
  expect(weeks.filter(({ users }) => users > 0).length).toBeGreaterThan(8);
  expect(weeks.filter(({ devices }) => devices > 0).length).toBeGreaterThan(8);
  expect(days.some(({ devices }) => devices > 0) && days.some(({ users }) => users > 0)).toBe(true);
  const users = weeks.reduce((sum, week) => sum + week.users, 0);
  expect(users).toBe((await admin.call(dashboard.userSummary, {})).totalUsers);
});
