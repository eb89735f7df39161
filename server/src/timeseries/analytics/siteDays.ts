// What a plant was expected to produce, by day and in the slots of one day, and how far it is evaluated.
import type { ReferenceDay } from '@helioport/domain/analytics/irradiance/yields';
import type { IrradianceSource } from '@helioport/domain/analytics/types';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { type ExpectedCurve, unpackExpected } from './curve.ts';

export interface ExpectedDayOfSite {
  day: string;
  /** Wh of the modules of which both are known. */
  produced: number | null;
  expected: number | null;
  clearSky: number | null;
  completeness: number;
  source: IrradianceSource;
  /** False for a running day. */
  isWhole: boolean;
  /** Reference yield by the weather source; null without one. */
  reference: ReferenceDay | null;
}

/** Evaluated days of a plant from one local day to another. */
export async function expectedDaysOf(
  db: Db,
  siteId: number,
  from: string,
  to: string,
): Promise<ExpectedDayOfSite[]> {
  const { rows } = await sql<ExpectedDayOfSite>`
    select day, produced_wh as produced, expected_wh as expected, clear_sky_wh as "clearSky",
      completeness::float8 as completeness, source, is_whole as "isWhole",
      case when reference_h is not null then
        json_build_object('yieldH', reference_h, 'completeness', reference_completeness) end as reference
    from site_expected where site_id = ${siteId} and day between ${from}::date and ${to}::date order by day`.execute(
    db,
  );
  return rows;
}

/** The expected power of a plant on a day; null where it is not evaluated. */
export async function expectedCurveOf(
  db: Db,
  siteId: number,
  day: string,
): Promise<(ExpectedCurve & { startMs: number; stepMs: number; source: IrradianceSource }) | null> {
  const { rows } = await sql<
    Columns<'site_expected', 'curve' | 'slotS'> & { startMs: number; source: IrradianceSource }
  >`
    select curve, (extract(epoch from start_at) * 1000)::float8 as "startMs", slot_s as "slotS", source
    from site_expected where site_id = ${siteId} and day = ${day}::date`.execute(db);
  const [row] = rows;
  const curve = row && unpackExpected(row.curve);
  return row && curve
    ? { ...curve, startMs: row.startMs, stepMs: row.slotS * 1000, source: row.source }
    : null;
}

/**
 * How far a plant is evaluated, and how many completed days are still to be evaluated. Days whose readings wait for
 * their roll-up count as well.
 */
export async function progressOf(
  db: Db,
  siteId: number,
  now: number,
): Promise<{ evaluatedUntil: string | null; waitingDays: number }> {
  const { rows } = await sql<{ evaluatedUntil: string | null; waitingDays: number }>`
    select p.evaluated_until as "evaluatedUntil",
      greatest(
        (select count(*) from (
          select m.day from day_to_evaluate m where m.site_id = s.id
          union select r.day from dirty_day r where r.site_id = s.id and r.day < (${new Date(now)}::timestamptz at time zone s.timezone)::date
        ) marked),
        (select count(*) from site_day d where d.site_id = s.id
          and d.day > coalesce(p.evaluated_until, '-infinity') and d.day < current_date - 1
          and d.day > current_date - 400 and p.site_id is not null))::int as "waitingDays"
    from sites s left join analytics_plant p on p.site_id = s.id where s.id = ${siteId}`.execute(db);
  return rows[0] ?? { evaluatedUntil: null, waitingDays: 0 };
}
