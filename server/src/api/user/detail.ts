import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { refusedLogins } from '../../repositories/signInTries.ts';
import { awaitsInvitation, isHisOwn, mayChangeEmail } from './internal/person.ts';
import { type PersonRow, personAnswer, personColumns } from './internal/rows.ts';

type Detail = OutputOf<typeof user.detail>;

interface Row extends PersonRow {
  id: number;
  scope: 'all' | 'company' | 'own';
  street: string;
  zip: string;
  language: number;
  parentUid: string;
  parentEmail: string;
  plantsSharedWithHim: number;
  sessions: number;
  mayInvite: boolean;
}

export default handler<typeof user.detail>(async ({ input, me, visible, tx, now, lan }) => {
  const { rows } = await sql<Row>`
    select u.id, g.scope, ${personColumns(visible, lan)}, u.street, u.zip_code as zip, u.language_code as language,
      coalesce(p.uid, '') as "parentUid", coalesce(p.email, '') as "parentEmail",
      (select count(*) from site_shares x join ${visible.sites} s on s.id = x.site_id where x.user_id = u.id)
        as "plantsSharedWithHim",
      (select count(*) from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now)}) as sessions,
      ${awaitsInvitation} and exists (select 1 from ${visible.invitableUsers} i where i.id = u.id) as "mayInvite"
    from ${visible.users} u join groups g on g.id = u.group_id
    left join ${visible.companies} c on c.id = u.company_id
    left join ${visible.users} p on p.id = u.parent_id
    where u.uid = ${input.uid}`.execute(tx);
  const row = rows[0] ?? fail('user.unknown');
  const {
    id,
    scope,
    street,
    zip,
    language,
    parentUid,
    parentEmail,
    plantsSharedWithHim,
    sessions,
    mayInvite,
    ...person
  } = row;
  const hasSignedIn = row.lastSignInAt !== null;
  const { rows: companies } = await sql<Detail['companies'][number]>`
    select c.id as "companyId", c.name as "companyName", c.id = u.company_id is true as "isHome"
    from users u join ${visible.companies} c on c.id = u.company_id
      or c.id in (select m.company_id from memberships m where m.user_id = u.id)
    where u.id = ${id} order by "isHome" desc, c.name, c.id`.execute(tx);
  const { rows: manages } = await sql<Detail['manages'][number]>`
    select c.id as "companyId", c.name as "companyName" from ${visible.companies} c where c.manager_id = ${id}
    order by c.name, c.id`.execute(tx);
  return {
    ...personAnswer(person, lan),
    scope,
    street,
    zip,
    language,
    parentUid,
    parentEmail,
    companies,
    manages,
    plantsSharedWithHim,
    sessions,
    refusedLogins: await refusedLogins(tx, row.email, now),
    mayChangeEmail: row.mayEdit && row.uid !== me.uid && mayChangeEmail({ hasSignedIn }, me),
    mayBlock: row.mayEdit && row.uid !== me.uid && !isHisOwn({ scope, hasSignedIn }, me),
    mayInvite,
    isMe: row.uid === me.uid,
  };
});
