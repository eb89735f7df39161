import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { spendPasswordTime } from '../../platform/password.ts';
import { isDemoOpen } from '../../records/demo.ts';
import { findUserForSignIn, noteSignIn } from '../../records/users.ts';
import { beginSession } from './parts/beginSession.ts';
import { demandPassword } from './parts/demandPassword.ts';

const signIn: Handler<typeof account.signIn> = async ({ input, tx, now, lan, origin, services }) => {
  const named = await findUserForSignIn(tx, input.account);
  // Where the demo world is shut, its people are nobody.
  const isShut = named?.isDemo === true && !(await isDemoOpen(tx, services.config));
  const found = isShut ? undefined : named;
  if (!found && services.config.usesCompatCodes) {
    await spendPasswordTime(input.password);
    return fail('account.unknown');
  }
  const { address } = origin;
  const user = await demandPassword(tx, {
    ...{ user: found, email: input.account, password: input.password, address, now },
  });
  // Said only to those who know the password.
  if (user.isBlocked) fail('account.disabled');
  if (!user.isEmailVerified && services.config.requiresVerifiedEmail) fail('account.unverified');
  if (origin.isInMaintenance && !(await runsTheHouse(tx, user.groupId))) fail('server.maintenance');
  await noteSignIn(tx, user.id, now);
  return beginSession(tx, { user, companyId: user.companyId, origin, now, lan });
};

/** Under maintenance only these come in. */
async function runsTheHouse(tx: Tx, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from groups where id = ${groupId} and scope = 'all' and not reads_only`.execute(tx);
  return rows.length > 0;
}

export default signIn;
