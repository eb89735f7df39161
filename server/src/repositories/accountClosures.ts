// Account closure: the row stays for the history of its actions, but all personal data is deleted. Plants, companies
// and customers are transferred; nothing that belongs to other users is deleted.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { anonymizeUser, writeAudits } from './audit.ts';
import { ADMINISTRATOR } from './groups.ts';
import { deleteMailsTo, queueMail } from './mails.ts';
import { announceRights } from './rights.ts';

/**
 * True if no other account could administer the installation: no other active account has the administrator role. Demo
 * users do not count, because they may be disabled or deleted. Locks the result for this transaction.
 */
export async function isLastAdministrator(tx: Tx, userId: number): Promise<boolean> {
  // Concurrent closures of the last administrators must run one at a time.
  await lock(tx, 'lastAdministrator');
  const { rows } = await sql<{ isOne: boolean; others: number }>`
    select count(*) filter (where u.id = ${userId}) > 0 as "isOne",
      count(*) filter (where u.id <> ${userId} and (
        not u.is_demo or exists (select 1 from users me where me.id = ${userId} and me.is_demo))) as others
    from users u where group_id = ${ADMINISTRATOR} and cancelled_at is null and not is_blocked`.execute(tx);
  const row = rows[0];
  return row?.isOne === true && row.others === 0;
}

/** A plant with a new owner. */
type MovedSite = Columns<'sites', 'id' | 'sid' | 'companyId'>;

/** Transfers all plants of an owner to another user, or leaves them without an owner, and logs it. */
async function giveSitesAway(
  tx: Tx,
  plants: { fromUserId: number; toUserId: number | null; now: number },
): Promise<MovedSite[]> {
  const { fromUserId, toUserId } = plants;
  const ownerlessSince = toUserId === null ? new Date(plants.now) : null;
  const { rows } = await sql<MovedSite>`
    update sites set owner_id = ${toUserId}, ownerless_since = ${ownerlessSince}
    where owner_id = ${fromUserId} returning id, sid, company_id as "companyId"`.execute(tx);
  if (toUserId !== null) {
    // The new owner no longer needs a share.
    await sql`
      delete from site_shares where user_id = ${toUserId} and site_id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
      tx,
    );
  }
  return rows;
}

/** Replaces a closed account as installer and as customer contact by the manager of the plant's company, if any. */
async function replaceInstaller(tx: Tx, userId: number): Promise<void> {
  const manager = sql`
    select c.manager_id from companies c where c.manager_id <> ${userId}`;
  await sql`
    update sites s set installer_id = (${manager} and c.id = s.company_id) where installer_id = ${userId}`.execute(
    tx,
  );
  await sql`
    update users u set parent_id = (${manager}
      and c.id = (select p.company_id from users p where p.id = ${userId}))
    where parent_id = ${userId}`.execute(tx);
}

/** Clears the personal data of a user. The email address becomes available. */
async function anonymise(tx: Tx, userId: number, now: number): Promise<void> {
  await anonymizeUser(tx, userId);
  for (const table of [
    'memberships',
    'site_shares',
    'report_settings',
    'fleet_digests',
    'mail_links',
    'sessions',
    'access_tokens',
  ]) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
  }
  await announceRights(tx, { rows: [userId] });
  await sql`
    update users set email = 'cancelled-' || uid || '@invalid', password_hash = '', company_id = null, parent_id = null,
      contact_person = '', contact_number = '', country_code = '', state_code = '', state_name = '', city = '',
      street = '', zip_code = '', avatar_hash = null, is_company_owner = false, is_business = false,
      email_verified_at = null, cancelled_at = ${new Date(now)}
    where id = ${userId}`.execute(tx);
}

/** Properties of a user for an email. */
interface Addressee {
  id: number;
  email: string;
  contactPerson: string;
  languageCode: number;
  brandId: number;
}

export interface AccountClosure {
  person: Addressee & { uid: string; companyId: number | null };
  /** Who gets the plants; undefined leaves them without an owner. */
  newOwner: Addressee | undefined;
  /** Who ends the account. */
  byUserId: number;
  /** The user closes their own account, or another user deletes it. */
  action: 'account.logOff' | 'user.del';
  /** Link for a new owner to the plants. */
  plantsLink: string;
  now: number;
}

/** Closes an account whose companies are transferred: its plants, its data, the audit log, and notifications. */
export async function endAccount(tx: Tx, closure: AccountClosure): Promise<void> {
  const { person, newOwner, byUserId: userId, action, now } = closure;
  const moved = await giveSitesAway(tx, { fromUserId: person.id, toUserId: newOwner?.id ?? null, now });
  await replaceInstaller(tx, person.id);
  await anonymise(tx, person.id, now);
  await deleteMailsTo(tx, person.email);

  const at = new Date(now);
  await writeAudits(
    tx,
    moved.map((site) => ({
      at,
      userId,
      action: newOwner ? 'site.handOver' : 'site.orphan',
      subject: site.sid,
      siteId: site.id,
      companyId: site.companyId,
    })),
  );
  await writeAudits(tx, [
    {
      at,
      userId,
      action,
      subject: person.uid,
      ...(userId === person.id ? {} : { subjectUserId: person.id }),
      companyId: person.companyId,
      detail: { plants: moved.length, handedOver: newOwner !== undefined },
    },
  ]);
  await notifyUsers(tx, closure, moved.length);
}

async function notifyUsers(
  tx: Tx,
  { person, newOwner, action, plantsLink, now }: AccountClosure,
  plants: number,
) {
  const kind = action === 'account.logOff' ? 'cancelled' : 'removed';
  const { email: to, contactPerson: name, languageCode, brandId } = person;
  await queueMail(tx, { kind, to, name, languageCode, brandId, now });
  if (!newOwner || plants === 0) return;
  await queueMail(tx, {
    kind: 'handOver',
    to: newOwner.email,
    name: newOwner.contactPerson,
    languageCode: newOwner.languageCode,
    brandId: newOwner.brandId,
    link: plantsLink,
    params: { count: plants, from: person.email },
    now,
  });
}
