import { FEEDS_MAX, feed } from '@helioport/contract/feed';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { feedOfToken } from '../../repositories/feeds.ts';
import { shareSite } from '../../repositories/shares.ts';

let world: People;
let sid: string;

beforeAll(async () => {
  world = await startPeople();
  sid = world.sid.alpha;
});
afterAll(() => world.close());

const codeOf = async (who: string, path: string, input: object) =>
  (await (await world.as(who)).send(path, input)).envelope.code;

describe('v2/feed/create', () => {
  it('shows the token once, stores only its hash, and lists the feed for those who may edit the plant', async () => {
    const owner = await world.as('free');
    const { id, token } = await owner.call(feed.create, { sid, source: 'influx', name: 'Garage' });
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const { list } = await (await world.as('boss')).call(feed.list, { sid });
    expect(list).toMatchObject([{ id, source: 'influx', name: 'Garage', lastUsedAt: null, lastValues: {} }]);
    expect(JSON.stringify(list)).not.toContain(token);
    const { rows } = await sql<{ row: string }>`select feeds::text as row from feeds`.execute(
      world.app.database.db,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await feedOfToken(world.app.database.db, token)).toMatchObject({
      id,
      kind: 'influx',
      name: 'Garage',
    });

    await owner.call(feed.revoke, { sid, id });
    expect(await feedOfToken(world.app.database.db, token)).toBeUndefined();
    expect((await owner.call(feed.list, { sid })).list).toEqual([]);
    expect(await codeOf('free', feed.revoke.path, { sid, id })).toBe(4073);
  });

  it('is for those who may edit the plant, and a feed of another plant is unknown', async () => {
    const { db } = world.app.database;
    const { rows } = await sql<{ id: number }>`select id from sites where sid = ${sid}`.execute(db);
    const reader = await world.id('customer.south');
    await inTransaction(db, 'write', (tx) => shareSite(tx, rows[0]!.id, reader, false));
    const input = { sid, source: 'emoncms', name: 'Shed' };
    expect(await codeOf('customer.south', feed.create.path, input)).toBe(1121);
    expect(await codeOf('customer.south', feed.list.path, { sid })).toBe(1121);
    expect(await codeOf('south', feed.create.path, input)).toBe(4040);
    expect(await codeOf('free', feed.create.path, { ...input, source: 'fax' })).not.toBe(200);
    const { id } = await (await world.as('free')).call(feed.create, { sid, source: 'emoncms', name: 'Shed' });
    expect(await codeOf('customer.south', feed.revoke.path, { sid: world.sid.beta, id })).toBe(4073);
    await (await world.as('free')).call(feed.revoke, { sid, id });
  });

  it('stops at the limit of a plant', async () => {
    const owner = await world.as('free');
    for (let i = 0; i < FEEDS_MAX; i++)
      await owner.call(feed.create, { sid, source: 'influx', name: `F${i}` });
    expect(await codeOf('free', feed.create.path, { sid, source: 'influx', name: 'More' })).toBe(1421);
  });
});
