// What a call may do that only reads, and from when on a change of rights counts.
import { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBrands } from '../seed/brands.ts';
import { makeUser } from '../seed/make.ts';
import { seedMenus } from '../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../test/harness.ts';
import type { Handler } from './access/handler.ts';
import { apiCalls } from './modules.ts';
import { type Db, inTransaction, type Tx } from './platform/db.ts';

let app: TestApp;
/** What the handler of a call that only reads does before it answers. */
let mistake: (tx: Tx) => Promise<unknown>;

const mistaken: Handler<typeof account.setupState> = async ({ tx }) => {
  await mistake(tx);
  return { needed: false, demo: false, demoLogins: [] };
};

beforeAll(async () => {
  app = await startTestApp({
    apiCalls: apiCalls.map((apiCall) =>
      apiCall.endpoint === account.setupState
        ? { ...apiCall, handler: mistaken as typeof apiCall.handler }
        : apiCall,
    ),
  });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedBrands(tx);
    for (const email of ['anna@make.test', 'bert@make.test', 'carl@make.test', 'dora@make.test'])
      await makeUser(tx, { email, group: 'administrator' });
  });
});
afterAll(() => app.close());

const names = async () =>
  (await sql<{ name: string }>`select name from brands order by id`.execute(app.database.db)).rows;

describe('a call that only reads', () => {
  const write = sql`update brands set name = 'written by mistake'`;
  const mistakes: Record<string, (tx: Tx) => Promise<unknown>> = {
    'a statement that writes': (tx) => write.execute(tx),
    'a row that is locked': (tx) => sql`select from brands for update`.execute(tx),
    'a transaction of its own': (tx) => inTransaction(tx as Db, 'write', (own) => write.execute(own)),
    'a connection of its own': (tx) => (tx as Db).connection().execute((own) => write.execute(own)),
  };
  it.each(Object.keys(mistakes))('cannot write: %s', async (name) => {
    const before = await names();
    mistake = mistakes[name]!;
    const { envelope } = await app.anonymous.send(account.setupState.path, {});
    expect(envelope.code).toBe(500);
    expect(await names()).toEqual(before);
  });

  it('answers where nothing is written', async () => {
    mistake = (tx) => sql`select from brands`.execute(tx);
    expect((await app.anonymous.send(account.setupState.path, {})).envelope.code).toBe(200);
  });
});

describe('the next call', () => {
  const codeOf = async (caller: Caller) => (await caller.send(account.profile.path, {})).envelope.code;
  /** Writes like another process would, without a notification to this one. */
  const elsewhere = (statement: string, email: string) => app.database.pool.query(statement, [email]);

  it.each([
    ['anna@make.test', 'update users set is_blocked = true where email = $1'],
    ['bert@make.test', 'delete from sessions where user_id = (select id from users where email = $1)'],
  ])('of %s knows of: %s', async (email, statement) => {
    const caller = await app.as(email);
    expect(await codeOf(caller)).toBe(200);
    await elsewhere(statement, email);
    expect(await codeOf(caller)).toBe(401);
  });

  it('knows of another role', async () => {
    const caller = await app.as('carl@make.test');
    const roleOf = async () => (await caller.call(account.info)).groupName;
    const before = await roleOf();
    await elsewhere(
      "update users set group_id = (select id from groups where scope = 'own' limit 1) where email = $1",
      'carl@make.test',
    );
    expect(await roleOf()).not.toBe(before);
  });

  it('knows of the brand of its host name, its header or the company of its header, and of none', async () => {
    const { pool } = app.database;
    await pool.query(`update brands set hosts = '{one.test}' where id = 11`);
    const { rows } = await pool.query<{ id: string }>(
      `insert into companies (kind, name, brand_id) values ('installer', 'Branded', 13) returning id`,
    );
    const companyId = String(rows[0]!.id);
    await pool.query(
      `update users set company_id = $1, group_id = (select id from groups where scope = 'company' order by id limit 1)
       where email = 'dora@make.test'`,
      [companyId],
    );
    await pool.query(
      `insert into memberships select id, company_id from users where email = 'dora@make.test'`,
    );
    const dora = await app.as('dora@make.test');
    await pool.query('update brands set maintenance = true where id in (11, 12, 13)');
    const codeWith = async (caller: Caller, headers: Record<string, string>) =>
      (await caller.send(account.profile.path, {}, headers)).envelope.code;
    const maintenance = 503;
    // For a logged-in user, the account takes precedence over the header.
    for (const headers of [{ app: '12' }, { app: companyId }, { app: '0' }, { app: 'rubbish' }, {}] as Record<
      string,
      string
    >[])
      expect(await codeWith(dora, { ...headers }), JSON.stringify(headers)).toBe(maintenance);
    await pool.query('update brands set maintenance = false where id = 13');
    for (const [headers, expected] of [
      [{ host: 'ONE.test' }, maintenance],
      [{ host: 'ONE.test', app: companyId }, maintenance],
      [{ app: '12' }, 200],
      [{ app: companyId }, 200],
      [{ app: '999999999999999' }, 200],
      [{ app: 'rubbish' }, 200],
      [{}, 200],
    ] as const)
      expect(await codeWith(dora, { ...headers }), JSON.stringify(headers)).toBe(expected);
    for (const [headers, expected] of [
      [{ host: 'one.test' }, maintenance],
      [{ app: '12' }, maintenance],
      // The number of a company is that of its own people only.
      [{ app: companyId }, 401],
      [{ app: '999999999999999' }, 401],
    ] as const)
      expect(await codeWith(app.anonymous, { ...headers }), JSON.stringify(headers)).toBe(expected);
  });
});
