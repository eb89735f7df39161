// Emails to users whose changes were refused by a second user.
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { queueMail } from '../../repositories/mails.ts';
import type { CommandContext } from './send.ts';

interface Requester extends Columns<'users', 'email' | 'languageCode' | 'brandId'> {
  name: string;
  count: number;
  /** The plant if all of their commands are for devices of one; else null. */
  sid: string | null;
}

/**
 * Notifies the requesters of these refused commands, one email each. The refusing user is not named: the requester may
 * not be allowed to see their account.
 */
export async function notifyRequesters(
  { tx, now, services }: Pick<CommandContext, 'tx' | 'now' | 'services'>,
  commands: readonly { id: number }[],
  reason: string,
): Promise<void> {
  const { rows } = await sql<Requester>`
    select u.email, u.contact_person as name, u.language_code as "languageCode", u.brand_id as "brandId",
      count(distinct c.device_id) as count,
      case when count(distinct c.site_id) = 1 then min(s.sid) end as sid
    from commands c join users u on u.id = c.user_id join sites s on s.id = c.site_id
    where c.id = any(${commands.map(({ id }) => id)}::bigint[]) and u.cancelled_at is null and not u.is_blocked
    group by u.id order by u.id`.execute(tx);
  const { publicUrl } = services.config;
  for (const { email: to, count, sid, ...reader } of rows)
    await queueMail(tx, {
      kind: 'approvalDeclined',
      to,
      ...reader,
      now,
      link:
        sid === null
          ? `${publicUrl}/hardwareConfig/inverterSet?view=runs`
          : `${publicUrl}/pvPlant/parameterSetting?id=${sid}`,
      params: { count, reason },
    });
}
