import { account } from '@helioport/contract/account';
import { describe, expect, it } from 'vitest';
import { seedDemo } from '../../../seed/demo.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

describe(account.setupState.path, () => {
  it('offers the accounts of a demo world, by role', async () => {
    const app = await startTestApp({ env: { DEMO: 'on' } });
    await inTransaction(app.database.db, 'write', async (tx) => {
      await seedMenus(tx);
      await seedDemo(tx, app.now());
    });
    const { demoLogins } = await app.anonymous.call(account.setupState);
    expect(demoLogins).toContainEqual({ email: 'admin@demo.test', label: 'Administrator' });
    expect(demoLogins.length).toBeGreaterThan(3);
    await app.close();
  });

  it('offers none without one', async () => {
    const app = await startTestApp();
    expect(await app.anonymous.call(account.setupState)).toEqual({
      needed: true,
      demo: false,
      demoLogins: [],
    });
    await app.close();
  });
});
