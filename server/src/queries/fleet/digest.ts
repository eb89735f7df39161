// Weekly digest of the fleet desk: its totals and the plants with the highest loss, as an email to one user.

import type { OutputOf } from '@helioport/contract/endpoint';
import { fleet } from '@helioport/contract/fleet';
import { fleetPage } from '@helioport/contract/grants';
import { causeName } from '@helioport/domain/analytics/causeName';
import type { FindingCause, FindingScope } from '@helioport/domain/analytics/types';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, dayNumber, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Me } from '../../access/me.ts';
import { personAway } from '../../access/session.ts';
import { type Visible, visibleTo } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { escapeHtml } from '../../platform/html.ts';
import { mailPage, paragraph } from '../../platform/mail.ts';
import { type DigestOrder, takeDigest } from '../../repositories/fleetDigests.ts';
import { brandOf, queueComposed } from '../../repositories/mails.ts';
import { type Reader, readerOf, writingOf } from '../report/reader.ts';
import { deskRows } from './rows.ts';
import { fleetSummary } from './summary.ts';

/** Hour of Monday from which digests are sent. */
const MORNING_MS = 6 * HOUR_MS;
/** A digest that could not be sent on Monday is sent on Tuesday; later it is left out. */
const LAST_WEEKDAY = 1;
const PLANTS = 10;

/** Days since Monday. */
const weekday = (day: string): number => (dayNumber(day) + 3) % 7;

/** The Monday whose digest may be sent now in this time zone; undefined: none. */
export function digestMonday(nowMs: number, timeZone: string): string | undefined {
  const day = localDay(nowMs - MORNING_MS, timeZone);
  return weekday(day) > LAST_WEEKDAY ? undefined : addDays(day, -weekday(day));
}

interface Week {
  fromMs: number;
  untilMs: number;
  span: string;
}

interface WeekCounts {
  found: number;
  resolved: number;
  mine: number;
}

interface WorstPlant {
  sid: string;
  name: string;
  cause: FindingCause | null;
  scope: FindingScope | null;
  riskWh: number;
  riskMoney: number | null;
  currency: string;
}

interface Digest {
  to: string;
  brandId: number;
  reader: Reader;
  week: Week;
  summary: OutputOf<typeof fleet.summary>;
  counts: WeekCounts;
  worst: WorstPlant[];
}

/**
 * Adds this week's digest to the outbox, if it is due where most plants of the user are and was not sent. A user who
 * may not see the desk, or sees no plants, gets none. Returns whether an email was added.
 */
export async function sendDueDigest(
  db: Db,
  order: DigestOrder,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<boolean> {
  return await inTransaction(db, 'write', async (tx) => {
    const me = await personAway(tx, order.userId);
    if (!me.pages.has(fleetPage.name)) return false;
    const visible = visibleTo(me, now);
    const timeZone = await timeZoneOf(tx, visible);
    const monday = timeZone === undefined ? undefined : digestMonday(now, timeZone);
    if (timeZone === undefined || monday === undefined) return false;
    const untilMs = dayBounds(monday, timeZone).startMs;
    if (order.sinceMs >= untilMs || !(await takeDigest(tx, order.userId, monday))) return false;
    await mailDigest(tx, await digestOf(tx, { me, visible, monday, timeZone, now }), { publicUrl, now });
    return true;
  });
}

/** Where most of the plants are; undefined without plants. */
async function timeZoneOf(tx: Tx, visible: Visible): Promise<string | undefined> {
  const { rows } = await sql<Columns<'sites', 'timezone'>>`
    select s.timezone from ${visible.sites} s group by 1 order by count(*) desc, 1 limit 1`.execute(tx);
  return rows[0]?.timezone;
}

interface DigestContext {
  me: Me;
  visible: Visible;
  monday: string;
  timeZone: string;
  now: number;
}

async function digestOf(tx: Tx, { me, visible, monday, timeZone, now }: DigestContext): Promise<Digest> {
  const reader = readerOf(await writingOf(tx, me.userId));
  const from = addDays(monday, -7);
  const week: Week = {
    fromMs: dayBounds(from, timeZone).startMs,
    untilMs: dayBounds(monday, timeZone).startMs,
    span: reader.span({ shape: 'days', from, to: addDays(monday, -1), hour: null }, timeZone),
  };
  const input = fleet.summary.input.parse({});
  const summary = await fleetSummary({ input, me, visible, tx, now });
  const isInWeek = (column: string) =>
    sql`${sql.ref(column)} >= ${new Date(week.fromMs)} and ${sql.ref(column)} < ${new Date(week.untilMs)}`;
  const { rows: counts } = await sql<WeekCounts>`
    with p as materialized (select v.id from ${visible.sites} v)
    select
      (select count(*)::int from p join finding f on f.site_id = p.id
        where ${isInWeek('f.detected_at')} and f.is_fault and not f.is_withdrawn) as found,
      (select count(*)::int from p join finding f on f.site_id = p.id
        where ${isInWeek('f.until_at')} and f.is_fault and not f.is_withdrawn) as resolved,
      (select count(*)::int from p join cases c on c.site_id = p.id
        where c.closed_at is null and c.assigned_to = ${me.userId}) as mine`.execute(tx);
  const { rows: worst } = await sql<WorstPlant>`
    select s.sid, s.name, a.top_cause as cause,
      (select f.scope from finding f where f.site_id = s.id and f.id = a.top_finding_id) as scope, coalesce(a.risk_wh, 0) as "riskWh", a.risk_money as "riskMoney", s.currency
    from ${deskRows({ me, visible })} where a.open_faults > 0 and a.risk_wh > 0
    order by coalesce(a.risk_rank, 0) desc, s.id limit ${PLANTS}`.execute(tx);
  const { rows: brands } = await sql<{ id: number }>`
    select brand_id as id from users where id = ${me.userId}`.execute(tx);
  return {
    to: me.email,
    brandId: brands[0]?.id ?? 0,
    reader,
    week,
    summary,
    worst,
    counts: counts[0] ?? { found: 0, resolved: 0, mine: 0 },
  };
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** "1.2 MWh, €380": energy, with money where plants have prices. */
const amountText = (
  reader: Reader,
  wh: number,
  money: readonly { amount: number; currency: string }[],
): string =>
  [reader.energy(wh), ...money.map(({ amount, currency }) => reader.money(amount, currency))].join(', ');

/** Adds a digest to the outbox. */
async function mailDigest(
  tx: Tx,
  { to, brandId, reader, week, summary, counts, worst }: Digest,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<void> {
  const brand = await brandOf(tx, brandId);
  const subject = reader.translate('mail.digest.subject', { span: week.span });
  const count = (value: number) => reader.number(value, 0);
  const risk = summary.money.map(({ perYear, currency }) => ({ amount: perYear, currency }));
  const facts = [
    [reader.translate('fleet.field.findings'), count(summary.openFindings)],
    [reader.translate('mail.digest.found'), count(counts.found)],
    [reader.translate('mail.digest.resolved'), count(counts.resolved)],
    [reader.translate('fleet.field.risk'), amountText(reader, summary.riskKwh * 1000, risk)],
    [reader.translate('fleet.openCases'), count(summary.openCases)],
    [reader.translate('fleet.overdueCases'), count(summary.overdueCases)],
    [reader.translate('mail.digest.mine'), count(counts.mine)],
  ].map(([label = '', value = '']) => ({
    label,
    value,
    text: reader.translate('public.labelled', { label, value }),
  }));
  const plants = worst.map(({ sid, name, cause, scope, riskWh, riskMoney, currency }) => ({
    name: oneLine(name),
    url: `${publicUrl}/pvPlant/detail?id=${encodeURIComponent(sid)}`,
    more: [
      ...(cause === null ? [] : [reader.translate(`finding.cause.${causeName(cause, scope)}`)]),
      amountText(reader, riskWh, riskMoney === null ? [] : [{ amount: riskMoney, currency }]),
    ].join(' · '),
  }));
  const none = reader.translate('mail.digest.none');
  const top = reader.translate('mail.digest.top');
  const ways = [
    { text: reader.translate('mail.digest.button'), url: `${publicUrl}/fleet` },
    { text: reader.translate('mail.digest.settings'), url: `${publicUrl}/ucenter/account?tab=notices` },
  ];
  const footer = [
    ...(brand.supportMail === '' ? [] : [reader.translate('mail.support', { address: brand.supportMail })]),
    reader.translate('mail.footer', { brand: brand.name }),
  ];
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}" style="color:#0b5cad">${escapeHtml(text)}</a>`;
  await queueComposed(tx, {
    kind: 'digest',
    to,
    brandId,
    subject,
    now,
    text: `${[
      subject,
      facts.map(({ text }) => text).join('\n'),
      plants.length === 0
        ? none
        : [top, ...plants.map(({ name, more, url }) => `${name}\n${more}\n${url}`)].join('\n\n'),
      ways.map(({ text, url }) => `${text}: ${url}`).join('\n'),
      `-- \n${footer.join('\n')}`,
    ].join('\n\n')}\n`,
    html: mailPage({
      tag: reader.tag,
      brandName: brand.name,
      subject,
      footer,
      body: [
        paragraph(`<strong>${escapeHtml(subject)}</strong>`, 'font-size:18px;line-height:1.35'),
        `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${facts
          .map(
            ({ label, value }) =>
              `<tr><td style="padding:2px 16px 2px 0;color:#52606d">${escapeHtml(label)}</td><td style="padding:2px 0"><strong>${escapeHtml(value)}</strong></td></tr>`,
          )
          .join('')}</table>`,
        ...(plants.length === 0
          ? [paragraph(escapeHtml(none))]
          : [
              paragraph(`<strong>${escapeHtml(top)}</strong>`),
              ...plants.map(({ name, more, url }) =>
                paragraph(`${link(url, name)}<br><span style="color:#52606d">${escapeHtml(more)}</span>`),
              ),
            ]),
        paragraph(ways.map(({ text, url }) => link(url, text)).join(' · ')),
      ],
    }),
  });
}
