import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { isAccountClosed } from '../../access/brand.ts';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { spendPasswordTime } from '../../platform/password.ts';
import { isDemoOpen } from '../../repositories/demo.ts';
import { deleteTries } from '../../repositories/signInTries.ts';
import { findUser, lockSameUser, noteSignIn, type User } from '../../repositories/users.ts';
import { beginSession } from './internal/beginSession.ts';
import { checkPassword } from './internal/checkPassword.ts';

async function prepare(call: EarlyCall<typeof account.signIn>): Promise<User> {
  const { input, tx, services } = call;
  const named = await findUser(tx, input.account);
  // Where the demo data is closed, its users count as unknown.
  const isShut = named?.isDemo === true && !(await isDemoOpen(tx, services.config));
  const user = isShut ? undefined : named;
  if (!user && services.config.usesCompatCodes) {
    await spendPasswordTime(input.password);
    return fail('account.unknown');
  }
  return await checkPassword(call, { user, email: input.account, password: input.password });
}

export default withPreparation<typeof account.signIn, User>(
  prepare,
  async ({ tx, now, lan, origin, services }, checked) => {
    const user = await lockSameUser(tx, checked);
    await deleteTries(tx, user.email, origin.address);
    // Reported only to callers with the correct password.
    if (user.isBlocked) fail('account.disabled');
    if (!user.isEmailVerified && services.config.requiresVerifiedEmail) fail('account.unverified');
    const isInMaintenance = await isAccountClosed(tx, origin, user);
    if (isInMaintenance && !(await runsTheInstallation(tx, user.groupId))) fail('server.maintenance');
    await noteSignIn(tx, user.id, now);
    return beginSession(tx, {
      user,
      companyId: user.companyId,
      now,
      lan,
      origin: { ...origin, isInMaintenance },
    });
  },
);

/** Under maintenance only these log in. */
async function runsTheInstallation(tx: Tx, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from groups where id = ${groupId} and scope = 'all' and not reads_only`.execute(tx);
  return rows.length > 0;
}
