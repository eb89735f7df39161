// What a plant made for its size, in kWh per kWp: Wh over the rated power in W, which is the same. For lists, whose rows
// are `s` of sites and `sl` of site_latest.
import { type RawBuilder, sql } from 'kysely';
import { todaySql } from './priceOn.ts';

/** The entered system size, else the total of the modules; null if neither is entered. */
const ratedW = sql`coalesce(s.system_size_w, nullif(sl.rated_w, 0))`;

/** Of today; null for a plant that never reported or of unknown size. */
export const specificTodaySql = (now: number): RawBuilder<number | null> => sql<number | null>`
  case when sl.day = ${todaySql(now)} then sl.day_wh when sl.day is not null then 0 end / ${ratedW}`;

/**
 * Of the 30 days before the latest rolled-up day, which is today or, before the first reading of the morning,
 * yesterday. Only plants that have not reported for longer are summed up per query.
 */
export const specific30Sql = (now: number): RawBuilder<number | null> => sql<number | null>`
  case when sl.recent_day >= ${todaySql(now)} - 1 then sl.recent_wh else (
    select sum(sd.energy_wh) from site_day sd
    where sd.site_id = sl.site_id and sd.day between ${todaySql(now)} - 30 and ${todaySql(now)} - 1) end / ${ratedW}`;
