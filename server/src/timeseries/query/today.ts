// The running day of several plants in coarse steps, for the small curve on a card.
import { localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { measureColumn, measureInSi } from '../catalogue.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import { slotsOfDay } from '../slots/slots.ts';

export const CURVE_STEP_MINUTES = 30;

export interface CurveOfToday {
  siteId: number;
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
  /** Whole W, one per step up to now; null is a gap. */
  powerW: (number | null)[];
  /** Steps of the whole day. */
  steps: number;
}

/**
 * Produced power of today for each plant: per step the sum over its inverters of their mean. One statement for all; in
 * it one index range per device, since the key of the table begins with plant and device.
 */
export async function powerOfToday(
  db: Db,
  sites: readonly { id: number; timezone: string }[],
  now: number,
): Promise<CurveOfToday[]> {
  if (sites.length === 0) return [];
  const days = sites.map(({ id, timezone }) => {
    const day = localDay(now, timezone);
    return { id, day, ...slotsOfDay(day, timezone, CURVE_STEP_MINUTES) };
  });
  const from = days.map(({ startMs }) => new Date(startMs).toISOString());
  const { rows } = await sql<{ siteId: number; step: number; powerW: number }>`
    with producers as materialized (
      select p.site_id, l.device_id, p.from_at
      from unnest(${days.map(({ id }) => id)}::bigint[], ${from}::timestamptz[]) as p (site_id, from_at)
      join latest l on l.site_id = p.site_id and ${kindNumberSql('l.kind', isProducer)}
    )
    select m.site_id as "siteId", m.step, round(sum(m.mean))::int as "powerW" from (
      select r.site_id, r.device_id,
        floor(extract(epoch from r.at - p.from_at) / ${CURVE_STEP_MINUTES * 60})::int as step,
        avg(${measureInSi('r', 'power')}) as mean
      from producers p
      join reading r on r.site_id = p.site_id and r.device_id = p.device_id and r.at >= p.from_at
        and r.at <= ${new Date(now)} and ${measureColumn('r', 'power')} is not null
      group by r.site_id, r.device_id, step
    ) m group by m.site_id, m.step`.execute(db);
  const known = new Map(rows.map(({ siteId, step, powerW }) => [`${siteId} ${step}`, powerW]));
  return days.map(({ id, day, startMs, stepMs, count }) => {
    const passed = Math.min(count, Math.floor((now - startMs) / stepMs) + 1);
    return {
      siteId: id,
      day,
      powerW: Array.from({ length: passed }, (_, step) => known.get(`${id} ${step}`) ?? null),
      steps: count,
    };
  });
}
