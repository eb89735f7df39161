// The newest day with light of several plants in coarse steps, for the small curve on a card.
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { daylight } from '@helioport/domain/sun';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { measureColumn, measureInSi } from '../catalogue.ts';
import { tenths } from '../counters/running.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import { slotsOfDay } from '../slots/slots.ts';

export const CURVE_STEP_MINUTES = 30;

export interface NewestCurve {
  siteId: number;
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
  isToday: boolean;
  /** Produced on the day, Wh; null: unknown. */
  energyWh: number | null;
  /** Whole W, one per step up to now or the end of the day; null is a gap. */
  powerW: (number | null)[];
  /** Steps of the whole day. */
  steps: number;
}

type Place = Columns<'sites', 'id' | 'timezone' | 'latitude' | 'longitude'>;

/** Today, or the day before until the sun rises. Without a sunrise, and without coordinates, it is today. */
function newestDay({ timezone, latitude, longitude }: Place, now: number): { day: string; isToday: boolean } {
  const day = localDay(now, timezone);
  if (latitude === null || longitude === null) return { day, isToday: true };
  const sun = daylight(dayBounds(day, timezone), latitude, longitude);
  const isToday = sun.kind !== 'normal' || now >= sun.sunriseMs;
  return { day: isToday ? day : addDays(day, -1), isToday };
}

/**
 * Produced power and energy of the newest day of each plant: per step the sum over its inverters of their mean. One
 * statement for all; in it one index range per device, since the key of the table begins with plant and device.
 */
export async function newestCurves(db: Db, sites: readonly Place[], now: number): Promise<NewestCurve[]> {
  if (sites.length === 0) return [];
  const days = sites.map((place) => {
    const newest = newestDay(place, now);
    return { id: place.id, ...newest, ...slotsOfDay(newest.day, place.timezone, CURVE_STEP_MINUTES) };
  });
  const ids = days.map(({ id }) => id);
  const from = days.map(({ startMs }) => new Date(startMs).toISOString());
  const to = days.map(({ startMs, stepMs, count }) =>
    new Date(Math.min(now, startMs + count * stepMs - 1)).toISOString(),
  );
  const { rows } = await sql<{ siteId: number; step: number; powerW: number }>`
    with producers as materialized (
      select p.site_id, l.device_id, p.from_at, p.to_at
      from unnest(${ids}::bigint[], ${from}::timestamptz[], ${to}::timestamptz[]) as p (site_id, from_at, to_at)
      join latest l on l.site_id = p.site_id and ${kindNumberSql('l.kind', isProducer)}
    )
    select m.site_id as "siteId", m.step, round(sum(m.mean))::int as "powerW" from (
      select r.site_id, r.device_id,
        floor(extract(epoch from r.at - p.from_at) / ${CURVE_STEP_MINUTES * 60})::int as step,
        avg(${measureInSi('r', 'power')}) as mean
      from producers p
      join reading r on r.site_id = p.site_id and r.device_id = p.device_id and r.at >= p.from_at
        and r.at <= p.to_at and ${measureColumn('r', 'power')} is not null
      group by r.site_id, r.device_id, step
    ) m group by m.site_id, m.step`.execute(db);
  const known = new Map(rows.map(({ siteId, step, powerW }) => [`${siteId} ${step}`, powerW]));
  const energies = await energiesOf(db, days);
  return days.map(({ id, day, isToday, startMs, stepMs, count }) => {
    const passed = Math.min(count, Math.floor((now - startMs) / stepMs) + 1);
    return {
      siteId: id,
      day,
      isToday,
      energyWh: energies.get(id) ?? null,
      powerW: Array.from({ length: passed }, (_, step) => known.get(`${id} ${step}`) ?? null),
      steps: count,
    };
  });
}

/** Produced energy of a day of each plant in Wh: while it is the newest with readings, the live one. */
async function energiesOf(
  db: Db,
  days: readonly { id: number; day: string }[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ siteId: number; wh: number | null }>`
    select p.site_id as "siteId", case when l.day = p.day then l.day_wh else d.energy_wh end as wh
    from unnest(${days.map(({ id }) => id)}::bigint[], ${days.map(({ day }) => day)}::date[]) as p (site_id, day)
    left join site_latest l on l.site_id = p.site_id
    left join site_day d on d.site_id = p.site_id and d.day = p.day`.execute(db);
  return new Map(rows.map(({ siteId, wh }) => [siteId, wh === null ? null : tenths(wh)]));
}
