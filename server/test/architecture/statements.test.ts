import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fulfilled } from '../../src/access/handler.ts';
import { type Bound, bound, overBounds } from './statements.ts';
import { people, startWorld, type World } from './world.ts';

let world: World;
let bounds: Bound[];

beforeAll(async () => {
  world = await startWorld();
  const { sid } = (await world.idsOf(people.administrator))[0]!;
  const chart = (name: string, most: number, input: object) =>
    bound(name, most, site.statisticsEcharts, { sid, ...input } as never);
  const page = { size: 20, num: 0 };
  bounds = [
    chart('month chart', 3, { types: 3, rangeDate: '2026-05-22~2026-06-21' }),
    chart('year by months', 4, { types: 5, rangeDate: '2025-06-21~2026-06-21' }),
    chart('all years by months', 6, { types: 6 }),
    chart('day curve', 5, { types: 11, date: '2026-06-21', minInterval: 5 }),
    bound('playback', 6, device.playback, { sid, start: '2026-06-21', end: '2026-06-21', compact: true }),
    bound('plant list as it opens', 4, site.listWithSN, {
      page,
      sort: [{ field: 'verdict', order: 'asc' }],
    }),
    bound('plant list by power', 4, site.listWithSN, { page, sort: [{ field: 'now', order: 'desc' }] }),
  ];
}, 1_800_000);
afterAll(() => world.close());

it('no question that many ask takes more statements than it needs, or has one planned anew', async () => {
  for (const who of [people.administrator, people.installer, people.endUser]) {
    const caller = await world.sessionOf(who);
    const ofAll = bounds.filter(({ name }) => who === people.administrator || name.startsWith('plant list'));
    expect(await overBounds(caller, ofAll), who).toEqual([]);
  }
});

it('a call that asks plant by plant is caught, and one whose text is another each time', async () => {
  const input = { page: { size: 20, num: 0 }, sort: [] };
  const planted: Fulfilled = {
    name: 'listWithSN',
    endpoint: site.listWithSN,
    handler: async ({ tx, visible }) => {
      const { rows } = await sql<{ id: number }>`select v.id from ${visible.sites} v`.execute(tx);
      for (const { id } of rows) await sql`select ${sql.lit(id)}::int`.execute(tx);
      return { list: [], total: rows.length };
    },
  };
  const other = await startWorld({ planted: [planted] });
  const found = await overBounds(await other.sessionOf(people.administrator), [
    bound('planted', 7, site.listWithSN, input),
  ]);
  expect(found[0]).toMatch(/^planted takes \d+ statements, not 7$/);
  expect(found.filter((line) => /planned anew: select \d+::int/.test(line)).length).toBeGreaterThan(1);
  await other.close();
}, 1_800_000);
