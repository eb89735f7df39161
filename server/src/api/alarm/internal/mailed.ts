// The alarm named by a link in an email. The link acts for the user who received the email.
import { sql } from 'kysely';
import { personAway } from '../../../access/session.ts';
import { visibleTo } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { mayActOnAlarms, readAcknowledgeToken } from '../../../queries/alarm/acknowledgeLink.ts';
import { type NamedAlarm, namedAlarms } from './named.ts';

interface LinkContext {
  tx: Tx;
  now: number;
  input: { token: string };
}

/**
 * The alarm of a link, if unchanged since the email, and its reader. Fails the call if the link is invalid or expired,
 * the reader may no longer act on the alarm, or the alarm has ended or was acknowledged. `holds` locks it until the
 * call ends.
 */
export async function mailedAlarm(
  { tx, now, input }: LinkContext,
  holds: boolean,
): Promise<{ alarm: NamedAlarm; userId: number }> {
  const link = (await readAcknowledgeToken(tx, input.token, now)) ?? fail('link.unknown');
  const { alarmId, userId, writtenAt } = link;
  if (link.isOld) fail('alarm.linkOld');
  const me = await personAway(tx, userId);
  if (!mayActOnAlarms(me)) fail('link.unknown');
  const [alarm] = await namedAlarms({ tx, visible: visibleTo(me, now) }, [alarmId], holds);
  const { rows } = await sql<{ isKnown: boolean; isNew: boolean }>`
    select acknowledged_at is not null as "isKnown", revised_at > ${new Date(writtenAt)} as "isNew"
    from alarm where site_id = ${link.siteId} and id = ${alarmId}`.execute(tx);
  const [found] = rows;
  // Reopened or extended since: this email did not notify the reader of that.
  if (!alarm || !found || found.isNew) return fail('alarm.linkOld');
  if (alarm.isEnded) fail('alarm.ended');
  if (found.isKnown) fail('alarm.known');
  return { alarm, userId };
}
