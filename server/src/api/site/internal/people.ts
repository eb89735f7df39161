// Users of a plant: owner, installer, and users it is shared with.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns, Tables } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import type { Shares } from '../../../repositories/shares.ts';

type ShareEntry = NonNullable<ParsedOf<typeof site.updateFast>['shareWith']>[number];

interface Where {
  tx: Tx;
  me: Me;
  visible: Visible;
}

interface Account {
  id: number;
  email: string;
  scope: Tables['groups']['scope'];
  /** The company they work for; null for none. */
  companyId: number | null;
  isSeen: boolean;
}

/** The living account of an address; undefined: none. */
async function accountOf({ tx, visible }: Where, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, lower(u.email) as email, g.scope, u.company_id as "companyId",
      u.id in (select v.id from ${visible.users} v) as "isSeen"
    from users u join groups g on g.id = u.group_id
    where lower(u.email) = ${email} and u.cancelled_at is null`.execute(tx);
  return rows[0];
}

/** The owner of an address, whom the caller must see; null for ''. */
export async function ownerOf(where: Where, email: string): Promise<number | null> {
  if (email === '') return null;
  const owner = await accountOf(where, email);
  if (!owner?.isSeen) return fail('site.personUnknown', { email });
  return owner.id;
}

/** The owner of an address where the caller may see the account; null for every other address. */
export async function seenOwnerOf({ tx, visible }: Where, email: string): Promise<number | null> {
  const { rows } = await sql<Columns<'users', 'id'>>`
    select u.id from ${visible.users} u
    where lower(u.email) = ${email.toLowerCase()} and u.cancelled_at is null`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Installer of a plant, and the company to which the plant then belongs; none for ''. Staff of a company name users of
 * their companies; an owner names any user.
 */
export async function installerOf(
  where: Where,
  email: string,
): Promise<{ installerId: number | null; companyId: number | null }> {
  if (email === '') return { installerId: null, companyId: null };
  const { me } = where;
  const person = await accountOf(where, email);
  // The same for unknown addresses and for users of other companies.
  if (me.scope === 'company' && !person?.isSeen) return fail('site.installerOutside', { email });
  if (person === undefined) return fail('site.personUnknown', { email });
  const isMine = person.companyId !== null && me.companyIds.includes(person.companyId);
  if (person.scope !== 'company' || person.companyId === null || (me.scope === 'company' && !isMine))
    return fail('site.noInstaller', { email });
  return { installerId: person.id, companyId: person.companyId };
}

/**
 * Users with whom a plant is shared: accounts, and addresses without a confirmed account. An expiry is the last day in
 * plant time and must not be in the past.
 */
export async function sharesOf(
  { tx, now }: { tx: Tx; now: number },
  timeZone: string,
  entries: readonly ShareEntry[],
): Promise<Shares> {
  const rights = new Map(
    entries.map(({ email, mayEdit, until }) => {
      const endsAt = until === null ? null : new Date(dayBounds(until, timeZone).endMs);
      if (endsAt && endsAt.getTime() <= now) fail('request.invalid', { field: 'until' });
      return [email, { mayEdit, endsAt }] as const;
    }),
  );
  const { rows } = await sql<{ userId: number; email: string }>`
    select id as "userId", lower(email) as email from users
    where lower(email) = any(${[...rights.keys()]}::text[]) and cancelled_at is null
      and (email_verified_at is not null or last_sign_in_at is not null)`.execute(tx);
  const known = new Map(rows.map(({ userId, email }) => [email, userId]));
  const all = [...rights].map(([email, right]) => ({ email, userId: known.get(email), ...right }));
  return {
    people: all.flatMap(({ userId, mayEdit, endsAt }) =>
      userId === undefined ? [] : [{ userId, mayEdit, endsAt }],
    ),
    invited: all.flatMap(({ userId, email, mayEdit, endsAt }) =>
      userId === undefined ? [{ email, mayEdit, endsAt }] : [],
    ),
  };
}
