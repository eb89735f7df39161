// Recalculates the value of days after a change of tariffs, from the first day with another price.
import type { PriceEntry } from '@helioport/domain/prices';
import type { Tx } from '../../platform/db.ts';
import { markDays } from '../marks/dirty.ts';
import { over } from '../queryable.ts';

interface Repricing {
  siteId: number;
  /** Null: a single price applies. */
  prices: readonly PriceEntry[] | null;
  /** First local day on which another price holds than before; '' ever since. */
  since: string;
  now: number;
}

/**
 * Applies the changed tariffs of a plant. Days without time windows are updated immediately: energy times price. Days
 * with time windows are marked, because their value depends on the hours; until recalculated, they use the price
 * outside the windows. The caller holds the plant's roll-ups (`holdRollUps`).
 */
export async function repriceSite(tx: Tx, { siteId, prices, since, now }: Repricing): Promise<void> {
  const query = over(tx);
  // The calculation of `worthOf` in domain/prices, for many days.
  const { rows } = await query.query<{ day: string; hasBands: boolean }>({
    text: `with entries as (
             select e ->> 'from' as since, lead(e ->> 'from') over (order by e ->> 'from') as until,
               (e ->> 'price')::float8 as price, (e ->> 'exportPrice')::float8 as export_price,
               jsonb_array_length(e -> 'bands') > 0 as has_bands
             from jsonb_array_elements($2::jsonb) e
           )
           update site_day d set worth =
             (coalesce(d.energy_wh, 0) * n.price + coalesce(d.export_wh * (n.export_price - n.price), 0)) / 1000
           from entries n
           where d.site_id = $1 and d.day >= case when $3 = '' then '-infinity' else $3::date end
             and d.day >= case when n.since = '' then '-infinity' else n.since::date end
             and (n.until is null or d.day < n.until::date)
           returning d.day, n.has_bands as "hasBands"`,
    values: [siteId, JSON.stringify(prices ?? []), since],
  });
  if (prices === null)
    await query.query({ text: 'update site_day set worth = null where site_id = $1', values: [siteId] });
  await query.query({
    text: `update site_month m set worth = d.worth
           from (select date_trunc('month', day)::date as month, sum(worth) as worth from site_day
                 where site_id = $1 group by 1) d
           where m.site_id = $1 and m.month = d.month and m.worth is distinct from d.worth`,
    values: [siteId],
  });
  await markDays(
    query,
    rows.flatMap(({ day, hasBands }) => (hasBands ? [{ siteId, day }] : [])),
    now,
  );
}
