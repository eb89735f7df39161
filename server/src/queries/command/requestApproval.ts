// Emails to users who may give a pending second approval.
import { plantParameterButton } from '@helioport/contract/grants';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail, wasMailed } from '../../repositories/mails.ts';
import { approvalObstacles } from './approval.ts';
import type { CommandContext } from './send.ts';

/** Most accounts to notify, those of the plant's companies first. */
const APPROVERS_MAX = 20;
/** Least interval between emails to an account; the list of pending commands is complete. */
const AGAIN_AFTER_MS = 10 * 60_000;

interface Candidate extends Columns<'users', 'email' | 'languageCode' | 'brandId'> {
  id: number;
  name: string;
}

/** Requests the approval of `count` commands in these plants. */
export async function requestApproval(
  { tx, me, now, services }: CommandContext,
  { siteIds, count }: { siteIds: readonly number[]; count: number },
): Promise<void> {
  if (count === 0) return;
  for (const candidate of await candidatesFor(tx, me.userId, siteIds)) {
    const obstacles = await approvalObstacles(tx, candidate.id, [me.userId]);
    if (obstacles.size > 0) continue;
    const { id: _id, email: to, ...reader } = candidate;
    if (await wasMailed(tx, { kind: 'approval', to, since: new Date(now - AGAIN_AFTER_MS) })) continue;
    await queueMail(tx, {
      kind: 'approval',
      to,
      ...reader,
      now,
      link: `${services.config.publicUrl}/hardwareConfig/inverterSet?view=approvals`,
      params: { from: me.email, count },
    });
  }
}

/** Accounts in use that may change parameters of one of the plants, without the requester. */
async function candidatesFor(tx: Tx, requesterId: number, siteIds: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with recursive above as (
      select c.id, c.parent_id from companies c
      where c.id in (select s.company_id from sites s where s.id = any(${[...siteIds]}::bigint[]))
      union
      select c.id, c.parent_id from companies c join above on c.id = above.parent_id
    )
    select u.id, u.email, u.contact_person as name, u.language_code as "languageCode", u.brand_id as "brandId"
    from users u join groups g on g.id = u.group_id and not g.reads_only
    where u.cancelled_at is null and not u.is_blocked and u.email_verified_at is not null and u.id <> ${requesterId}
      and (g.scope = 'all' or (g.scope = 'company' and u.company_id in (select id from above)))
      and exists (select from group_menus gm join menus m on m.id = gm.menu_id
        where gm.group_id = g.id and m.mode = 2 and m.title = ${plantParameterButton.name})
    order by g.scope <> 'company', u.id limit ${APPROVERS_MAX}`.execute(tx);
  return rows;
}
