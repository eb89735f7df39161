import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { endAccount, isLastAdministrator } from '../../repositories/accountClosures.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { replaceManager } from '../../repositories/companies.ts';
import { markManagers } from '../../repositories/userAdmin.ts';
import { findUserById, lockSameUser, lockUser, type User } from '../../repositories/users.ts';
import { checkPassword } from './internal/checkPassword.ts';

async function prepare(call: EarlyCall<typeof account.logOff>): Promise<User> {
  const user = await findUserById(call.tx, call.me.userId);
  if (!user) return fail('session.expired');
  return await checkPassword(call, { user, email: user.email, password: call.input.password });
}

export default withPreparation<typeof account.logOff, User>(prepare, async (call, checked) => {
  const { input, tx, now, services } = call;
  const user = await lockSameUser(tx, checked);
  if (await isLastAdministrator(tx, user.id)) fail('account.lastAdministrator');

  await leaveCompanies(tx, user, input.companyHandOverTo ?? '', now);
  const newOwner = input.handOverTo ? await successor(tx, user.id, input.handOverTo) : undefined;
  await endAccount(tx, {
    person: user,
    newOwner,
    byUserId: user.id,
    action: 'account.logOff',
    plantsLink: `${services.config.publicUrl}/pvPlant`,
    now,
  });
  return {};
});

/** The account that takes over: active and not the one being closed. */
async function successor(tx: Tx, leavingId: number, email: string): Promise<User> {
  const { rows } = await sql<Columns<'users', 'id'>>`
    select id from users
    where lower(email) = ${email} and id <> ${leavingId} and cancelled_at is null and not is_blocked
      and email_verified_at is not null`.execute(tx);
  const found = rows[0] && (await lockUser(tx, rows[0].id));
  return found ?? fail('account.successorUnknown', { email });
}

/**
 * Transfers the companies that the user manages. The new manager works there or for a parent company, or is an
 * administrator.
 */
async function leaveCompanies(tx: Tx, user: User, followerEmail: string, now: number): Promise<void> {
  const { rows: managed } = await sql<Columns<'companies', 'id' | 'name'>>`
    select id, name from companies where manager_id = ${user.id} order by id for update`.execute(tx);
  const [first] = managed;
  if (!first) return;
  if (followerEmail === '') fail('account.companyManager', { company: first.name });
  const follower = await successor(tx, user.id, followerEmail);
  const { rows: strange } = await sql<Columns<'companies', 'name'>>`
    with recursive above as (
      select id as company_id, id, parent_id from companies where manager_id = ${user.id}
      union
      select above.company_id, c.id, c.parent_id from companies c join above on c.id = above.parent_id
    )
    select c.name from companies c
    where c.manager_id = ${user.id}
      and not exists (
        select 1 from above join memberships m on m.company_id = above.id
        where above.company_id = c.id and m.user_id = ${follower.id})
      and not exists (
        select 1 from groups g where g.id = ${follower.groupId} and g.scope = 'all' and not g.reads_only)
    order by c.id limit 1`.execute(tx);
  const [refused] = strange;
  if (refused) fail('account.successorElsewhere', { email: followerEmail, company: refused.name });
  const companyIds = await replaceManager(tx, user.id, follower.id);
  await markManagers(tx, [follower.id]);
  for (const companyId of companyIds) {
    await writeAudit(tx, { userId: user.id }, now, {
      action: 'company.newManager',
      subject: follower.email,
      companyId,
    });
  }
}
