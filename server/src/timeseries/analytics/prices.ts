// What a kWh that was not produced would have been worth on a day.
import { entryOn, type PriceEntry } from '@helioport/domain/prices';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** Days with less energy, Wh, are not used for the mean price of an hour. */
const LEAST_WH = 200;

interface Row {
  price: number;
  prices: PriceEntry[] | null;
  worth: { day: string; perKwh: number }[] | null;
}

/**
 * A function from a local day to the price of a kWh that was not produced on it, in the currency of the plant: where the
 * tariff has time windows or a feed-in price, what a kWh of that day was worth on average, else the price in force. Null
 * without one. Days before `from` count by the price in force.
 */
export async function priceOfDays(
  db: Db,
  siteId: number,
  from: string,
): Promise<(day: string) => number | null> {
  const { rows } = await sql<Row>`
    select s.electricity_price as price, s.prices,
      (select json_agg(json_build_object('day', d.day, 'perKwh', d.worth * 1000 / d.energy_wh)) from site_day d
        where d.site_id = s.id and d.day >= ${from}::date and d.worth is not null and d.energy_wh > ${LEAST_WH}) as worth
    from sites s where s.id = ${siteId}`.execute(db);
  const site = rows[0];
  if (!site) return () => null;
  const mean = new Map((site.worth ?? []).map(({ day, perKwh }) => [day, perKwh]));
  return (day) => {
    const price = mean.get(day) ?? (site.prices === null ? site.price : entryOn(site.prices, day).price);
    return price > 0 ? price : null;
  };
}
