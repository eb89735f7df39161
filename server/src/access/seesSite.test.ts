import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/architecture/world.ts';
import { hashToken, newToken } from '../platform/token.ts';
import type { Me } from './me.ts';
import { type SiteAccess, seesSite, siteAccessOf } from './seesSite.ts';
import { whoIs } from './session.ts';
import { visibleTo } from './visible.ts';

let world: World;
let everybody: Me[];
let plants: SiteAccess[];

beforeAll(async () => {
  world = await startWorld();
  const { app } = world;
  const { db } = app.database;
  const people = await sql<{ id: number; companyId: number | null }>`
    select id, company_id as "companyId" from users where cancelled_at is null`.execute(db);
  everybody = await Promise.all(
    people.rows.map(async ({ id, companyId }) => {
      const { token } = newToken('', app.now());
      await sql`
        insert into sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at)
        values (${hashToken(token)}, ${id}, ${companyId}, now(), now(), ${new Date(app.now() + 3_600_000)})`.execute(
        db,
      );
      return whoIs(db, token, app.now());
    }),
  );
  // One share that has ended, one that ends in an hour.
  for (const ms of [-1, 3_600_000]) {
    await sql`
      insert into site_shares (site_id, user_id, ends_at)
      select s.id, u.id, ${new Date(app.now() + ms)} from sites s, users u
      where u.email = 'owner@demo.test' and s.owner_id is distinct from u.id
        and not exists (select from site_shares x where x.site_id = s.id and x.user_id = u.id)
      order by s.id limit 1`.execute(db);
  }
  const ids = await sql<{ id: number }>`select id from sites`.execute(db);
  plants = await siteAccessOf(
    db,
    ids.rows.map(({ id }) => id),
    app.now(),
  );
});
afterAll(() => world.close());

describe('seesSite', () => {
  it('says of everybody and every plant what visible.sites says', async () => {
    const scopes = new Set<string>();
    for (const me of everybody) {
      const { rows } = await sql<{ sid: string }>`
        select v.sid from ${visibleTo(me, world.app.now()).sites} v order by v.sid`.execute(
        world.app.database.db,
      );
      const seen = plants.filter((plant) => seesSite(me, plant)).map(({ sid }) => sid);
      expect(seen.sort(), me.email).toEqual(rows.map(({ sid }) => sid).sort());
      scopes.add(me.scope);
    }
    expect([...scopes].sort()).toEqual(['all', 'company', 'own']);
    expect(plants.some(({ sharedWith }) => sharedWith.length > 0)).toBe(true);
  });

  it('knows nothing of a plant for a stranger', () => {
    const unrelatedUser = { ...everybody[0]!, scope: 'none' as const };
    expect(plants.filter((plant) => seesSite(unrelatedUser, plant))).toEqual([]);
  });
});
