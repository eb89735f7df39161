// Who may give the second approval: not an account that the requester created or manages, nor the reverse. An account
// with an unconfirmed email address counts as that of its creator.
import type { FailureKey } from '@helioport/contract/failures';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { translate } from '../../platform/texts.ts';

export type ApprovalObstacle = Extract<
  FailureKey,
  'configuration.secondPerson' | 'configuration.addressNotProven' | 'configuration.notIndependent'
>;

/** The reason as text for lists, in which the requester sees who may approve. */
export const refusalText = (lan: number, obstacle: ApprovalObstacle | undefined): string => {
  if (obstacle === undefined) return '';
  return translate(
    lan,
    obstacle === 'configuration.secondPerson' ? 'command.ownRequest' : `failure.${obstacle}`,
  );
};

/** Why `approverId` may not approve what each of these requested; those it may approve are absent. */
export async function approvalObstacles(
  tx: Tx,
  approverId: number,
  requesterIds: readonly (number | null)[],
): Promise<Map<number | null, ApprovalObstacle>> {
  const ids = [...new Set(requesterIds.filter((id) => id !== null))];
  const { rows } = await sql<{ id: number | null; isProven: boolean; isRelated: boolean }>`
    with recursive requesters as (
      select unnest(${ids}::bigint[]) as id
    ), origins as (
      select id as start_id, id from (select id from requesters union select ${approverId}::bigint) s
      union
      select o.start_id, p.id from origins o join users u on u.id = o.id
      cross join lateral (values (u.created_by), (u.address_by), (u.role_by)) p (id)
      -- Another account's origins count only while that account is not its holder's own.
      where p.id is not null and (o.id = o.start_id or (u.email_proven_at is null and u.created_by is not null))
    ), managers as (
      select c.parent_id, c.manager_id from users a join companies c on c.id = a.company_id where a.id = ${approverId}
      union
      select c.parent_id, c.manager_id from managers m join companies c on c.id = m.parent_id
    ), approver as (
      select a.email_proven_at is not null
        or (a.created_by is null and a.address_by is null and a.email_verified_at is not null) as is_proven
      from users a where a.id = ${approverId}
    )
    select r.id, coalesce((select is_proven from approver), false) as "isProven",
      exists (select from origins o where o.start_id = r.id and o.id = ${approverId})
        or exists (select from origins o where o.start_id = ${approverId} and o.id = r.id)
        or exists (select from managers m where m.manager_id = r.id) as "isRelated"
    from (select id from requesters union all select null::bigint) r`.execute(tx);
  const found = new Map<number | null, ApprovalObstacle>();
  for (const { id, isProven, isRelated } of rows) {
    if (id === approverId) found.set(id, 'configuration.secondPerson');
    else if (isRelated) found.set(id, 'configuration.notIndependent');
    else if (!isProven) found.set(id, 'configuration.addressNotProven');
  }
  return found;
}
