// Builder of rolled-up days for tests that need more of them than readings could be stored for.
import { addDays, monthOf } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { rebuildTotals } from '../src/timeseries/counters/total.ts';
import { priceOnSql } from '../src/timeseries/query/priceOn.ts';
import { over } from '../src/timeseries/queryable.ts';
import { refreshMonth } from '../src/timeseries/rollup/siteMonth.ts';

/**
 * Days of one inverter as the roll-up would have left them, the plant's own days added up. `energyWh` gives the energy
 * of the n-th day from `first` (`YYYY-MM-DD`) on, null for a day without any reading.
 */
export async function makeDays(
  tx: Tx,
  device: { id: number; siteId: number },
  first: string,
  energyWh: readonly (number | null)[],
): Promise<void> {
  const days = energyWh.flatMap((wh, i) => (wh === null ? [] : [{ day: addDays(first, i), wh }]));
  const rows = sql`unnest(${days.map((one) => one.day)}::date[], ${days.map((one) => one.wh)}::float8[]) as n(day, wh)`;
  await sql`
    insert into device_day (site_id, device_id, day, energy_wh, samples, first_at, first, opening, closing_at, closing)
    select ${device.siteId}, ${device.id}, n.day, n.wh, 1, n.day, '{}', '{}', n.day, '{}' from ${rows}`.execute(
    tx,
  );
  await sql`
    insert into site_day as d (site_id, day, energy_wh, completeness, samples)
    select ${device.siteId}, n.day, n.wh, 1, 1 from ${rows}
    on conflict (site_id, day) do update set energy_wh = d.energy_wh + excluded.energy_wh`.execute(tx);
  await sql`
    update site_day d set worth = d.energy_wh * (${priceOnSql(sql`d.day`)}) / 1000 from sites s
    where d.site_id = ${device.siteId} and s.id = d.site_id and s.prices is not null
      and d.day = any(${days.map((one) => one.day)}::date[])`.execute(tx);
  const months = new Set(days.map(({ day }) => monthOf(day)));
  for (const month of months) await refreshMonth(over(tx), { siteId: device.siteId, day: `${month}-01` });
  await rebuildTotals(over(tx), device.siteId);
}
