// The alarm that the link of a mail names, for the person to whom the mail was written: who has the link acts for him.
import { sql } from 'kysely';
import { personAway } from '../../../access/session.ts';
import { visibleTo } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { mayActOnAlarms, readAcknowledgeToken } from '../../../queries/alarm/acknowledgeLink.ts';
import { type NamedAlarm, namedAlarms } from './named.ts';

interface Asked {
  tx: Tx;
  now: number;
  input: { token: string };
}

/**
 * The alarm of a link that still stands as it was told, and its reader. Ends the call where the link is none of ours or old,
 * its reader may not act on the alarm any more, the alarm has ended, or somebody has acknowledged it. `holds`: nobody else
 * changes it until the call has ended.
 */
export async function mailedAlarm(
  { tx, now, input }: Asked,
  holds: boolean,
): Promise<{ alarm: NamedAlarm; userId: number }> {
  const link = (await readAcknowledgeToken(tx, input.token, now)) ?? fail('link.unknown');
  const { alarmId, userId, writtenAt } = link;
  if (link.isOld) fail('alarm.linkOld');
  const me = await personAway(tx, userId);
  if (!mayActOnAlarms(me)) fail('link.unknown');
  const [alarm] = await namedAlarms({ tx, visible: visibleTo(me, now) }, [alarmId], holds);
  const { rows } = await sql<{ isKnown: boolean; isNew: boolean }>`
    select acknowledged_at is not null as "isKnown", news_at > ${new Date(writtenAt)} as "isNew"
    from alarm where site_id = ${link.siteId} and id = ${alarmId}`.execute(tx);
  const [stands] = rows;
  // Came back or reaches further since: the reader has not been told that by this mail.
  if (!alarm || !stands || stands.isNew) return fail('alarm.linkOld');
  if (alarm.isEnded) fail('alarm.ended');
  if (stands.isKnown) fail('alarm.known');
  return { alarm, userId };
}
