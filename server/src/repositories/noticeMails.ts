// Table alarm_notice, email part: repeated notifications, and rate limits of due ones.
import { HOUR_MS } from '@helioport/domain/duration';
import { eventKinds } from '@helioport/domain/eventKinds';
import { DANGER_AGAIN_MS, MAILS_AN_HOUR } from '@helioport/domain/notices';
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { type DueNotice, type NewNotice, needsAttention, whenColumns } from './notices.ts';

/** A plant may need two emails, for active and for resolved alarms: from this count on, all are combined into one. */
const LAST_FROM = MAILS_AN_HOUR - 2;
const dangers = eventKinds.filter(({ severity }) => severity === 'critical').map(({ key }) => key);

/**
 * Active alarms without acknowledgment, each for a user who was notified by email and is due again: after an hour if
 * configured in their report settings of the plant, after a day for danger. At most `limit`.
 */
export async function repeatedMails(tx: Tx, now: number, limit: number): Promise<NewNotice[]> {
  const { rows } = await sql<NewNotice>`
    select a.site_id as "siteId", a.id as "alarmId", t.user_id as "userId", t.channel, a.kind, a.revision, ${whenColumns(sql`t.user_id`)}
    from alarm a
    join sites s on s.id = a.site_id
    join alarm_notice t on t.site_id = a.site_id and t.alarm_id = a.id and t.channel = 'mail' and t.revision = a.revision
      and t.due_at is null and t.sent_at <= ${new Date(now - HOUR_MS)}
    left join notice_settings n on n.user_id = t.user_id
    left join report_settings r on r.site_id = a.site_id and r.user_id = t.user_id
    where (r.alert_hourly or a.kind = any(${dangers}::text[]) and t.sent_at <= ${new Date(now - DANGER_AGAIN_MS)})
      and ${needsAttention(new Date(now))} order by t.sent_at limit ${limit}`.execute(tx);
  return rows;
}

/** Queues repeated notifications. */
export async function repeatNotices(
  tx: Tx,
  notices: readonly (NewNotice & { dueAtMs: number })[],
): Promise<void> {
  const column = <K extends keyof (typeof notices)[number]>(key: K) => notices.map((one) => one[key]);
  await sql`
    update alarm_notice t set due_at = to_timestamp(n.due / 1000)
    from unnest(${column('siteId')}::bigint[], ${column('alarmId')}::bigint[], ${column('userId')}::bigint[],
      ${column('channel')}::text[], ${column('revision')}::int[], ${column('dueAtMs')}::float8[])
      as n(site_id, alarm_id, user_id, channel, revision, due)
    where t.site_id = n.site_id and t.alarm_id = n.alarm_id and t.user_id = n.user_id and t.channel = n.channel
      and t.revision = n.revision and t.due_at is null`.execute(tx);
}

/**
 * Emails due to one user, locked until the transaction ends; empty if none are due. They cover one plant. `isLast`: the
 * user's hourly limit leaves one more email, which covers all of their plants. Users over the limit wait.
 */
export async function takeDueMails(tx: Tx, now: number): Promise<{ due: DueNotice[]; isLast: boolean }> {
  // Concurrent counts would both send the last one.
  await lock(tx, 'alarmMails');
  const at = new Date(now);
  const { rows } = await sql<DueNotice & { sent: number }>`
    with one as (
      select t.site_id, t.user_id, h.sent from alarm_notice t
      join users u on u.id = t.user_id
      cross join lateral (select count(*) as sent from mails m where m.recipient = u.email and m.kind = 'alarms'
        and m.created_at > ${new Date(now - HOUR_MS)}) h
      where t.channel = 'mail' and t.due_at <= ${at} and h.sent < ${MAILS_AN_HOUR}
      order by t.due_at limit 1
    )
    select t.site_id as "siteId", t.id, t.alarm_id as "alarmId", t.user_id as "userId", t.revision, t.attempts, one.sent
    from alarm_notice t join one on one.user_id = t.user_id and (one.site_id = t.site_id or one.sent >= ${LAST_FROM})
    where t.channel = 'mail' and t.due_at <= ${at}
    order by t.site_id, t.id for update of t skip locked`.execute(tx);
  const due = rows.map(({ sent: _sent, ...notice }) => notice);
  return { due, isLast: (rows[0]?.sent ?? 0) >= LAST_FROM };
}
