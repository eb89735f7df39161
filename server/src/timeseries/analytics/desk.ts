// The row of a plant on the fleet desk: what its findings cost, and how much of what was expected it produces. Written
// whenever the plant was evaluated, so that the desk sorts and filters thousands of plants by columns.

import type { FindingConfidence } from '@helioport/domain/analytics/types';
import { rankOf } from '@helioport/domain/currencyScale';
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import type { AnalyticsPlant } from './plantModel.ts';
import { priceOfDays } from './prices.ts';

/** Days that one figure of the desk is about. */
const WEEK = 7;
const MONTH = 30;
const YEAR = 365;
/** A specific yield of a year with fewer recorded days is none. */
const LEAST_DAYS_OF_YEAR = 350;

/** Places of confidence as they are stored; 0: no open fault. */
export const confidencePlace: Readonly<Record<FindingConfidence, number>> = { low: 1, medium: 2, high: 3 };

interface OpenFinding
  extends Columns<'finding', 'id' | 'cause' | 'isFault' | 'lostWh' | 'lostMoney' | 'yearWh'> {
  confidence: FindingConfidence;
  sinceMs: number;
}

interface ExpectedDays {
  until: string | null;
  source: string | null;
  produced: number | null;
  expected: number | null;
  completeness: number | null;
  producedBefore: number | null;
  expectedBefore: number | null;
  recentWh: number | null;
  yearWh: number | null;
  yearDays: number;
}

/** Yearly loss of an open finding if not resolved, Wh: from the evaluation, else extrapolated from its loss to date. */
export function yearlyWh(
  { yearWh, lostWh, sinceMs }: Pick<OpenFinding, 'yearWh' | 'lostWh' | 'sinceMs'>,
  nowMs: number,
): number {
  if (yearWh !== null) return Math.max(0, yearWh);
  const days = Math.max(1, (nowMs - sinceMs) / DAY_MS);
  return (Math.max(0, lostWh) * YEAR) / days;
}

/** Rewrites the row of a plant from its stored results. */
export async function refreshDesk(tx: Tx, plant: AnalyticsPlant): Promise<void> {
  const { siteId, currency, ratedW } = plant;
  const days = await expectedDays(tx, siteId);
  if (days.until === null) return;
  await refreshShares(tx, siteId, days.until);
  const { rows: open } = await sql<OpenFinding>`
    select id, cause, confidence, is_fault as "isFault", (extract(epoch from since_at) * 1000)::float8 as "sinceMs",
      lost_wh as "lostWh", lost_money as "lostMoney", year_wh as "yearWh"
    from finding where site_id = ${siteId} and until_at is null and not is_withdrawn`.execute(tx);
  const price = await usualPrice(tx, siteId, days.until);
  const faults = open.filter(({ isFault }) => isFault);
  const endMs = Date.parse(`${addDays(days.until, 1)}T00:00:00Z`);
  const risks = faults.map((finding) => ({ finding, wh: yearlyWh(finding, endMs) }));
  const top = risks.reduce<(typeof risks)[number] | undefined>(
    (most, one) => (most === undefined || one.wh > most.wh ? one : most),
    undefined,
  )?.finding;
  const riskWh = risks.reduce((sum, { wh }) => sum + wh, 0);
  const riskMoney = price === null ? null : (riskWh * price) / 1000;
  const ratio = ratioOf(days.produced, days.expected);
  const before = ratioOf(days.producedBefore, days.expectedBefore);
  const row = {
    evaluated_until: days.until,
    source: days.source,
    ratio,
    ratio_change: ratio === null || before === null ? null : ratio - before,
    completeness: days.completeness,
    open_faults: faults.length,
    open_infos: open.length - faults.length,
    confidence: Math.max(0, ...faults.map(({ confidence }) => confidencePlace[confidence])),
    causes: [...new Set(open.map(({ cause }) => cause))],
    top_cause: top?.cause ?? null,
    top_since: top ? localDay(top.sinceMs, plant.model.timeZone) : null,
    top_finding_id: top?.id ?? null,
    lost_wh: faults.reduce((sum, { lostWh }) => sum + lostWh, 0),
    lost_money: faults.some(({ lostMoney }) => lostMoney !== null)
      ? faults.reduce((sum, { lostMoney }) => sum + (lostMoney ?? 0), 0)
      : null,
    risk_wh: riskWh,
    risk_money: riskMoney,
    risk_rank: rankOf(riskWh, riskMoney, currency),
    rated_w: ratedW > 0 ? ratedW : null,
    specific_30: ratedW > 0 && days.recentWh !== null ? days.recentWh / ratedW : null,
    specific_365:
      ratedW > 0 && days.yearWh !== null && days.yearDays >= LEAST_DAYS_OF_YEAR ? days.yearWh / ratedW : null,
    size_class: sizeClassOf(ratedW),
  };
  await sql`
    insert into site_analytics as a (site_id, ${columns}, region)
    select s.id, ${sql.join(columnNames.map((name) => sql`n.${sql.ref(name)}`))},
      nullif(coalesce(nullif(s.state_code, ''), s.country_code), '')
    from sites s, jsonb_to_record(${JSON.stringify(row)}::jsonb) as n(evaluated_until date, source text, ratio real,
      ratio_change real, completeness real, open_faults int, open_infos int, confidence smallint, causes text[],
      top_cause text, top_since date, top_finding_id bigint, lost_wh float8, lost_money float8, risk_wh float8,
      risk_money float8, risk_rank float8, rated_w real, specific_30 real, specific_365 real, size_class text)
    where s.id = ${siteId}
    on conflict (site_id) do update set ${sql.join(
      [...columnNames, 'region'].map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
    )}`.execute(tx);
}

const columnNames = [
  'evaluated_until',
  'source',
  'ratio',
  'ratio_change',
  'completeness',
  'open_faults',
  'open_infos',
  'confidence',
  'causes',
  'top_cause',
  'top_since',
  'top_finding_id',
  'lost_wh',
  'lost_money',
  'risk_wh',
  'risk_money',
  'risk_rank',
  'rated_w',
  'specific_30',
  'specific_365',
  'size_class',
];
const columns = sql.join(columnNames.map((name) => sql.ref(name)));

const ratioOf = (produced: number | null, expected: number | null): number | null =>
  produced === null || expected === null || expected <= 0 ? null : produced / expected;

const sizes = [
  ['to1', 1_000],
  ['to5', 5_000],
  ['to15', 15_000],
  ['to100', 100_000],
] as const;

/** Plants are compared with plants of their size. */
const sizeClassOf = (ratedW: number): string | null =>
  ratedW <= 0 ? null : (sizes.find(([, most]) => ratedW <= most)?.[0] ?? 'above');

async function expectedDays(tx: Tx, siteId: number): Promise<ExpectedDays> {
  const { rows } = await sql<ExpectedDays>`
    with newest as (
      -- Figures of a plant that is not reporting are those of its last days.
      select day as until, source from site_expected
      where site_id = ${siteId} and is_whole and completeness > 0 order by day desc limit 1
    ), sums as (
      select sum(e.produced_wh) filter (where e.day > n.until - ${WEEK}::int) as produced,
        sum(e.expected_wh) filter (where e.day > n.until - ${WEEK}::int) as expected,
        avg(e.completeness) filter (where e.day > n.until - ${WEEK}::int) as completeness,
        sum(e.produced_wh) filter (where e.day <= n.until - ${WEEK}::int) as "producedBefore",
        sum(e.expected_wh) filter (where e.day <= n.until - ${WEEK}::int) as "expectedBefore"
      from newest n join site_expected e
        on e.site_id = ${siteId} and e.day > n.until - ${2 * WEEK}::int and e.day <= n.until
    ), made as (
      select sum(d.energy_wh) filter (where d.day > n.until - ${MONTH}::int) as "recentWh",
        sum(d.energy_wh) as "yearWh", count(d.energy_wh)::int as "yearDays"
      from newest n join site_day d on d.site_id = ${siteId} and d.day > n.until - ${YEAR}::int and d.day <= n.until
    )
    select n.until, n.source, s.*, m.* from newest n, sums s, made m`.execute(tx);
  return (
    rows[0] ?? {
      until: null,
      source: null,
      produced: null,
      expected: null,
      completeness: null,
      producedBefore: null,
      expectedBefore: null,
      recentWh: null,
      yearWh: null,
      yearDays: 0,
    }
  );
}

/** The middle of the prices of the last days; null without a price. */
async function usualPrice(tx: Tx, siteId: number, until: string): Promise<number | null> {
  const from = addDays(until, 1 - MONTH);
  const priceOn = await priceOfDays(tx, siteId, from);
  const prices = Array.from({ length: MONTH }, (_, i) => priceOn(addDays(from, i)))
    .flatMap((price) => price ?? [])
    .sort((a, b) => a - b);
  return prices[prices.length >> 1] ?? null;
}

/** Share of the plant's expected energy that each open finding cost in its last days. */
async function refreshShares(tx: Tx, siteId: number, until: string): Promise<void> {
  await sql`
    with lost as (
      select finding_id, sum(lost_wh) as wh from loss_day
      where site_id = ${siteId} and day > ${until}::date - ${WEEK}::int and day <= ${until}::date group by 1
    ), wanted as (
      select sum(expected_wh) as wh from site_expected
      where site_id = ${siteId} and day > ${until}::date - ${WEEK}::int and day <= ${until}::date
    )
    update finding f set share = coalesce(greatest(0, least(1, lost.wh / nullif(wanted.wh, 0))), 0)
    from finding o left join lost on lost.finding_id = o.id, wanted
    where f.site_id = ${siteId} and o.site_id = ${siteId} and o.id = f.id
      and f.until_at is null and not f.is_withdrawn`.execute(tx);
}
