import { site } from '@helioport/contract/site';
import { publicBlocks } from '@helioport/contract/sitePublic';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
let alpha: string;
let serial: string;

beforeAll(async () => {
  world = await startPeople({ now: NOW });
  alpha = world.sid.alpha;
  const { db, pool } = world.app.database;
  const { rows } = await sql<{ id: number }>`select id from sites where sid = ${alpha}`.execute(db);
  const siteId = rows[0]!.id;
  const made = await inTransaction(db, 'write', (tx) => makeDevice(tx, siteId, { alias: 'Secret shed' }));
  serial = made.serial;
  const who = { deviceId: made.id, siteId, timeZone: 'Europe/Berlin' };
  await storeReadings(
    pool,
    sunnyDay(who, '2026-06-21', { peakW: 1000, channels: 4, everyMinutes: 15, untilMs: NOW }),
    NOW,
  );
  const friend = await world.id('customer.south');
  await inTransaction(db, 'write', (tx) => shareSite(tx, siteId, friend, true));
});
afterAll(() => world.close());

const set = async (who: string, input: object) =>
  (await (await world.as(who)).send(site.publicPageSet.path, { sid: alpha, ...input })).envelope;
const codeOf = async (token: string) =>
  (await world.app.anonymous.send(site.publicView.path, { token })).envelope.code;

describe('v2/site/publicView', () => {
  it('shows a stranger the blocks that were let be seen, and nothing that tells whose or where', async () => {
    const free = await world.as('free');
    const page = await free.call(site.publicPageSet, { sid: alpha, title: 'Sun', blocks: [...publicBlocks] });
    const { anonymous } = world.app;
    const all = await anonymous.call(site.publicView, { token: page.token });
    expect(all).toMatchObject({
      title: 'Sun',
      timezone: 'Europe/Berlin',
      isLive: true,
      now: { powerW: expect.any(Number), ratedW: 1600 },
      curve: { steps: 48, stepMinutes: 30 },
      verdict: { level: 'good' },
    });
    expect(all.today?.today).toBeGreaterThan(1);
    expect(all.benefit?.co2Kg).toBeGreaterThan(0);
    expect([all.today?.recordedSince, all.benefit?.recordedSince]).toEqual(['2026-06-21', '2026-06-21']);
    const text = JSON.stringify(all);
    for (const secret of [alpha, serial, 'Alpha', 'Berlin"', 'free@make.test', 'Secret shed', '52.52'])
      expect(text.replace('Europe/Berlin', '')).not.toContain(secret);

    await free.call(site.publicPageSet, { sid: alpha, title: 'Sun', blocks: ['today'] });
    const few = await anonymous.call(site.publicView, { token: page.token });
    expect(Object.keys(few).sort()).toEqual(
      ['isAsleep', 'isLive', 'lastReportAt', 'timezone', 'title', 'today'].sort(),
    );
  });

  it('leads nowhere at once when the address is renewed or taken away', async () => {
    const free = await world.as('free');
    const { token } = await free.call(site.publicPageSet, { sid: alpha, blocks: ['now'] });
    expect(await codeOf(token)).toBe(200);
    const renewed = await free.call(site.publicPageSet, { sid: alpha, blocks: ['now'], isRenewed: true });
    expect([await codeOf(token), await codeOf(renewed.token)]).toEqual([4050, 200]);
    expect(await free.call(site.publicPageSet, { sid: alpha, isOn: false })).toMatchObject({
      isOn: false,
      token: '',
    });
    expect(await codeOf(renewed.token)).toBe(4050);
    const { list } = await free.call(site.changes, { sid: alpha });
    expect(list.slice(0, 2).map(({ action }) => action)).toEqual(['site.publicPageEnd', 'site.publicPage']);
  });

  it('is the matter of those who decide over the plant', async () => {
    expect((await set('customer.south', { blocks: ['now'] })).code).toBe(1126);
    expect((await set('south.boss', { blocks: ['now'] })).code).toBe(4040);
    expect((await set('boss', { blocks: ['now'] })).code).toBe(200);
    const friend = await world.as('customer.south');
    expect((await friend.send(site.publicPage.path, { sid: alpha })).envelope.code).toBe(1126);
    expect((await set('boss', { blocks: ['secrets'] })).code).toBe(400);
  });
});
