import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSerial } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
let alpha: string;
beforeAll(async () => {
  world = await startPeople({ now: NOW });
  alpha = world.sid.alpha;
});
afterAll(() => world.close());

const codeOf = async (who: string, change: object, sid = alpha) =>
  (await (await world.as(who)).send(site.updateFast.path, { sid, ...change })).envelope.code;
const detailOf = async (who: string, sid = alpha) => (await world.as(who)).call(site.detail, { sid });
const newPlant = async (who: string, more: object = {}) => {
  const made = await (await world.as(who)).call(site.createFast, {
    siteName: 'Shed',
    countryCode: 'DE',
    timezone: 'Europe/Berlin',
    ...more,
  });
  return made.sid;
};

describe('v2/site/updateFast', () => {
  it('changes what is given, leaves the rest, empties what is given empty, and writes it down', async () => {
    const free = await world.as('free');
    await free.call(site.updateFast, { sid: alpha, street: 'Hof 2', systemSize: 5000, remark: 'x' });
    await free.call(site.updateFast, {
      sid: alpha,
      siteName: 'Alpha II',
      systemSize: '',
      controlLimit: 3000,
      city: null,
    });
    expect(await detailOf('free')).toMatchObject({
      siteName: 'Alpha II',
      street: 'Hof 2',
      city: 'Berlin',
      systemSize: null,
      controlLimit: 3000,
      remark: 'x',
    });
    const { list, total } = await free.call(site.changes, { sid: alpha });
    expect(total).toBe(2);
    expect(list[0]).toMatchObject({
      action: 'site.update',
      userName: 'free@make.test',
      detail: {
        siteName: { from: 'Alpha', to: 'Alpha II' },
        systemSizeW: { from: 5000, to: '' },
        controlLimitW: { from: '', to: 3000 },
      },
    });
    await free.call(site.updateFast, { sid: alpha, siteName: 'Alpha II' });
    expect((await free.call(site.changes, { sid: alpha })).total).toBe(2);
  });

  it('takes the position away only as a whole', async () => {
    expect(await codeOf('free', { latitude: 10 })).toBe(400);
    expect(await codeOf('free', { latitude: '', longitude: '' })).toBe(200);
    expect((await detailOf('free')).hasPosition).toBe(false);
  });

  it('has the days of a plant computed anew when its time zone changes', async () => {
    const sid = await newPlant('free');
    const { db, pool } = world.app.database;
    const { rows } = await sql<{ id: number }>`select id from sites where sid = ${sid}`.execute(db);
    const siteId = rows[0]!.id;
    const { id } = await inTransaction(db, 'write', (tx) => makeDevice(tx, siteId));
    const who = { deviceId: id, siteId, timeZone: 'Europe/Berlin' };
    await storeReadings(
      pool,
      sunnyDay(who, '2026-06-20', { peakW: 900, channels: 4, everyMinutes: 15, untilMs: NOW }),
      NOW,
    );
    await sql`delete from dirty_day where site_id = ${siteId}`.execute(db);
    expect(await codeOf('free', { timezone: 'Asia/Tokyo' }, sid)).toBe(200);
    const { rows: days } = await sql`select day from dirty_day where site_id = ${siteId} order by 1`.execute(
      db,
    );
    expect(days).toEqual([{ day: '2026-06-20' }, { day: '2026-06-21' }]);
  });

  it('lets somebody with whom it is shared to edit change what it is, but not whose it is', async () => {
    const sid = await newPlant('free', { shareWith: [{ email: 'customer.south@make.test', mayEdit: true }] });
    expect(await codeOf('customer.south', { remark: 'seen' }, sid)).toBe(200);
    expect(await codeOf('customer.south', { shareWith: [] }, sid)).toBe(1126);
    expect(await codeOf('customer.south', { userEmail: '' }, sid)).toBe(1126);
    expect(await codeOf('customer.south', { installerEmail: 'south.boss@make.test' }, sid)).toBe(1126);
    expect(await codeOf('free', { shareWith: [{ email: 'customer.south@make.test' }] }, sid)).toBe(200);
    expect(await codeOf('customer.south', { remark: 'again' }, sid)).toBe(1121);
    expect(await codeOf('free', { shareWith: [] }, sid)).toBe(200);
    expect(await codeOf('customer.south', { remark: 'again' }, sid)).toBe(4040);
  });

  it('lets the owner replace and remove who looks after it, who then sees it no longer', async () => {
    const sid = await newPlant('boss', { userEmail: 'customer@make.test' });
    expect(await codeOf('boss', { userEmail: 'free@make.test' }, sid)).toBe(1124);
    expect(await codeOf('boss', { installerEmail: '' }, sid)).toBe(1124);
    expect(await codeOf('customer', { installerEmail: 'south.boss@make.test' }, sid)).toBe(200);
    expect(await codeOf('boss', { remark: 'mine' }, sid)).toBe(4040);
    expect(await codeOf('south.boss', { remark: 'mine' }, sid)).toBe(200);
    // Both companies are notified, with the ID of the plant instead of its name.
    const [ended] = await mailsTo(world.app, 'boss@make.test');
    expect(ended).toMatchObject({ kind: 'companyEnded' });
    expect(ended?.text).toContain(`changed the installer of plant ${sid}`);
    const [assigned] = await mailsTo(world.app, 'south.boss@make.test');
    expect(assigned).toMatchObject({ kind: 'companyAssigned' });
    expect(assigned?.text).toContain(`/pvPlant/detail?id=${sid}`);
    expect(assigned?.text).not.toContain('Shed');
    expect(await codeOf('customer', { installerEmail: '' }, sid)).toBe(200);
    expect((await mailsTo(world.app, 'south.boss@make.test'))[0]).toMatchObject({ kind: 'companyEnded' });
    expect(await codeOf('south.boss', { remark: 'mine' }, sid)).toBe(4040);
    expect(await detailOf('customer', sid)).toMatchObject({ installerEmail: '', companyName: '' });
  });

  it('gives a plant without an owner to one', async () => {
    const sid = await newPlant('boss');
    expect(await codeOf('boss', { userEmail: 'customer@make.test' }, sid)).toBe(200);
    expect((await detailOf('customer', sid)).userEmail).toBe('customer@make.test');
  });

  it('offers a plant without an owner to a customer whom the caller does not see', async () => {
    const sid = await newPlant('boss');
    const boss = await world.as('boss');
    for (const userEmail of ['customer.south@make.test', 'nobody@make.test']) {
      const saved = await boss.call(site.updateFast, { sid, userEmail });
      expect(saved.offeredTo).toBe(userEmail);
      expect((await detailOf('boss', sid)).userEmail).toBe('');
      expect((await boss.call(site.handOverPending, { sid })).offer?.email).toBe(userEmail);
    }
    const owned = await newPlant('boss', { userEmail: 'customer@make.test' });
    expect(await codeOf('boss', { userEmail: 'nobody@make.test' }, owned)).toBe(1124);
  });

  it('changes planes and enters further devices', async () => {
    const sid = await newPlant('free', { planes: [{ name: 'A', tilt: 10, azimuth: 90 }] });
    const free = await world.as('free');
    const { devices } = await free.call(site.updateFast, {
      sid,
      planes: [
        { id: 1, name: 'B', tilt: 20, azimuth: 90 },
        { name: 'C', tilt: 5, azimuth: 270 },
      ],
      devices: [{ sn: makeSerial() }],
    });
    expect(devices.map(({ result }) => result)).toEqual(['entered']);
    expect((await detailOf('free', sid)).planes.map(({ id, name }) => [id, name])).toEqual([
      [1, 'B'],
      [2, 'C'],
    ]);
    const twice = { id: 1, name: '', tilt: 0, azimuth: 0 };
    expect(await codeOf('free', { planes: [twice, twice] }, sid)).toBe(400);
  });

  it('shows nothing of the plant to others, nor what changed', async () => {
    expect(await codeOf('customer.south', { remark: '' })).toBe(4040);
    const far = await world.as('customer.south');
    expect((await far.send(site.changes.path, { sid: alpha })).envelope.code).toBe(4040);
    expect(await codeOf('support', { remark: '' })).toBe(403);
    const support = await world.as('support');
    expect((await support.send(site.changes.path, { sid: alpha })).envelope.code).toBe(1121);
  });
});
