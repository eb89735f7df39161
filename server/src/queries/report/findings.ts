// Findings of a report: those open at the end of its period and those closed in it, with what they cost in the period.
import { localDay } from '@helioport/domain/periods';
import type { Span } from '@helioport/domain/reportSpans';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { isGatewaySql } from '../finding/rows.ts';
import { type FindingFacts, findingTitle } from '../finding/sentence.ts';
import type { FoundSite } from '../findSite.ts';
import { ms } from '../found.ts';
import type { Reader } from './reader.ts';

/** Most findings that a report names; the others are one row. */
const NAMED = 20;
/** A finding that is no fault and cost less than this, in Wh, is left out. */
const LEAST_WH = 50;

interface Row
  extends Pick<
    FindingFacts,
    'cause' | 'scope' | 'moduleName' | 'deviceName' | 'device' | 'isGateway' | 'arrayName'
  > {
  /** Of a module or a device; else null. */
  deviceId: number | null;
  /** Input of the module; 0: not one module. */
  addr: number;
  isFault: boolean;
  sinceMs: number;
  untilMs: number | null;
  recoveredWh: number | null;
  /** In the period. */
  wh: number;
  money: number | null;
}

export interface PeriodFindings {
  rows: Row[];
  /** Last evaluated day of the period; null: none. */
  evaluatedUntil: string | null;
}

export interface ReportFindings {
  title: string;
  /** What was evaluated, and until when. */
  note: string;
  rows: { name: string; sub: string; energy: string; money: string }[];
  /** The sum of the rows; null without rows. */
  total: { name: string; energy: string; money: string } | null;
}

/** The findings of a month or a year, the most costly first. */
export async function periodFindings(
  tx: Tx,
  { id, timezone }: Pick<FoundSite, 'id' | 'timezone'>,
  { from, to }: Span,
): Promise<PeriodFindings> {
  const { rows } = await sql<Row>`
    with lost as materialized (
      select finding_id, sum(lost_wh) as wh, case when bool_and(lost_money is not null) then sum(lost_money) end as money
      from loss_day where site_id = ${id} and day between ${from}::date and ${to}::date group by finding_id
    )
    select f.cause, f.scope, f.device_id as "deviceId", case when f.scope = 'module' then coalesce(f.addr, 0) else 0 end as addr,
      f.is_fault as "isFault", coalesce(d.alias, '') as "deviceName", d.sn as device, ${isGatewaySql} as "isGateway",
      coalesce(p.name, '') as "arrayName",
      case when f.scope = 'module' and d.id is not null then coalesce(nullif(d.alias, ''), d.sn) || ' / ' || f.addr else '' end as "moduleName",
      ${ms(sql`f.since_at`)} as "sinceMs", ${ms(sql`f.until_at`)} as "untilMs", f.recovered_wh as "recoveredWh",
      coalesce(l.wh, 0) as wh, case when l.finding_id is null then 0 else l.money end as money
    from finding f
    left join lost l on l.finding_id = f.id
    left join devices d on d.id = f.device_id and d.site_id = f.site_id
    left join arrays p on p.site_id = f.site_id and p.id = f.array_id
    where f.site_id = ${id} and not f.is_withdrawn and (f.is_fault or l.wh >= ${LEAST_WH})
      and f.since_at < (${to}::date + 1)::timestamp at time zone ${timezone}
      and (f.until_at is null or f.until_at >= ${from}::date::timestamp at time zone ${timezone})
    order by wh desc, f.since_at, f.id`.execute(tx);
  const { rows: evaluated } = await sql<{ day: string | null }>`
    select max(day) as day from site_expected
    where site_id = ${id} and day between ${from}::date and ${to}::date and is_whole`.execute(tx);
  return { rows, evaluatedUntil: evaluated[0]?.day ?? null };
}

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Formats findings for a reader; amounts are rounded before they are summed, so that the total matches the rows. */
export function findingsContent(
  { rows, evaluatedUntil }: PeriodFindings,
  { found, span, isPriced }: { found: FoundSite; span: Span; isPriced: boolean },
  reader: Reader,
): ReportFindings {
  const dayOf = (instant: number) => localDay(instant, found.timezone);
  const kwhText = (kwh: number) => `${reader.number(kwh, 2)}\u00a0kWh`;
  const moneyText = (money: number | null) =>
    isPriced && money !== null ? reader.money(money, found.currency) : '';
  const amounts = rows.map(({ wh, money }) => ({
    kwh: hundredths(wh / 1000),
    money: money === null ? null : hundredths(money),
  }));
  const sumOf = (some: typeof amounts) => ({
    kwh: hundredths(some.reduce((sum, { kwh }) => sum + kwh, 0)),
    money: some.some(({ money }) => money === null)
      ? null
      : hundredths(some.reduce((sum, { money }) => sum + (money ?? 0), 0)),
  });
  const amountsText = ({ kwh, money }: (typeof amounts)[number]) => ({
    energy: kwhText(kwh),
    money: moneyText(money),
  });
  const subOf = ({ sinceMs, untilMs, recoveredWh }: Row) => {
    const since = reader.translate('mail.report.findingOpen', { day: reader.day(dayOf(sinceMs), 'full') });
    if (untilMs === null || dayOf(untilMs) > span.to) return since;
    const closed = reader.translate('mail.report.findingClosed', {
      since: reader.day(dayOf(sinceMs), 'full'),
      day: reader.day(dayOf(untilMs), 'full'),
    });
    if (recoveredWh === null || recoveredWh < LEAST_WH) return closed;
    const recovered = {
      label: reader.translate('finding.field.recovered'),
      value: reader.energy(recoveredWh),
    };
    return `${closed} · ${reader.translate('public.labelled', recovered)}`;
  };
  const others = amounts.slice(NAMED);
  return {
    title: reader.translate('finding.title'),
    note:
      evaluatedUntil === null
        ? reader.translate('mail.report.notEvaluated')
        : reader.translate(rows.length === 0 ? 'mail.report.noFindings' : 'mail.report.evaluated', {
            day: reader.day(evaluatedUntil, 'full'),
          }),
    rows: [
      ...rows.slice(0, NAMED).map((row, i) => ({
        name: findingTitle({ ...row, plantName: found.name }, reader.languageCode),
        sub: subOf(row),
        ...amountsText(amounts[i]!),
      })),
      ...(others.length === 0
        ? []
        : [{ name: reader.translate('mail.report.otherFindings'), sub: '', ...amountsText(sumOf(others)) }]),
    ],
    total:
      rows.length === 0
        ? null
        : { name: reader.translate('mail.report.findingsTotal'), ...amountsText(sumOf(amounts)) },
  };
}
