import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { say } from '../../platform/words.ts';

const setupState: Handler<typeof account.setupState> = async ({ tx, lan, services }) => {
  const { rows } = await sql`select 1 from users limit 1`.execute(tx);
  return {
    needed: rows.length === 0,
    demo: services.config.demo,
    demoLogins: services.demoLogins.map(({ email, role }) => ({ email, label: say(lan, `role.${role}`) })),
  };
};

export default setupState;
