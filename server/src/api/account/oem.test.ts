// Role, confirmation and brand in login and account responses follow the account.
import { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBrands } from '../../../seed/brands.ts';
import { makeCompany, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    await makeUser(tx, { email: 'owner@oem.test' });
    await makeUser(tx, { email: 'office@oem.test', group: 'dealer', companyId });
    await makeUser(tx, { email: 'fresh@oem.test' });
    await seedBrands(tx);
    await sql`update brands set name = 'Sonnwerk' where id = 3`.execute(tx);
    await sql`update companies set brand_id = 3 where id = ${companyId}`.execute(tx);
  });
});
afterAll(() => app.close());

const infoOf = async (email: string) => (await app.as(email)).call(account.info, {});

it('names the brand and whether the address is confirmed', async () => {
  expect(await infoOf('owner@oem.test')).toMatchObject({ is_auth: true, oemid: 0, oemweb: 'NEP' });
  expect(await infoOf('office@oem.test')).toMatchObject({ oemid: 3, oemweb: 'Sonnwerk' });
  const fresh = await app.as('fresh@oem.test');
  await sql`update users set email_verified_at = null where email = 'fresh@oem.test'`.execute(
    app.database.db,
  );
  expect(await fresh.call(account.info, {})).toMatchObject({ is_auth: false });
});
