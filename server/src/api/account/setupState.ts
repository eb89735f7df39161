import type { account } from '@helioport/contract/account';
import { demoUsers } from '@helioport/demo/companies';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { say } from '../../platform/words.ts';

const setupState: Handler<typeof account.setupState> = async ({ tx, lan, services }) => {
  const { rows } = await sql`select 1 from users limit 1`.execute(tx);
  const { demo } = services.config;
  return {
    needed: rows.length === 0,
    demo,
    demoLogins: demo
      ? demoUsers
          .filter((user) => user.mayLogIn)
          .map(({ email, role }) => ({ email, label: say(lan, `role.${role}`) }))
      : [],
  };
};

export default setupState;
