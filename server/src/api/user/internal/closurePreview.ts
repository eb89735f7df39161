// Obstacles and consequences of closing a user's account.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { ADMINISTRATOR } from '../../../repositories/groups.ts';

type Reason = OutputOf<typeof user.delPreview>['reason'];

interface Question {
  tx: Tx;
  me: Me;
  visible: Visible;
}

interface Facts {
  isEditable: boolean;
  isInUse: boolean;
  isLastAdministrator: boolean;
  plants: number;
  plantsElsewhere: number;
}

/** Plants of a user, and why the caller may not close the account, if so. The caller handles unknown IDs. */
export async function closurePreview({ tx, me, visible }: Question, userId: number) {
  const { rows } = await sql<Facts>`
    select
      u.id in (select e.id from ${visible.editableUsers} e) as "isEditable",
      g.scope = 'own' and u.last_sign_in_at is not null and ${me.scope !== 'all'} as "isInUse",
      u.group_id = ${ADMINISTRATOR} and not u.is_blocked and not exists (
        select 1 from users o
        where o.group_id = ${ADMINISTRATOR} and o.id <> u.id and o.cancelled_at is null and not o.is_blocked
          and (not o.is_demo or u.is_demo))
        as "isLastAdministrator",
      (select count(*) from sites s where s.owner_id = u.id) as plants,
      (select count(*) from sites s where s.owner_id = u.id
         and s.id not in (select e.id from ${visible.editableSites} e)) as "plantsElsewhere"
    from users u join groups g on g.id = u.group_id where u.id = ${userId}`.execute(tx);
  const facts = rows[0]!;
  const { plants, plantsElsewhere } = facts;
  return { plants, plantsElsewhere, reason: reasonOf(facts, userId === me.userId) };
}

function reasonOf(facts: Facts, isMe: boolean): Reason {
  if (isMe) return 'self';
  if (!facts.isEditable) return 'notYours';
  if (facts.isLastAdministrator) return 'lastAdministrator';
  if (facts.isInUse) return 'inUse';
  if (facts.plantsElsewhere > 0) return 'plantsElsewhere';
  return '';
}
