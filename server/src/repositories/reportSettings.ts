// Table report_settings: reports of a plant per user, and those already sent. Users without a row get none.
import type { ReportKind } from '@helioport/domain/reportSpans';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';

/** Whose settings, for which plant. */
export type Subscription = Columns<'report_settings', 'siteId' | 'userId'>;

export interface ReportSettings extends Record<ReportKind, boolean> {
  /** Number of the language; null: that of the account. */
  languageCode: number | null;
  /** Sends the report as a PDF too. */
  withPdf: boolean;
  alertHourly: boolean;
  /** True: alerts only between the two hours. */
  alertTime: boolean;
  /** Hours of the plant's day, 0 to 24. */
  alertStart: number;
  alertEnd: number;
}

const nothing: ReportSettings = {
  daily: false,
  weekly: false,
  monthly: false,
  yearly: false,
  languageCode: null,
  withPdf: true,
  alertHourly: false,
  alertTime: false,
  alertStart: 8,
  alertEnd: 17,
};

/** Settings of a user, with defaults where nothing is set. */
export async function reportSettingsOf(tx: Tx, { siteId, userId }: Subscription): Promise<ReportSettings> {
  const { rows } = await sql<ReportSettings>`
    select daily is not null as daily, weekly is not null as weekly, monthly is not null as monthly,
      yearly is not null as yearly, language_code as "languageCode", with_pdf as "withPdf",
      alert_hourly as "alertHourly", alert_time as "alertTime", alert_start as "alertStart", alert_end as "alertEnd"
    from report_settings where site_id = ${siteId} and user_id = ${userId}`.execute(tx);
  return rows[0] ?? nothing;
}

/** Saves the settings. Existing reports continue; a new one starts with the current period. */
export async function setReportSettings(
  tx: Tx,
  { siteId, userId }: Subscription,
  settings: ReportSettings & { now: number },
): Promise<void> {
  const s = settings;
  const since = (isWanted: boolean) => (isWanted ? new Date(s.now) : null);
  const goesOn = (kind: ReportKind) =>
    sql`case when excluded.${sql.ref(kind)} is not null then coalesce(r.${sql.ref(kind)}, excluded.${sql.ref(kind)}) end`;
  await sql`
    insert into report_settings as r (site_id, user_id, daily, weekly, monthly, yearly, language_code, with_pdf,
                                      alert_hourly, alert_time, alert_start, alert_end)
    values (${siteId}, ${userId}, ${since(s.daily)}, ${since(s.weekly)}, ${since(s.monthly)}, ${since(s.yearly)},
            ${s.languageCode}, ${s.withPdf}, ${s.alertHourly}, ${s.alertTime}, ${s.alertStart}, ${s.alertEnd})
    on conflict (site_id, user_id) do update set daily = ${goesOn('daily')}, weekly = ${goesOn('weekly')},
      monthly = ${goesOn('monthly')}, yearly = ${goesOn('yearly')}, language_code = excluded.language_code,
      with_pdf = excluded.with_pdf, alert_hourly = excluded.alert_hourly, alert_time = excluded.alert_time,
      alert_start = excluded.alert_start, alert_end = excluded.alert_end`.execute(tx);
}

/** Ends all reports and alerts about a plant for a user. */
export async function endReports(tx: Tx, { siteId, userId }: Subscription): Promise<void> {
  await sql`
    update report_settings set daily = null, weekly = null, monthly = null, yearly = null, alert_hourly = false
    where site_id = ${siteId} and user_id = ${userId}`.execute(tx);
}

/** Hour of the plant's morning from which its reports are sent. */
const MORNING = 6;

/** Days after its period until which a delayed report is still sent. */
const patience: Readonly<Record<ReportKind, number>> = { daily: 0, weekly: 2, monthly: 6, yearly: 13 };

/** A subscribed report whose period is over and that was not sent. */
export interface DueReport extends Subscription {
  kind: ReportKind;
  /** Its first and last day, plant-local. */
  from: string;
  to: string;
  /** Hour on the clock of the plant. */
  hour: number;
}

/** Subscriptions, a page of them after `after`; `last` is undefined after the last page. */
async function ordered(
  db: Db,
  after: Subscription,
  limit: number,
): Promise<{ people: Subscription[]; last: Subscription | undefined }> {
  const { rows } = await sql<Subscription>`
    select site_id as "siteId", user_id as "userId" from report_settings
    where coalesce(daily, weekly, monthly, yearly) is not null
      and (site_id, user_id) > (${after.siteId}, ${after.userId})
    order by site_id, user_id limit ${limit}`.execute(db);
  return { people: rows, last: rows.length < limit ? undefined : rows.at(-1) };
}

/**
 * Reports due to `limit` subscribers after `after`, from the morning on. Only the latest period of each kind counts:
 * missed reports are not sent later. `last` continues the listing; undefined at the end.
 */
export async function dueReports(
  db: Db,
  { after, limit, now }: { after: Subscription; limit: number; now: number },
): Promise<{ due: DueReport[]; last: Subscription | undefined }> {
  const { people, last } = await ordered(db, after, limit);
  const { rows } = await sql<DueReport>`
    select r.site_id as "siteId", r.user_id as "userId", p.kind, p.first as "from", p.next - 1 as "to",
      extract(hour from w.wall)::int as hour
    from unnest(${people.map((one) => one.siteId)}::bigint[], ${people.map((one) => one.userId)}::bigint[])
      as a(site_id, user_id)
    join report_settings r on r.site_id = a.site_id and r.user_id = a.user_id
    join sites s on s.id = r.site_id
    cross join lateral (select ${new Date(now)}::timestamptz at time zone s.timezone as wall) w
    cross join lateral (values
      ('daily', r.daily, r.daily_sent, w.wall::date - 1, w.wall::date, ${sql.lit(patience.daily)}),
      ('weekly', r.weekly, r.weekly_sent, date_trunc('week', w.wall)::date - 7, date_trunc('week', w.wall)::date,
        ${sql.lit(patience.weekly)}),
      ('monthly', r.monthly, r.monthly_sent, (date_trunc('month', w.wall) - interval '1 month')::date,
        date_trunc('month', w.wall)::date, ${sql.lit(patience.monthly)}),
      ('yearly', r.yearly, r.yearly_sent, (date_trunc('year', w.wall) - interval '1 year')::date,
        date_trunc('year', w.wall)::date, ${sql.lit(patience.yearly)})
    ) as p(kind, since, sent, first, next, patience)
    where extract(hour from w.wall) >= ${MORNING} and w.wall::date - p.next <= p.patience
      and p.since < p.next::timestamp at time zone s.timezone and (p.sent is null or p.sent < p.first)
    order by 1, 2, p.next - p.first`.execute(db);
  return { due: rows, last };
}

/**
 * Marks a report as sent, in the sending transaction: of several concurrent processes, one gets the settings, the
 * others nothing.
 */
export async function takeReport(
  tx: Tx,
  { siteId, userId, kind, from }: DueReport,
): Promise<{ languageCode: number | null; withPdf: boolean } | undefined> {
  const sent = sql.ref(`${kind}_sent`);
  const { rows } = await sql<Columns<'report_settings', 'languageCode' | 'withPdf'>>`
    update report_settings set ${sent} = ${from}
    where site_id = ${siteId} and user_id = ${userId} and ${sql.ref(kind)} is not null
      and (${sent} is null or ${sent} < ${from})
    returning language_code as "languageCode", with_pdf as "withPdf"`.execute(tx);
  return rows[0];
}
