// Writes the roll-ups of one plant's day. Unchanged rows are not written, obsolete rows are deleted: repeating it has
// no effect.

import { HOUR_MS } from '@helioport/domain/duration';
import { dayMeans } from '../catalogue.ts';
import { numberLists, numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import type { Changes, DeviceModule } from './changes.ts';
import type { DeviceDay } from './deviceDay.ts';
import type { SiteDayRow, SiteHour } from './siteDay.ts';

export interface DayKey {
  siteId: number;
  day: string;
  startMs: number;
  endMs: number;
}

const spanOf = ({ siteId, startMs, endMs }: DayKey) => [siteId, startMs, endMs];

const meanNames = dayMeans.map(({ name }) => `, ${name}`).join('');
const meanValues = dayMeans.map((_, i) => `, (means::real[])[${i + 1}]`).join('');
const meanUpdates = dayMeans.map(({ name }) => `, ${name} = excluded.${name}`).join('');

/** Writes the days of devices that changed, and removes those that are no more. */
export async function writeDeviceDays(
  query: Queryable,
  { siteId, day }: DayKey,
  { days, goneDeviceIds }: Changes,
): Promise<void> {
  const column = <T>(pick: (d: DeviceDay) => T): T[] => days.map(pick);
  if (goneDeviceIds.length > 0)
    await query.query({
      name: 'rollup-device-day-gone',
      text: `delete from device_day where site_id = $1 and day = $2 and device_id = any($3::bigint[])`,
      values: [siteId, day, numbers(goneDeviceIds)],
    });
  if (days.length === 0) return;
  await query.query({
    name: 'rollup-device-day',
    text: `insert into device_day (site_id, device_id, day, kind, energy_wh, out_wh, peak_w, samples, first_at, first,
             opening, closing_at, closing${meanNames})
           select $1, d, $2, kind, energy_wh, out_wh, peak_w, samples, to_timestamp(first_at / 1000), first::bigint[],
             opening::bigint[], to_timestamp(closing_at / 1000), closing::bigint[]${meanValues}
           from unnest($3::bigint[], $4::smallint[], $5::float8[], $6::float8[], $7::real[], $8::int[], $9::float8[],
             $10::text[], $11::text[], $12::float8[], $13::text[], $14::text[])
             as n(d, kind, energy_wh, out_wh, peak_w, samples, first_at, first, opening, closing_at, closing, means)
           on conflict (site_id, device_id, day) do update set kind = excluded.kind, energy_wh = excluded.energy_wh,
             out_wh = excluded.out_wh, peak_w = excluded.peak_w, samples = excluded.samples, first_at = excluded.first_at,
             first = excluded.first, opening = excluded.opening, closing_at = excluded.closing_at, closing = excluded.closing${meanUpdates}`,
    values: [
      siteId,
      day,
      numbers(column((d) => d.deviceId)),
      numbers(column((d) => d.kind)),
      numbers(column((d) => d.energyWh)),
      numbers(column((d) => d.outWh)),
      numbers(column((d) => d.peakW)),
      numbers(column((d) => d.samples)),
      numbers(column((d) => d.first.atMs)),
      numberLists(column((d) => d.first.counters)),
      numberLists(column((d) => d.opening)),
      numbers(column((d) => d.closing.atMs)),
      numberLists(column((d) => d.closing.counters)),
      numberLists(column((d) => d.means)),
    ],
  });
}

/** The same for inputs. */
export async function writeModuleDays(
  query: Queryable,
  { siteId, day }: DayKey,
  { modules, goneModules }: Changes,
): Promise<void> {
  const keysOf = (rows: readonly DeviceModule[]) => [
    numbers(rows.map((r) => r.deviceId)),
    numbers(rows.map((r) => r.addr)),
  ];
  if (goneModules.length > 0)
    await query.query({
      name: 'rollup-module-day-gone',
      text: `delete from module_day m using unnest($3::bigint[], $4::smallint[]) as n(d, a)
             where m.site_id = $1 and m.day = $2 and m.device_id = n.d and m.addr = n.a`,
      values: [siteId, day, ...keysOf(goneModules)],
    });
  if (modules.length === 0) return;
  await query.query({
    name: 'rollup-module-day',
    text: `insert into module_day (site_id, device_id, day, addr, energy_wh, peak_w)
           select $1, d, $2, a, wh, peak from unnest($3::bigint[], $4::smallint[], $5::float8[], $6::real[]) as n(d, a, wh, peak)
           on conflict (site_id, device_id, day, addr) do update set energy_wh = excluded.energy_wh, peak_w = excluded.peak_w`,
    values: [
      siteId,
      day,
      ...keysOf(modules),
      numbers(modules.map((r) => r.energyWh)),
      numbers(modules.map((r) => r.peakW)),
    ],
  });
}

/** Hours that have not begun at `now` are left out. */
export async function writeSiteHours(
  query: Queryable,
  key: DayKey,
  hours: readonly SiteHour[],
  now: number,
): Promise<void> {
  const rows = hours
    .map((hour, i) => ({ ...hour, at: key.startMs + i * HOUR_MS }))
    .filter((hour) => hour.at <= now);
  const column = <T>(pick: (row: SiteHour & { at: number }) => T): T[] => rows.map(pick);
  await query.query({
    name: 'rollup-site-hour',
    text: `with gone as (
             delete from site_hour where site_id = $1 and hour_at >= to_timestamp($2::float8 / 1000)
               and hour_at < to_timestamp($3::float8 / 1000)
               and hour_at <> all (select to_timestamp(at / 1000) from unnest($4::float8[]) as at)
           )
           insert into site_hour as t (site_id, hour_at, energy_wh, peak_w, import_wh, export_wh, charged_wh, discharged_wh)
           select $1, to_timestamp(at / 1000), wh, peak, imported, exported, charged, discharged
           from unnest($4::float8[], $5::float8[], $6::real[], $7::float8[], $8::float8[], $9::float8[], $10::float8[])
             as n(at, wh, peak, imported, exported, charged, discharged)
           on conflict (site_id, hour_at) do update set energy_wh = excluded.energy_wh, peak_w = excluded.peak_w,
             import_wh = excluded.import_wh, export_wh = excluded.export_wh, charged_wh = excluded.charged_wh,
             discharged_wh = excluded.discharged_wh
           where (t.energy_wh, t.peak_w, t.import_wh, t.export_wh, t.charged_wh, t.discharged_wh)
             is distinct from (excluded.energy_wh, excluded.peak_w, excluded.import_wh, excluded.export_wh,
               excluded.charged_wh, excluded.discharged_wh)`,
    values: [
      ...spanOf(key),
      numbers(column((r) => r.at)),
      numbers(column((r) => r.energyWh)),
      numbers(column((r) => r.peakW)),
      numbers(column((r) => r.importWh)),
      numbers(column((r) => r.exportWh)),
      numbers(column((r) => r.chargedWh)),
      numbers(column((r) => r.dischargedWh)),
    ],
  });
}

const energiesDiffer = `(t.energy_wh, t.import_wh, t.export_wh, t.charged_wh, t.discharged_wh) is distinct from
               (excluded.energy_wh, excluded.import_wh, excluded.export_wh, excluded.charged_wh, excluded.discharged_wh)`;

/** Readings of the last minutes of a day, and those of an import in pieces, do not count as a repair. */
const CLOSED_AFTER_MS = HOUR_MS;

/**
 * Null deletes the day: no readings. A day whose energies change more than an hour after its end and after they were
 * last written is repaired, because users have seen the earlier values.
 */
export async function writeSiteDay(
  query: Queryable,
  { siteId, day, endMs }: DayKey,
  row: SiteDayRow | null,
  now: number,
): Promise<void> {
  if (row === null) {
    await query.query({
      text: 'delete from site_day where site_id = $1 and day = $2',
      values: [siteId, day],
    });
    return;
  }
  const peakAt = row.peakAtMs === null ? null : new Date(row.peakAtMs);
  await query.query({
    name: 'rollup-site-day',
    text: `insert into site_day as t (site_id, day, energy_wh, peak_w, peak_at, import_wh, export_wh, charged_wh, discharged_wh,
             completeness, is_corrected, samples, worth, changed_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
           on conflict (site_id, day) do update set energy_wh = excluded.energy_wh, peak_w = excluded.peak_w,
             peak_at = excluded.peak_at, import_wh = excluded.import_wh, export_wh = excluded.export_wh,
             charged_wh = excluded.charged_wh, discharged_wh = excluded.discharged_wh,
             completeness = excluded.completeness, is_corrected = excluded.is_corrected, samples = excluded.samples,
             worth = excluded.worth,
             changed_at = case when ${energiesDiffer} then excluded.changed_at else t.changed_at end,
             corrected_at = case when ${energiesDiffer} and $15 and coalesce(t.changed_at, '-infinity') < $16
               then excluded.changed_at else t.corrected_at end`,
    values: [
      siteId,
      day,
      row.energyWh,
      row.peakW,
      peakAt,
      row.importWh,
      row.exportWh,
      row.chargedWh,
      row.dischargedWh,
      row.completeness,
      row.isRepaired,
      row.samples,
      row.worth,
      new Date(now),
      now >= endMs + CLOSED_AFTER_MS,
      new Date(now - CLOSED_AFTER_MS),
    ],
  });
}
