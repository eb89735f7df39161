// Tables notice_settings and alarm_notice: notification settings of users, and sent notifications.
import { DAY_MS } from '@helioport/domain/duration';
import { type AlarmSeverity, type NoticeChannel, type NoticeWay, usualWays } from '@helioport/domain/notices';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { retryAt } from '../platform/webhook.ts';

export interface NoticeSettings extends Record<AlarmSeverity, NoticeWay> {
  /** Also for plants that they installed or that are shared with them for editing. */
  ofOthers: boolean;
  /** Hours on the clock of the plant; both null: at any time. */
  quietFrom: number | null;
  quietTo: number | null;
  /** '' for none. */
  webhookUrl: string;
  webhookSecret: string;
}

const usual: Omit<NoticeSettings, 'ofOthers' | 'minor'> = {
  ...usualWays,
  quietFrom: null,
  quietTo: null,
  webhookUrl: '',
  webhookSecret: '',
};

const installs = (user: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from sites x where x.installer_id = ${user})`;
const owns = (user: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from sites x where x.owner_id = ${user})`;

/** Default: installers are notified of their customers' plants, other users are not. */
const wantsOthers = (user: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select w.of_others from notice_settings w where w.user_id = ${user}), ${installs(user)})`;

/** Minor alarms are for owners: by default, installers without own plants are not notified of them. */
const usualMinor = (user: RawBuilder<unknown>) =>
  sql<NoticeWay>`case when ${installs(user)} and not ${owns(user)} then 'off' else ${usualWays.minor} end`;

/** Settings of a user, with defaults where nothing is set. */
export async function noticeSettingsOf(tx: Tx, userId: number): Promise<NoticeSettings> {
  const { rows } = await sql<NoticeSettings>`
    select critical, major, minor, of_others as "ofOthers", quiet_from as "quietFrom", quiet_to as "quietTo",
      webhook_url as "webhookUrl", webhook_secret as "webhookSecret"
    from notice_settings where user_id = ${userId}`.execute(tx);
  const own = rows[0];
  if (own) return own;
  const user = sql`${userId}::bigint`;
  const defaults = await sql<Pick<NoticeSettings, 'ofOthers' | 'minor'>>`
    select ${wantsOthers(user)} as "ofOthers", ${usualMinor(user)} as minor`.execute(tx);
  return { ...usual, ...defaults.rows[0]! };
}

/** Saves the settings. Unsubscribed alarm emails of plants are enabled again. */
export async function setNoticeSettings(tx: Tx, userId: number, s: NoticeSettings): Promise<void> {
  await sql`
    insert into notice_settings (user_id, critical, major, minor, of_others, quiet_from, quiet_to, webhook_url, webhook_secret)
    values (${userId}, ${s.critical}, ${s.major}, ${s.minor}, ${s.ofOthers}, ${s.quietFrom}, ${s.quietTo}, ${s.webhookUrl},
            ${s.webhookSecret})
    on conflict (user_id) do update set critical = excluded.critical, major = excluded.major, minor = excluded.minor,
      of_others = excluded.of_others, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      webhook_url = excluded.webhook_url, webhook_secret = excluded.webhook_secret, muted_site_ids = '{}'`.execute(
    tx,
  );
}

/** Disables alarm emails of one plant for a user. */
export async function muteSite(
  tx: Tx,
  { siteId, userId }: { siteId: number; userId: number },
): Promise<void> {
  await sql`
    insert into notice_settings as n (user_id, critical, major, minor, of_others, muted_site_ids)
    select u.id, ${usual.critical}, ${usual.major}, ${usualMinor(sql`u.id`)}, ${wantsOthers(sql`u.id`)},
      array[${siteId}::bigint]
    from users u where u.id = ${userId}
    on conflict (user_id) do update set muted_site_ids = array_append(n.muted_site_ids, ${siteId})
    where not ${siteId} = any(n.muted_site_ids)`.execute(tx);
}

/** A notification that is not scheduled yet. */
export interface NewNotice extends Omit<NoticeSettings, 'webhookSecret' | 'webhookUrl' | 'ofOthers'> {
  siteId: number;
  alarmId: number;
  userId: number;
  channel: NoticeChannel;
  kind: string;
  revision: number;
  timeZone: string;
  /** Alert hours of the user's report settings for the plant; null: none. */
  windowFrom: number | null;
  windowTo: number | null;
}

/** When a user may be notified of an alarm: needs `s`, and `n` and `r` = their left joined settings. */
export const whenColumns = (user: RawBuilder<unknown>) => sql`s.timezone as "timeZone",
  coalesce(n.critical, ${usual.critical}) as critical, coalesce(n.major, ${usual.major}) as major,
  coalesce(n.minor, case when ${user} = s.owner_id then ${usualWays.minor} else 'off' end) as minor, n.quiet_from as "quietFrom", n.quiet_to as "quietTo",
  case when r.alert_time then r.alert_start end as "windowFrom", case when r.alert_time then r.alert_end end as "windowTo"`;

/** Whether the alarm `a` needs attention: active, not grouped under another, and neither acknowledged nor muted. */
export const needsAttention = (at: Date): RawBuilder<boolean> => sql`a.ended_at is null and not a.is_grouped
      and a.acknowledged_at is null and coalesce(a.snoozed_until <= ${at}, true)`;

/** Alarms with changes in the last day, each with a user who was not notified of it; at most `limit`. */
export async function newNotices(tx: Tx, now: number, limit: number): Promise<NewNotice[]> {
  const at = new Date(now);
  const { rows } = await sql<NewNotice>`
    select a.site_id as "siteId", a.id as "alarmId", p.user_id as "userId", c.channel, a.kind, a.revision, ${whenColumns(sql`p.user_id`)}
    from alarm a
    join sites s on s.id = a.site_id
    cross join lateral (
      select s.owner_id as user_id where s.owner_id is not null
      union
      select s.installer_id where s.installer_id is not null and ${wantsOthers(sql`s.installer_id`)}
      union
      select h.user_id from site_shares h
      where h.site_id = s.id and ${wantsOthers(sql`h.user_id`)} and h.may_edit and (h.ends_at is null or h.ends_at > ${at})
    ) p
    left join notice_settings n on n.user_id = p.user_id
    left join report_settings r on r.site_id = a.site_id and r.user_id = p.user_id
    cross join lateral (select 'mail' as channel union all select 'webhook' where n.webhook_url <> ''
      union all select 'push' where exists (select from push_browsers b where b.user_id = p.user_id)) c
    where a.revised_at > ${new Date(now - DAY_MS)} and ${needsAttention(at)} and not exists (select from alarm_notice t
        where t.site_id = a.site_id and t.alarm_id = a.id and t.user_id = p.user_id and t.channel = c.channel and t.revision = a.revision)
    order by a.revised_at limit ${limit}`.execute(tx);
  return rows;
}

/** Notes when each is to be sent, null for never. What another process has noted meanwhile stays as it is. */
export async function addNotices(
  tx: Tx,
  notices: readonly (NewNotice & { dueAtMs: number | null })[],
): Promise<void> {
  const column = <K extends keyof (typeof notices)[number]>(key: K) => notices.map((one) => one[key]);
  await sql`
    insert into alarm_notice (site_id, alarm_id, user_id, channel, revision, due_at)
    select site_id, alarm_id, user_id, channel, revision, to_timestamp(due / 1000)
    from unnest(${column('siteId')}::bigint[], ${column('alarmId')}::bigint[], ${column('userId')}::bigint[],
      ${column('channel')}::text[], ${column('revision')}::int[], ${column('dueAtMs')}::float8[])
      as n(site_id, alarm_id, user_id, channel, revision, due)
    on conflict do nothing`.execute(tx);
}

/**
 * Alarms that ended automatically within the last day, each with a user who was notified by email but not of the end;
 * at most `limit`.
 */
export async function endedMails(tx: Tx, now: number, limit: number): Promise<NewNotice[]> {
  const { rows } = await sql<NewNotice>`
    select a.site_id as "siteId", a.id as "alarmId", t.user_id as "userId", t.channel, a.kind, -a.revision as revision, ${whenColumns(sql`t.user_id`)}
    from alarm a
    join sites s on s.id = a.site_id
    join alarm_notice t on t.site_id = a.site_id and t.alarm_id = a.id and t.channel = 'mail' and t.sent_at is not null
      and t.revision = (select max(o.revision) from alarm_notice o where o.site_id = t.site_id and o.alarm_id = t.alarm_id
        and o.user_id = t.user_id and o.channel = t.channel and o.sent_at is not null and o.revision > 0)
    left join notice_settings n on n.user_id = t.user_id
    left join report_settings r on r.site_id = a.site_id and r.user_id = t.user_id
    where a.ended_at > ${new Date(now - DAY_MS)} and a.ended in ('over', 'recovered') and not exists (select from alarm_notice o
      where o.site_id = a.site_id and o.alarm_id = a.id and o.user_id = t.user_id and o.channel = t.channel and o.revision = -a.revision)
    order by a.ended_at limit ${limit}`.execute(tx);
  return rows;
}

/** Queues a notification of the end for users notified of an alarm by webhook. */
export async function addEndings(tx: Tx, now: number): Promise<void> {
  await sql`
    insert into alarm_notice (site_id, alarm_id, user_id, channel, revision, due_at)
    select a.site_id, a.id, t.user_id, t.channel, -a.revision, ${new Date(now)}
    from alarm a join alarm_notice t on t.site_id = a.site_id and t.alarm_id = a.id and t.channel = 'webhook'
      and t.revision = a.revision and t.sent_at is not null
    where a.ended_at > ${new Date(now - DAY_MS)}
    on conflict do nothing`.execute(tx);
}

/** A due notification. */
export interface DueNotice {
  siteId: number;
  id: number;
  alarmId: number;
  userId: number;
  revision: number;
  attempts: number;
}

/** Notes that these were sent, or that their time passed without need. */
export async function endNotices(
  tx: Tx | Db,
  notices: readonly Pick<DueNotice, 'siteId' | 'id'>[],
  ended: { sentAt: number } | { error: string },
): Promise<void> {
  const sentAt = 'sentAt' in ended ? new Date(ended.sentAt) : null;
  await sql`
    update alarm_notice t set due_at = null, sent_at = coalesce(${sentAt}, t.sent_at), last_error = ${'error' in ended ? ended.error : ''}
    from unnest(${notices.map(({ siteId }) => siteId)}::bigint[], ${notices.map(({ id }) => id)}::bigint[]) as c(site_id, id)
    where t.site_id = c.site_id and t.id = c.id`.execute(tx);
}

/** A notification over a channel other than email. */
export interface DueHook extends DueNotice {
  channel: Exclude<NoticeChannel, 'mail'>;
}

/** Time that one process has for sending before another one may try. */
const LEASE_MS = 2 * 60_000;

/** Takes hooks and pushes that are due; no other process gets them while the lease runs. */
export async function takeDueHooks(db: Db, now: number, limit: number): Promise<DueHook[]> {
  const { rows } = await sql<DueHook>`
    update alarm_notice t set attempts = t.attempts + 1, due_at = ${new Date(now + LEASE_MS)}
    from (
      select site_id, id from alarm_notice where channel in ('webhook', 'push') and due_at <= ${new Date(now)}
      order by due_at limit ${limit} for update skip locked
    ) d where t.site_id = d.site_id and t.id = d.id
    returning t.site_id as "siteId", t.id, t.alarm_id as "alarmId", t.user_id as "userId", t.revision, t.attempts,
      t.channel`.execute(db);
  return rows;
}

/** Notes a failed attempt: it is tried again later, or given up. */
export async function failHook(db: Db, notice: DueNotice, error: string, now: number): Promise<void> {
  await sql`
    update alarm_notice set last_error = ${error.replaceAll('\0', '').slice(0, 300)},
      due_at = ${retryAt(notice.attempts, now)}
    where site_id = ${notice.siteId} and id = ${notice.id}`.execute(db);
}
