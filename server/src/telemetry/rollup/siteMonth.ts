// One row per plant and month, kept in step with the plant's days: what sums over many plants read.
import { monthOf } from '@helioport/domain/periods';
import type { Queryable } from '../queryable.ts';
import type { SiteDay } from './dirty.ts';

/**
 * Sums the month of a day up again from the days of the plant. The row is locked before the days are read, so that of
 * two days recomputed at once the second sees what the first did.
 */
export async function refreshMonth(query: Queryable, { siteId, day }: SiteDay): Promise<void> {
  const values = [siteId, `${monthOf(day)}-01`];
  const lock = () =>
    query.query({
      name: 'site-month-lock',
      text: 'select from site_month where site_id = $1 and month = $2 for update',
      values,
    });
  if ((await lock()).rowCount === 0) {
    await query.query({
      name: 'site-month-new',
      text: 'insert into site_month (site_id, month) values ($1, $2) on conflict do nothing',
      values,
    });
    await lock();
  }
  await query.query({
    name: 'site-month',
    text: `update site_month m set energy_wh = d.wh, worth = d.worth
           from (select round(sum(energy_wh) * 10) / 10 as wh, sum(worth) as worth from site_day
                 where site_id = $1 and day >= $2::date and day < ($2::date + interval '1 month')) d
           where m.site_id = $1 and m.month = $2 and (m.energy_wh, m.worth) is distinct from (d.wh, d.worth)`,
    values,
  });
}
