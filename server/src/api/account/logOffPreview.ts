import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { pageSql } from '../../platform/search.ts';
import { ADMINISTRATOR } from '../../repositories/groups.ts';

interface Counts {
  plants: number;
  sharedWithMe: number;
  sharedByMe: number;
  mayLeave: boolean;
}

export default handler<typeof account.logOffPreview>(async ({ input, me, tx }) => {
  const counts = await sql<Counts>`
    select
      (select count(*) from sites where owner_id = ${me.userId}) as plants,
      (select count(*) from site_shares where user_id = ${me.userId}) as "sharedWithMe",
      (select count(*) from site_shares x join sites s on s.id = x.site_id where s.owner_id = ${me.userId})
        as "sharedByMe",
      ${me.ownGroupId !== ADMINISTRATOR} or exists (
        select 1 from users u
        where u.id <> ${me.userId} and u.group_id = ${ADMINISTRATOR} and u.cancelled_at is null
          and not u.is_blocked) as "mayLeave"`.execute(tx);
  const plants = await sql<{ sid: string; siteName: string; companyName: string }>`
    select s.sid, s.name as "siteName", coalesce(c.name, '') as "companyName"
    from sites s left join companies c on c.id = s.company_id
    where s.owner_id = ${me.userId}
    order by s.name, s.id ${pageSql(input.page)}`.execute(tx);
  const managed = await sql<{ companyId: number; companyName: string }>`
    select id as "companyId", name as "companyName" from companies where manager_id = ${me.userId}
    order by name, id`.execute(tx);
  const { plants: total, sharedWithMe, sharedByMe, mayLeave } = counts.rows[0]!;
  return {
    mayLeave,
    plants: { list: plants.rows, total },
    sharedWithMe,
    sharedByMe,
    managedCompanies: managed.rows,
  };
});
