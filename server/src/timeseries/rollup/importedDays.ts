// Days that another portal measured: stored as they were imported, so that every roll-up of a day finds them again.
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { numbers, plainTexts } from '../columns.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { markDays, type SiteDay } from '../marks/dirty.ts';
import { over, type Queryable } from '../queryable.ts';

/** The energy of a device on a local day of its plant, Wh. */
export interface ImportedDay {
  deviceId: number;
  day: string;
  energyWh: number;
}

interface Imported {
  siteId: number;
  /** Key of the portal that measured them. */
  source: string;
  days: readonly ImportedDay[];
  /** ms */
  now: number;
}

/** Imported energies of the devices of a plant on a day, with the number of their kinds. */
export async function importedDays(
  query: Queryable,
  { siteId, day }: SiteDay,
): Promise<{ deviceId: number; kind: number; energyWh: number }[]> {
  const { rows } = await query.query<Columns<'imported_day', 'deviceId' | 'energyWh'> & { kind: string }>({
    name: 'rollup-imported',
    text: `select i.device_id as "deviceId", d.kind, i.energy_wh as "energyWh"
           from imported_day i join devices d on d.id = i.device_id and d.site_id = i.site_id
           where i.site_id = $1 and i.day = $2 order by i.device_id`,
    values: [siteId, day],
  });
  return rows.flatMap(({ kind, ...row }) => {
    const code = deviceKindNamed(kind)?.code;
    return code === undefined ? [] : [{ ...row, kind: code }];
  });
}

/** Sums up the imported days of devices again; those without one lose their row. */
const refreshDevices = async (query: Queryable, siteId: number, deviceIds: readonly number[]) => {
  await query.query({
    text: `update imported_device t set from_day = n.first, to_day = n.last, energy_wh = n.wh
           from (
             select device_id, min(day) as first, max(day) as last, round(sum(energy_wh) * 10) / 10 as wh from imported_day
             where site_id = $1 and device_id = any($2::bigint[]) group by 1
           ) n
           where t.site_id = $1 and t.device_id = n.device_id`,
    values: [siteId, numbers(deviceIds)],
  });
  await query.query({
    text: `delete from imported_device t where t.site_id = $1 and t.device_id = any($2::bigint[])
             and not exists (select from imported_day i where i.site_id = t.site_id and i.device_id = t.device_id)`,
    values: [siteId, numbers(deviceIds)],
  });
};

/** Stores imported days of a plant and marks them. Repeating it changes nothing. The caller holds the roll-ups. */
export async function putImportedDays(tx: Tx, { siteId, source, days, now }: Imported): Promise<void> {
  if (days.length === 0) return;
  const query = over(tx);
  await query.query({
    name: 'imported-put',
    text: `insert into imported_day as t (site_id, device_id, day, energy_wh)
           select $1, d, day, wh from unnest($2::bigint[], $3::date[], $4::float8[]) as n(d, day, wh)
           on conflict (site_id, day, device_id) do update set energy_wh = excluded.energy_wh
           where t.energy_wh <> excluded.energy_wh`,
    values: [
      siteId,
      numbers(days.map((one) => one.deviceId)),
      plainTexts(days.map((one) => one.day)),
      numbers(days.map((one) => Math.round(one.energyWh * 10) / 10)),
    ],
  });
  const ids = [...new Set(days.map(({ deviceId }) => deviceId))];
  await query.query({
    text: `insert into imported_device (site_id, device_id, source, resolution, from_day, to_day, energy_wh, imported_at)
           select $1, d, $3, 'day', current_date, current_date, 0, to_timestamp($4::float8 / 1000)
           from unnest($2::bigint[]) as n(d) on conflict (site_id, device_id) do nothing`,
    values: [siteId, numbers(ids), source, now],
  });
  await refreshDevices(query, siteId, ids);
  await refreshSites(query, [siteId]);
  await markDays(
    query,
    [...new Set(days.map(({ day }) => day))].map((day) => ({ siteId, day })),
    now,
  );
}

/** Removes the imported days of devices of a plant. The caller marks the days. */
export async function deleteImportedDays(
  query: Queryable,
  siteId: number,
  deviceIds: readonly number[],
): Promise<string[]> {
  const values = [siteId, numbers(deviceIds)];
  const { rows } = await query.query<Columns<'imported_day', 'day'>>({
    text: `delete from imported_day where site_id = $1 and device_id = any($2::bigint[]) returning day`,
    values,
  });
  await query.query({
    text: `delete from imported_device where site_id = $1 and device_id = any($2::bigint[])`,
    values,
  });
  return [...new Set(rows.map(({ day }) => day))];
}

/**
 * Moves the imported days of a device to its new plant, from the first day with detail on: what was summed of earlier
 * ones stays where it is. Returns the days of the new plant to be marked.
 */
export async function moveImportedDays(
  query: Queryable,
  move: { deviceId: number; fromSiteId: number; toSiteId: number },
  detailFrom: string | null,
): Promise<SiteDay[]> {
  const { deviceId, fromSiteId, toSiteId } = move;
  const { rows } = await query.query<Columns<'imported_day', 'day'>>({
    text: `with gone as (
             delete from imported_day where site_id = $2 and device_id = $3 and day >= $4::date returning *)
           insert into imported_day (site_id, device_id, day, energy_wh)
           select $1, device_id, day, energy_wh from gone returning day`,
    values: [toSiteId, fromSiteId, deviceId, detailFrom ?? '-infinity'],
  });
  if (rows.length === 0) return [];
  await query.query({
    text: `insert into imported_device (site_id, device_id, source, resolution, from_day, to_day, energy_wh, imported_at)
           select $1, device_id, source, resolution, from_day, to_day, energy_wh, imported_at from imported_device
           where site_id = $2 and device_id = $3 on conflict do nothing`,
    values: [toSiteId, fromSiteId, deviceId],
  });
  for (const siteId of [fromSiteId, toSiteId]) await refreshDevices(query, siteId, [deviceId]);
  return rows.map(({ day }) => ({ siteId: toSiteId, day }));
}

/** Removes everything that a portal's days added to a plant. The caller holds the roll-ups. */
export async function removeImport(
  tx: Tx,
  { siteId, source, now }: { siteId: number; source: string; now: number },
): Promise<void> {
  const query = over(tx);
  const { rows } = await query.query<{ id: number }>({
    text: 'select device_id as id from imported_device where site_id = $1 and source = $2',
    values: [siteId, source],
  });
  const days = await deleteImportedDays(
    query,
    siteId,
    rows.map(({ id }) => id),
  );
  await refreshSites(query, [siteId]);
  await markDays(
    query,
    days.map((day) => ({ siteId, day })),
    now,
  );
}
