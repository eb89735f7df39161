// Two trees of companies with people and plants, which know nothing of each other; for tests of who sees whom.
import { sql } from 'kysely';
import { makeCompany, makeSite, makeUser } from '../seed/make.ts';
import { seedMenus } from '../seed/menus.ts';
import { inTransaction } from '../src/platform/db.ts';
import { newToken } from '../src/platform/token.ts';
import { setManager } from '../src/repositories/companies.ts';
import { createSession } from '../src/repositories/sessions.ts';
import { type Caller, startTestApp, type TestApp } from './harness.ts';

export interface People {
  app: TestApp;
  /** Numbers of the companies: north > northDealer > northInstaller, south > southInstaller. */
  company: Record<'north' | 'northDealer' | 'northInstaller' | 'south' | 'southInstaller', number>;
  /** Plants by name: `Alpha` of free@ under northInstaller, `Beta` of customer.south@ under southInstaller. */
  sid: Record<'alpha' | 'beta', string>;
  /** User id of `<name>@make.test`. */
  uid(name: string): Promise<string>;
  /** Number of `<name>@make.test`. */
  id(name: string): Promise<number>;
  /** A new session of `<name>@make.test`. */
  as(name: string): Promise<Caller>;
  close(): Promise<void>;
}

export async function startPeople(options: Parameters<typeof startTestApp>[0] = {}): Promise<People> {
  const app = await startTestApp(options);
  const { db } = app.database;
  const { company, sid } = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const north = await makeCompany(tx, { name: 'North', kind: 'distributor' });
    const northDealer = await makeCompany(tx, { name: 'North Dealer', kind: 'dealer', parentId: north });
    const northInstaller = await makeCompany(tx, { name: 'North Installer', parentId: northDealer });
    const south = await makeCompany(tx, { name: 'South', kind: 'distributor' });
    const southInstaller = await makeCompany(tx, { name: 'South Installer', parentId: south });

    const one = async (
      name: string,
      group: NonNullable<Parameters<typeof makeUser>[1]>['group'],
      companyId?: number,
    ) => (await makeUser(tx, { email: `${name}@make.test`, group, companyId: companyId ?? null })).id;
    await one('admin', 'administrator');
    await one('support', 'support');
    await one('north', 'distributor', north);
    await one('dealer', 'dealer', northDealer);
    const boss = await one('boss', 'installer', northInstaller);
    await one('mate', 'installer', northInstaller);
    await one('customer', 'endUser', northInstaller);
    const free = await one('free', 'endUser');
    await one('south', 'distributor', south);
    await one('south.boss', 'installer', southInstaller);
    const far = await one('customer.south', 'endUser', southInstaller);
    await setManager(tx, northInstaller, boss);
    // A customer belongs to a company without working for it.
    await sql`
      delete from memberships m using users u join groups g on g.id = u.group_id
      where u.id = m.user_id and g.scope = 'own'`.execute(tx);

    const alpha = await makeSite(tx, { name: 'Alpha', companyId: northInstaller, ownerId: free });
    const beta = await makeSite(tx, { name: 'Beta', companyId: southInstaller, ownerId: far });
    return {
      company: { north, northDealer, northInstaller, south, southInstaller },
      sid: { alpha: alpha.sid, beta: beta.sid },
    };
  });

  const find = async (name: string) => {
    const { rows } = await sql<{ id: number; uid: string; companyId: number | null }>`
      select id, uid, company_id as "companyId" from users where email = ${`${name}@make.test`}`.execute(db);
    const found = rows[0];
    if (!found) throw new Error(`nobody is called ${name}`);
    return found;
  };
  return {
    app,
    company,
    sid,
    uid: async (name) => (await find(name)).uid,
    id: async (name) => (await find(name)).id,
    async as(name) {
      const { id, companyId } = await find(name);
      const { token, expiresAtMs } = newToken('', app.now());
      await inTransaction(db, 'write', (tx) =>
        createSession(tx, {
          token,
          userId: id,
          companyId,
          address: '',
          userAgent: '',
          now: app.now(),
          expiresAtMs,
        }),
      );
      return app.withToken(token);
    },
    close: () => app.close(),
  };
}
