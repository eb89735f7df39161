// Consistency of stored totals: compares them with the values they are derived from, for some plants per statement.
// Days waiting for recalculation are skipped, because they may differ until then.
import type { SumKind } from '@helioport/domain/sums';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { dayAt } from '../counters/running.ts';
import { isProducer, kindNumberSql, ofRole } from '../kinds.ts';

/** A sum that does not add up. Energies in Wh, of the opening counter in its steps of 0.1 Wh. */
export interface Mismatch {
  siteId: number;
  kind: SumKind;
  /** The day to recalculate; null if a current row covers past days of which none are stored. */
  day: string | null;
  stored: number | null;
  summed: number | null;
}

/** What does not add up of these plants. */
export async function findMismatches(db: Db, siteIds: readonly number[]): Promise<Mismatch[]> {
  const ids = sql`${[...siteIds]}::bigint[]`;
  const found: Mismatch[] = [];
  for (const [kind, query] of Object.entries(queries) as [
    SumKind,
    (ids: RawBuilder<unknown>) => RawBuilder<Row>,
  ][]) {
    const { rows } = await query(ids).execute(db);
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  for (const kind of ['plantHours', 'deviceHours'] as const) {
    const { rows } = await hourSums[kind](ids).execute(db);
    // Only the calendar of the plant assigns instants to days, so days are checked where a total differs.
    for (const { siteId, timeZone } of rows) found.push(...(await daysOfHours(db, kind, siteId, timeZone)));
  }
  return found;
}

/**
 * Number of totals that `findMismatches` compares for these plants, to report the extent of a check without mismatches.
 */
export async function countSums(db: Db, siteIds: readonly number[]): Promise<number> {
  const ids = sql`${[...siteIds]}::bigint[]`;
  // The day of a plant is compared with its devices and its hours, that of a device with its hours and the day before.
  const { rows } = await sql<{ sums: number }>`
    select (select count(*) from site_day where site_id = any(${ids})) * 2
      + (select count(*) from device_day where site_id = any(${ids})) * 2
      + (select count(*) from site_month where site_id = any(${ids}))
      + (select count(*) from device_total where site_id = any(${ids}))
      + (select count(*) from latest where site_id = any(${ids}))
      + (select count(*) from site_latest where site_id = any(${ids}) and recent_day is not null) as sums`.execute(
    db,
  );
  return rows[0]?.sums ?? 0;
}

type Row = Omit<Mismatch, 'kind'>;

/** Energies are stored to a tenth. */
const differs = (a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`round(coalesce(${a}, 0) * 10) <> round(coalesce(${b}, 0) * 10)`;

/** Days without detail only have their totals, without the part of devices deleted since. */
const hasDetail = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${day} >= coalesce((select detail_from from retention), '-infinity')`;

const isSettled = (site: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from dirty_day w where w.site_id = ${site} and w.day = ${day})`;

const queries: Partial<Record<SumKind, (ids: RawBuilder<unknown>) => RawBuilder<Row>>> = {
  plantDay: (ids) => sql<Row>`
    select d.site_id as "siteId", d.day, coalesce(p.energy_wh, 0) + coalesce(p.import_wh, 0) + coalesce(p.charged_wh, 0) as stored,
      d.wh as summed
    from (
      select site_id, day, sum(energy_wh) as wh, sum(out_wh) as out_wh,
        sum(energy_wh) filter (where ${kindNumberSql('kind', isProducer)}) as made, sum(energy_wh) filter (where ${kindNumberSql('kind', ofRole('grid'))}) as imported,
        sum(energy_wh) filter (where ${kindNumberSql('kind', ofRole('storage'))}) as charged
      from device_day where site_id = any(${ids}) group by 1, 2
    ) d
    left join site_day p on p.site_id = d.site_id and p.day = d.day
    where (${differs(sql`p.energy_wh`, sql`d.made`)} or ${differs(sql`p.import_wh`, sql`d.imported`)}
        or ${differs(sql`p.charged_wh`, sql`d.charged`)}
        or ${differs(sql`coalesce(p.export_wh, 0) + coalesce(p.discharged_wh, 0)`, sql`d.out_wh`)})
      and ${isSettled(sql`d.site_id`, sql`d.day`)} and ${hasDetail(sql`d.day`)}
    union all
    select p.site_id, p.day, p.energy_wh, null from site_day p
    where p.site_id = any(${ids}) and ${isSettled(sql`p.site_id`, sql`p.day`)} and ${hasDetail(sql`p.day`)}
      and not exists (select from device_day d where d.site_id = p.site_id and d.day = p.day)`,
  month: (ids) => sql<Row>`
    select coalesce(m.site_id, d.site_id) as "siteId", coalesce(d.day, m.month) as day, m.energy_wh as stored, d.wh as summed
    from (select * from site_month where site_id = any(${ids})) m
    full join (
      select site_id, date_trunc('month', day)::date as month, min(day) as day, sum(energy_wh) as wh, sum(worth) as worth
      from site_day
      where site_id = any(${ids}) group by 1, 2
    ) d on d.site_id = m.site_id and d.month = m.month
    where ${differs(sql`m.energy_wh`, sql`d.wh`)} 
      -- Money in its hundredths, so that the order of adding makes no difference.
      or abs(coalesce(m.worth, 0) - coalesce(d.worth, 0)) > 0.005`,
  opening: (ids) => sql<Row>`
    select distinct on (1, 2) d.site_id as "siteId", d.day, o.opening as stored, coalesce(o.before, o.first) as summed
    from (
      select *, lag(closing) over (partition by site_id, device_id order by day) as before
      from device_day where site_id = any(${ids})
    ) d
    cross join lateral unnest(d.opening, d.first, d.before) as o(opening, first, before)
    -- Counters of a day start again; they open at nothing, where they stood, or with their first reading.
    where o.first is not null and case when ${kindNumberSql('d.kind', isProducer)} and d.first[1] is not null
        then o.opening not in (0, o.first, coalesce(o.before, 0))
        else o.opening is distinct from coalesce(o.before, o.first) end
      and ${isSettled(sql`d.site_id`, sql`d.day`)}`,
  total: (ids) => sql<Row>`
    select distinct on (1) coalesce(t.site_id, d.site_id) as "siteId", d.day, t.energy_wh as stored, d.wh as summed
    from (select * from device_total where site_id = any(${ids})) t
    full join (
      select site_id, device_id, 0 as addr, max(day) as day, sum(energy_wh) as wh from device_day
      where site_id = any(${ids}) group by 1, 2
      union all
      select site_id, device_id, addr, max(day), sum(energy_wh) from module_day
      where site_id = any(${ids}) group by 1, 2, 3
    ) d on d.site_id = t.site_id and d.device_id = t.device_id and d.addr = t.addr
    where ${differs(sql`t.energy_wh`, sql`d.wh`)}`,
  newest: (ids) => sql<Row>`
    select distinct on (1) l.site_id as "siteId", d.day, l.before_wh as stored, d.wh as summed
    from latest l
    cross join lateral (
      select max(day) as day, sum(energy_wh) as wh from device_day x
      where x.site_id = l.site_id and x.device_id = l.device_id and x.day < l.day
    ) d
    where l.site_id = any(${ids}) and ${differs(sql`l.before_wh`, sql`d.wh`)}
      and not exists (select from dirty_day w where w.site_id = l.site_id and w.day < l.day)`,
  // Every roll-up of the plant updates it, so recalculating one of its days corrects it.
  recent: (ids) => sql<Row>`
    select l.site_id as "siteId", coalesce(d.day, l.recent_day - 1) as day, l.recent_wh as stored, d.wh as summed
    from site_latest l
    cross join lateral (
      select max(x.day) as day, sum(x.energy_wh) as wh from site_day x
      where x.site_id = l.site_id and x.day between l.recent_day - 30 and l.recent_day - 1
    ) d
    where l.site_id = any(${ids}) and l.recent_day is not null and ${differs(sql`l.recent_wh`, sql`d.wh`)}
      and not exists (select from dirty_day w where w.site_id = l.site_id and w.day < l.recent_day)`,
};

const hourSums = {
  plantHours: (ids: RawBuilder<unknown>) => sql<{ siteId: number; timeZone: string }>`
    select s.id as "siteId", s.timezone as "timeZone" from sites s
    left join (select site_id, sum(energy_wh) as wh, sum(import_wh) as imported, sum(charged_wh) as charged,
        sum(export_wh) as exported, sum(discharged_wh) as discharged
      from site_hour where site_id = any(${ids}) group by 1) h on h.site_id = s.id
    left join (select site_id, sum(energy_wh) as wh, sum(import_wh) as imported, sum(charged_wh) as charged,
        sum(export_wh) as exported, sum(discharged_wh) as discharged
      from site_day where site_id = any(${ids}) group by 1) d on d.site_id = s.id
    where s.id = any(${ids}) and (${differs(sql`h.wh`, sql`d.wh`)} or ${differs(sql`h.imported`, sql`d.imported`)}
      or ${differs(sql`h.charged`, sql`d.charged`)} or ${differs(sql`h.exported`, sql`d.exported`)}
      or ${differs(sql`h.discharged`, sql`d.discharged`)})`,
  deviceHours: (ids: RawBuilder<unknown>) => sql<{ siteId: number; timeZone: string }>`
    select distinct s.id as "siteId", s.timezone as "timeZone" from sites s
    join (select site_id, device_id, sum(energy_wh) as wh from device_day
      where site_id = any(${ids}) and out_wh is null group by 1, 2) d on d.site_id = s.id
    left join (select site_id, device_id, sum(energy_wh) as wh from device_hour
      where site_id = any(${ids}) group by 1, 2) h on h.site_id = d.site_id and h.device_id = d.device_id
    where ${differs(sql`h.wh`, sql`d.wh`)}`,
};

interface DaySum {
  deviceId: number;
  day: string;
  wh: number;
}

/** The days of a plant whose hours do not add up to them. */
async function daysOfHours(
  db: Db,
  kind: 'plantHours' | 'deviceHours',
  siteId: number,
  timeZone: string,
): Promise<Mismatch[]> {
  const ofPlant = kind === 'plantHours';
  // Combines all directions into one number, because only a difference matters.
  const wh = sql`coalesce(energy_wh, 0) + 3 * coalesce(import_wh, 0) + 5 * coalesce(export_wh, 0)
    + 7 * coalesce(charged_wh, 0) + 11 * coalesce(discharged_wh, 0)`;
  const { rows: hours } = await (ofPlant
    ? sql<{ deviceId: number; at: number; wh: number }>`
        select 0 as "deviceId", (extract(epoch from hour_at) * 1000)::float8 as at, ${wh} as wh from site_hour
        where site_id = ${siteId}`
    : sql<{ deviceId: number; at: number; wh: number }>`
        select device_id as "deviceId", (extract(epoch from hour_at) * 1000)::float8 as at, energy_wh as wh
        from device_hour where site_id = ${siteId}`
  ).execute(db);
  const { rows: days } = await (ofPlant
    ? sql<DaySum>`select 0 as "deviceId", day, ${wh} as wh from site_day d
        where site_id = ${siteId} and ${isSettled(sql`d.site_id`, sql`d.day`)} and ${hasDetail(sql`d.day`)}
          and not exists (select from imported_day i where i.site_id = d.site_id and i.day = d.day)`
    : sql<DaySum>`select device_id as "deviceId", day, energy_wh as wh from device_day d
        where site_id = ${siteId} and out_wh is null and ${isSettled(sql`d.site_id`, sql`d.day`)}
          and ${hasDetail(sql`d.day`)}
          -- The hours of imported days are unknown.
          and not exists (select from imported_day i
            where i.site_id = d.site_id and i.day = d.day and i.device_id = d.device_id)`
  ).execute(db);
  const summed = new Map<string, number>();
  for (const hour of hours) {
    const key = `${hour.deviceId}/${dayAt(hour.at, timeZone).day}`;
    summed.set(key, (summed.get(key) ?? 0) + hour.wh);
  }
  const found = new Map<string, Mismatch>();
  for (const { deviceId, day, wh: stored } of days) {
    const sum = summed.get(`${deviceId}/${day}`) ?? 0;
    if (Math.round(stored * 10) !== Math.round(sum * 10))
      found.set(day, { siteId, kind, day, stored, summed: sum });
  }
  return [...found.values()];
}
