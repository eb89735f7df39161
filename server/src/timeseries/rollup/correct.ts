// Puts what was recomputed into the newest rows, so that lists and overviews agree with the roll-up.
import type { Columns } from '../../platform/databaseTypes.ts';
import { numberLists, numbers } from '../columns.ts';
import { refreshSites } from '../current/siteLatest.ts';
import type { SiteDay } from '../marks/dirty.ts';
import type { Queryable } from '../queryable.ts';
import type { DeviceDay } from './deviceDay.ts';
import type { DayKey } from './rollupWrite.ts';

/**
 * Corrects the running day of devices that have not reported since the readings were read (if they have, a new mark
 * waits already), and the sum of earlier days of those whose day is over. `goneIds`: devices that had a day before.
 */
export async function correctLatest(
  query: Queryable,
  { siteId, day }: DayKey,
  days: readonly DeviceDay[],
  goneIds: readonly number[],
): Promise<void> {
  const ids = [...new Set([...days.map((d) => d.deviceId), ...goneIds])].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const { rows } = await query.query<Columns<'latest', 'day'>>({
    name: 'latest-of-site-lock',
    text: 'select day from latest where site_id = $1 and device_id = any($2::bigint[]) order by device_id for update',
    values: [siteId, numbers(ids)],
  });
  if (rows.some((newest) => newest.day === day)) await correctRunning(query, { siteId, day }, days);
  if (rows.some((newest) => newest.day !== null && newest.day > day))
    await correctEarlier(query, { siteId, day }, ids);
  await refreshSites(query, [siteId]);
}

/** Sets the running day of those devices whose newest reading is the last one of their day. */
async function correctRunning(
  query: Queryable,
  { siteId, day }: SiteDay,
  days: readonly DeviceDay[],
): Promise<void> {
  await query.query({
    name: 'rollup-newest',
    text: `update latest l set day_wh = n.wh, day_out_wh = coalesce(n.out_wh, 0),
             ch_day_wh = coalesce(n.channels::float8[], (select array_agg(0::float8) from unnest(l.ch_day_wh)))
           from unnest($3::bigint[], $4::float8[], $5::float8[], $6::float8[], $7::text[]) as n(d, at, wh, out_wh, channels)
           where l.site_id = $1 and l.device_id = n.d and l.day = $2 and l.at = to_timestamp(n.at / 1000)
             and (l.day_wh, l.day_out_wh, l.ch_day_wh)
               is distinct from (n.wh, coalesce(n.out_wh, 0::float8),
                 coalesce(n.channels::float8[], (select array_agg(0::float8) from unnest(l.ch_day_wh))))`,
    values: [
      siteId,
      day,
      numbers(days.map((d) => d.deviceId)),
      numbers(days.map((d) => d.closing.atMs)),
      numbers(days.map((d) => d.energyWh)),
      numbers(days.map((d) => d.outWh)),
      numberLists(days.map((d) => (d.modules.length > 0 ? d.modules.map((m) => m.energyWh) : null))),
    ],
  });
}

/**
 * Sets the total of the days before the latest one, for those of these devices whose latest day is after `day`: the
 * lifetime total less the latest day, so the cost does not grow with the years. The current rows must be locked.
 */
export async function correctEarlier(
  query: Queryable,
  { siteId, day }: SiteDay,
  deviceIds: readonly number[],
): Promise<void> {
  await query.query({
    name: 'rollup-earlier',
    // Aggregated instead of joined: the planner does not know the number of devices, and would calculate a self-join
    // once per device.
    text: `with newest as materialized (
             select device_id, day from latest where site_id = $1 and device_id = any($3::bigint[]) and day > $2
           ), amounts as (
             select device_id, 0::smallint as addr, 0::float8 as wh, false as is_total from newest
             union all
             select t.device_id, t.addr, t.energy_wh, true from newest n
             join device_total t on t.site_id = $1 and t.device_id = n.device_id
             union all
             select n.device_id, 0, -x.energy_wh, false from newest n
             join device_day x on x.site_id = $1 and x.device_id = n.device_id and x.day >= n.day
             union all
             select n.device_id, x.addr, -x.energy_wh, false from newest n
             join module_day x on x.site_id = $1 and x.device_id = n.device_id and x.day >= n.day
           ), places as (
             select device_id, addr, round(sum(wh) * 10) / 10 as wh, bool_or(is_total) as has_total
             from amounts group by device_id, addr
           ), sums as materialized (
             select device_id, max(wh) filter (where addr = 0) as wh,
               array_agg(wh order by addr) filter (where addr > 0 and has_total) as channels
             from places group by device_id
           )
           update latest l set before_wh = b.wh, ch_before_wh = b.channels
           from sums b
           where l.site_id = $1 and l.device_id = b.device_id
             and (l.before_wh, l.ch_before_wh) is distinct from (b.wh, b.channels)`,
    values: [siteId, day, numbers(deviceIds)],
  });
}

/** Updates the 30-day totals before `today` and the plant's size, as shown in lists. */
export async function correctRecent(query: Queryable, siteId: number, today: string): Promise<void> {
  await query.query({
    name: 'rollup-recent',
    text: `update site_latest l set recent_day = $2, recent_wh = n.wh, rated_w = n.rated_w
           from (
             select (select round(sum(energy_wh) * 10) / 10 from site_day
                 where site_id = $1 and day between $2::date - 30 and $2::date - 1) as wh,
               (select sum(rated_w) from modules where site_id = $1) as rated_w
           ) n
           where l.site_id = $1 and (l.recent_day, l.recent_wh, l.rated_w) is distinct from ($2::date, n.wh, n.rated_w)`,
    values: [siteId, today],
  });
}
