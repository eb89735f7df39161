// Reads the energy of each inverter of a plant, by days, months or years. The running day comes from `latest`, all
// others from the roll-ups.
import { lastDayOf } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { tenths } from '../counters/running.ts';
import { isProducer, kindNameIn, kindNumberSql } from '../kinds.ts';

/** SQL: rows of device_id, day and wh, one for each inverter and day (plant-local, both included). */
const producedDays = (siteId: number, from: string, to: string) => sql`(
  select device_id, day, energy_wh as wh from device_day
  where site_id = ${siteId} and ${kindNumberSql('kind', isProducer)} and day between ${from} and ${to}
    and (device_id, day) not in (select l.device_id, l.day from latest l where l.site_id = ${siteId} and l.day is not null)
  union all
  select device_id, day, day_wh from latest
  where site_id = ${siteId} and ${kindNumberSql('kind', isProducer)} and day between ${from} and ${to})`;

/**
 * Produced Wh of every inverter of a plant by `day`, `month` or `year`: device ID -> period (`2026-06-21`, `2026-06`,
 * `2026`) -> Wh. Periods without data are absent.
 */
export async function energyOfDevices(
  db: Db,
  siteId: number,
  by: 'day' | 'month' | 'year',
  from: string,
  to: string,
): Promise<Map<number, Map<string, number>>> {
  const length = { day: 10, month: 7, year: 4 }[by];
  const statement = sql<{ deviceId: number; span: string; wh: number }>`
    select device_id as "deviceId", left(day::text, ${sql.lit(length)}) as span, sum(wh)::float8 as wh
    from ${producedDays(siteId, from, to)} days group by 1, 2 order by 1, 2`;
  const rows = await runPrepared(db, 'energies-devices', statement);
  const byDevice = new Map<number, Map<string, number>>();
  for (const { deviceId, span, wh } of rows) {
    const spans = byDevice.get(deviceId) ?? new Map<string, number>();
    byDevice.set(deviceId, spans.set(span, tenths(wh)));
  }
  return byDevice;
}

export interface ProducerEnergies {
  sn: string;
  isRetired: boolean;
  /** Wh of every period, null without data; null if none has data. */
  wh: (number | null)[] | null;
}

interface Row {
  sn: string;
  isRetired: boolean;
  /** Rolled-up periods, as indexes of the requested ones, and tenths of a Wh of each. */
  places: number[] | null;
  tenths: number[] | null;
  /** The running day, where it is one of the spans, and its Wh: it counts instead of what is rolled up of it. */
  runningPlace: number | null;
  runningWh: number | null;
}

/** Whole tenths of a Wh, as energies are stored: half as many digits to write and to read. */
const inTenths = sql`round(wh * 10)::bigint`;

/** The number of a month. */
const place = sql`(extract(year from month) * 12 + extract(month from month))::int`;

/** By days the running one is laid over the others by us; by months the database adds it to its month. */
const made = {
  day: (siteId: number, first: string, last: string) => sql`
    select device_id, json_agg(day - ${first}::date) as places, json_agg(${inTenths}) as tenths from (
      select device_id, day, energy_wh as wh from device_day
      where site_id = ${siteId} and ${kindNumberSql('kind', isProducer)} and day between ${first} and ${last}
    ) days group by device_id`,
  month: (siteId: number, first: string, last: string) => {
    const number = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7));
    // Truncating a day costs the database less than taking it apart, which it does for each sum only.
    return sql`
    select device_id, json_agg(${place} - ${number}::int) as places, json_agg(${inTenths}) as tenths from (
      select device_id, date_trunc('month', day::timestamp) as month, sum(wh) as wh
      from ${producedDays(siteId, `${first}-01`, lastDayOf(last))} days group by 1, 2
    ) months group by device_id`;
  },
};

/**
 * The inverters of a plant in the order of their numbers, replaced ones as well, with what each of them made in `spans`,
 * days or months without a gap between them. One row for each inverter: a year of days is a few hundred fields of a list
 * instead of as many rows, which cost the database and us more than reading them.
 */
export async function energyOfProducers(
  db: Db,
  siteId: number,
  by: 'day' | 'month',
  spans: readonly string[],
): Promise<ProducerEnergies[]> {
  const [first, last] = [spans[0]!, spans.at(-1)!];
  const running =
    by === 'day'
      ? sql`l.day - ${first}::date as "runningPlace", l.day_wh as "runningWh"`
      : sql`null::int as "runningPlace", null::float8 as "runningWh"`;
  // In a distributed database, totals may be on another host than devices, so they are collected first.
  const statement = sql<Row>`
    with made as materialized (${made[by](siteId, first, last)})
    select d.sn, d.retired_at is not null as "isRetired", made.places, made.tenths, ${running}
    from devices d
    left join made on made.device_id = d.id
    ${by === 'day' ? runningOf(first, last) : sql``}
    where d.site_id = ${siteId} and ${kindNameIn('d.kind', isProducer)}
    order by d.id`;
  const rows = await runPrepared(db, `energies-producers-${by}`, statement);
  return rows.map(({ sn, isRetired, ...row }) => ({ sn, isRetired, wh: whOf(row, spans.length) }));
}

const runningOf = (first: string, last: string) => sql`
    left join latest l on l.site_id = d.site_id and l.device_id = d.id and ${kindNumberSql('l.kind', isProducer)}
      and l.day between ${first} and ${last}`;

function whOf(row: Omit<Row, 'sn' | 'isRetired'>, spans: number): ProducerEnergies['wh'] {
  if (row.places === null && row.runningPlace === null) return null;
  const wh = Array.from({ length: spans }, (): number | null => null);
  row.places?.forEach((place, i) => {
    wh[place] = row.tenths![i]! / 10;
  });
  if (row.runningPlace !== null) wh[row.runningPlace] = tenths(row.runningWh ?? 0);
  return wh;
}
