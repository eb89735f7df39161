// To whom work at plants may be assigned.
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../access/me.ts';
import type { Visible } from '../access/visible.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

interface QueryContext {
  tx: Tx;
  visible: Visible;
  me: Me;
}

interface Person extends Columns<'users', 'id' | 'uid'> {
  name: string;
}

const MOST = 200;

/** Name of a user as far as visible to the caller; `row` is their left joined row in `visible.users`. */
export const nameSql = (row: string): RawBuilder<unknown> =>
  sql`coalesce(nullif(${sql.ref(`${row}.contact_person`)}, ''), ${sql.ref(`${row}.email`)}, '')`;

/**
 * The caller, and visible users who see all of these plants: owner, installer, staff of the plant's company, and users
 * with a share.
 */
export async function peopleFor(
  { tx, visible, me }: QueryContext,
  siteIds: readonly number[],
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.uid, ${nameSql('u')} as name from ${visible.users} u
    where u.id = ${me.userId} or not exists (
      select from sites s where s.id = any(${[...new Set(siteIds)]}::bigint[]) and not (
        coalesce(u.id = s.owner_id, false) or coalesce(u.id = s.installer_id, false) or coalesce(u.company_id = s.company_id, false)
        or exists (select from site_shares h where h.site_id = s.id and h.user_id = u.id and h.may_edit)))
    order by u.id <> ${me.userId}, lower(${nameSql('u')}), u.id limit ${MOST}`.execute(tx);
  return rows;
}
