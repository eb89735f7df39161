// A small house for tests of roles, menus and brands: one person of every role, and a company with a dealer and an
// installer below a distributor.
import { sql } from 'kysely';
import { seedBrands } from '../seed/brands.ts';
import { makeCompany, makeUser } from '../seed/make.ts';
import { GROUPS, seedMenus } from '../seed/menus.ts';
import { inTransaction } from '../src/platform/db.ts';
import { type Caller, startTestApp, type TestApp } from './harness.ts';

type GroupKey = keyof typeof GROUPS;

export interface Office {
  app: TestApp;
  /** Numbers of the companies. */
  companies: { distributor: number; dealer: number; installer: number };
  /** A logged-in user of a role, with the same session each time. */
  as(group: GroupKey): Promise<Caller>;
  /** The number of a menu entry by its key. */
  menu(key: string): Promise<number>;
  /** The newest line of the audit. */
  lastAudit(): Promise<{ action: string; subject: string; detail: Record<string, unknown> } | undefined>;
  close(): Promise<void>;
}

/** Address of the person of a role. */
export const addressOf = (group: GroupKey): string => `${group.toLowerCase()}@office.test`;

export async function startOffice(options: { env?: Record<string, string> } = {}): Promise<Office> {
  const app = await startTestApp(options);
  const { db } = app.database;
  const companies = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedBrands(tx);
    const distributor = await makeCompany(tx, { kind: 'distributor' });
    const dealer = await makeCompany(tx, { kind: 'dealer', parentId: distributor });
    const installer = await makeCompany(tx, { kind: 'installer', parentId: dealer });
    const employers: Partial<Record<GroupKey, number>> = { distributor, dealer, installer };
    for (const group of Object.keys(GROUPS) as GroupKey[]) {
      await makeUser(tx, { email: addressOf(group), group, companyId: employers[group] ?? null });
    }
    return { distributor, dealer, installer };
  });
  const callers = new Map<GroupKey, Caller>();
  return {
    app,
    companies,
    async as(group) {
      const known = callers.get(group) ?? (await app.as(addressOf(group)));
      callers.set(group, known);
      return known;
    },
    async menu(key) {
      const { rows } = await sql<{ id: number }>`select id from menus where key = ${key}`.execute(db);
      const row = rows[0];
      if (!row) throw new Error(`no menu has the key ${key}`);
      return row.id;
    },
    async lastAudit() {
      const { rows } = await sql<{ action: string; subject: string; detail: Record<string, unknown> }>`
        select action, subject, detail from audit order by id desc limit 1`.execute(db);
      return rows[0];
    },
    close: () => app.close(),
  };
}
