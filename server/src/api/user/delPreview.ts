import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { pageSql } from '../../platform/search.ts';
import { closurePreview } from './internal/closurePreview.ts';

export default handler<typeof user.delPreview>(async ({ input, me, visible, tx }) => {
  const { rows: found } = await sql<{ id: number; customers: number }>`
    select u.id, (select count(*) from users c where c.parent_id = u.id and c.cancelled_at is null) as customers
    from ${visible.users} u where u.uid = ${input.uid}`.execute(tx);
  const person = found[0] ?? fail('user.unknown');
  const { plants: total, reason } = await closurePreview({ tx, me, visible }, person.id);
  // Plants that the caller does not see are counted, not named.
  const { rows: list } = await sql<{ sid: string; siteName: string; companyName: string }>`
    select s.sid, s.name as "siteName", coalesce(c.name, '') as "companyName"
    from ${visible.sites} s left join companies c on c.id = s.company_id
    where s.owner_id = ${person.id} order by s.name, s.id ${pageSql(input.page)}`.execute(tx);
  const { rows: managedCompanies } = await sql<{ companyId: number; companyName: string }>`
    select c.id as "companyId", c.name as "companyName" from ${visible.companies} c
    where c.manager_id = ${person.id} order by c.name, c.id`.execute(tx);
  return {
    mayDelete: reason === '',
    reason,
    plants: { list, total },
    managedCompanies,
    customers: person.customers,
  };
});
