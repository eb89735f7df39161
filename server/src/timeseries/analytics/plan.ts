// Which days of a plant are to be evaluated next, and whether the evaluation has to start again from an earlier one.
import { addDays, dayBounds, dayNumber, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { takeBack } from './ledger.ts';
import { type AnalyticsPlant, type Fingerprint, isChanged } from './plantModel.ts';
import { dropDays } from './results.ts';

/** Days that are evaluated of a plant at most, back from its newest one with readings. */
export const MOST_DAYS = 400;
/** Days without any reading are evaluated this many days after the last one with readings. */
const EMPTY_DAYS = 3;

export interface Mark {
  day: string;
  /** As PostgreSQL writes it, to find out whether the day was marked again meanwhile. */
  markedAt: string;
}

/** Pending work of a plant. */
export interface Plan {
  /** Local day that it is now. */
  today: string;
  run: number;
  /** Days that a run recalculates; null: none. */
  redoFrom: string | null;
  redoUntil: string | null;
  marks: readonly Mark[];
  /** First and last day that may be evaluated; null: no readings. */
  limits: { from: string; until: string } | null;
  /** Days that are over wait for their roll-up. */
  isWaiting: boolean;
  evaluatedUntil: string | null;
  /** First day to evaluate; where it starts again, earlier than what is evaluated already. */
  start: string | null;
  /** Place, arrays or modules are not those of the last evaluation. */
  isModelNew: boolean;
}

interface Row
  extends Columns<'analytics_plant', 'evaluatedUntil' | 'run' | 'redoFrom' | 'redoUntil' | 'model'> {
  first: string | null;
  last: string | null;
  dirty: string | null;
}

/** Reads the pending work of a plant. */
export async function planOf(
  db: Db,
  { siteId, model, fingerprint }: AnalyticsPlant,
  now: number,
): Promise<Plan | undefined> {
  const today = localDay(now, model.timeZone);
  const { rows } = await sql<Row>`
    select p.evaluated_until as "evaluatedUntil", p.run, p.redo_from as "redoFrom", p.redo_until as "redoUntil", p.model,
      (select min(d.day) from site_day d where d.site_id = ${siteId}) as first,
      (select max(d.day) from site_day d where d.site_id = ${siteId} and d.day < ${today}::date) as last,
      (select min(m.day) from dirty_day m where m.site_id = ${siteId} and m.day < ${today}::date) as dirty
    from analytics_plant p where p.site_id = ${siteId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { rows: marks } = await sql<Mark>`
    select day, marked_at::text as "markedAt" from day_to_evaluate
    where site_id = ${siteId} and day < ${today}::date order by day`.execute(db);
  const limits = limitsOf(row, today);
  const before = row.model === '' ? null : (JSON.parse(row.model) as Fingerprint);
  const isOther = before !== null && isChanged(before, fingerprint);
  const start = limits && startOf(row, marks, limits, isOther);
  return {
    today,
    run: row.run,
    redoFrom: row.redoFrom,
    redoUntil: row.redoUntil,
    marks,
    limits,
    isWaiting: row.dirty !== null,
    evaluatedUntil: row.evaluatedUntil,
    start,
    isModelNew: JSON.stringify(fingerprint) !== row.model,
  };
}

/** First and last day that may be evaluated. */
function limitsOf({ first, last, dirty }: Row, today: string): Plan['limits'] {
  if (first === null || last === null) return null;
  const oldest = addDays(last, 1 - MOST_DAYS);
  const ends = [
    addDays(today, -1),
    addDays(last, EMPTY_DAYS),
    ...(dirty === null ? [] : [addDays(dirty, -1)]),
  ];
  return { from: first > oldest ? first : oldest, until: ends.reduce((a, b) => (a < b ? a : b)) };
}

/** Where to go on: after the last evaluated day, at the first one whose readings changed, or at the beginning. */
function startOf(
  { evaluatedUntil }: Row,
  marks: readonly Mark[],
  { from }: NonNullable<Plan['limits']>,
  isOther: boolean,
): string {
  if (evaluatedUntil === null || isOther) return from;
  const next = addDays(evaluatedUntil, 1);
  const marked = marks.find(({ day }) => day >= from)?.day ?? next;
  const start = marked < next ? marked : next;
  return start > from ? start : from;
}

/**
 * Restarts the evaluation from a local day: deletes its findings and expected energies from that day on. Returns the
 * number of the run. The caller holds the claim.
 */
export async function restart(
  tx: Tx,
  { siteId, model }: AnalyticsPlant,
  from: string,
): Promise<{ run: number; redoFrom: string; redoUntil: string }> {
  await takeBack(tx, siteId, from, dayBounds(from, model.timeZone).startMs);
  await dropDays(tx, siteId, from);
  const { rows } = await sql<{ run: number; redoFrom: string; redoUntil: string }>`
    update analytics_plant set run = run + 1, evaluated_until = ${addDays(from, -1)}::date,
      redo_from = least(redo_from, ${from}::date),
      redo_until = greatest(redo_until, evaluated_until)
    where site_id = ${siteId}
    returning run, redo_from as "redoFrom", redo_until as "redoUntil"`.execute(tx);
  return rows[0]!;
}

/** The days from one to another that are worth evaluating: with readings, or at most some days after the last of them. */
export async function daysWorth(db: Db, siteId: number, from: string, until: string): Promise<string[]> {
  if (from > until) return [];
  const { rows } = await sql<Columns<'site_day', 'day'>>`
    select day from site_day
    where site_id = ${siteId} and day between ${addDays(from, -EMPTY_DAYS)}::date and ${until}::date
    order by day`.execute(db);
  const withData = new Set(rows.map(({ day }) => day));
  let last = Number.NEGATIVE_INFINITY;
  const days: string[] = [];
  for (let day = addDays(from, -EMPTY_DAYS); day <= until; day = addDays(day, 1)) {
    if (withData.has(day)) last = dayNumber(day);
    if (day >= from && dayNumber(day) - last <= EMPTY_DAYS) days.push(day);
  }
  return days;
}
