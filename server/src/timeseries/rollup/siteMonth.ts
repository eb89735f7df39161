// One row per plant and month, synchronized with the plant's days, for totals over many plants.
import { monthOf } from '@helioport/domain/periods';
import type { SiteDay } from '../marks/dirty.ts';
import type { Queryable } from '../queryable.ts';

/** Sums the month of a day up again from the days of the plant. The caller holds the roll-ups of the plant. */
export async function refreshMonth(query: Queryable, { siteId, day }: SiteDay): Promise<void> {
  await query.query({
    name: 'site-month',
    text: `insert into site_month as m (site_id, month, energy_wh, worth)
           select $1, $2, round(sum(energy_wh) * 10) / 10, sum(worth) from site_day
           where site_id = $1 and day >= $2::date and day < ($2::date + interval '1 month')
           on conflict (site_id, month) do update set energy_wh = excluded.energy_wh, worth = excluded.worth
           where (m.energy_wh, m.worth) is distinct from (excluded.energy_wh, excluded.worth)`,
    values: [siteId, `${monthOf(day)}-01`],
  });
}
