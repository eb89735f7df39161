// What a kWh costs at a plant on one of its days, in SQL.
import { type RawBuilder, sql } from 'kysely';

/**
 * Price of a plant, a row `s` of sites, on a local day (`day` as text or date) outside its time windows: `entryOn` of
 * domain/prices.
 */
export const priceOnSql = (day: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  case when s.prices is null then s.electricity_price else (
    select (e ->> 'price')::float8 from jsonb_array_elements(s.prices) e
    where e ->> 'from' <= (${day})::text order by e ->> 'from' desc limit 1) end`;

/** The same on the day that it is now on the clock of the plant. */
export const priceNowSql = (now: number): RawBuilder<number> => priceOnSql(todaySql(now));

/** The day that it is now on the clock of a plant, a row `s` of sites. */
export const todaySql = (now: number): RawBuilder<unknown> =>
  sql`(${new Date(now)}::timestamptz at time zone s.timezone)::date`;
