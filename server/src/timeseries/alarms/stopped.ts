// Stores what stopped within the day: checks the readings of the last hour of plants in which something does not
// produce in daylight, and deletes entries that produce again.
import { clearSkyPowerOf, type SkyPlant } from '@helioport/domain/clearSky';
import { measures } from '@helioport/domain/measures';
import { dayBounds, localDay } from '@helioport/domain/periods';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type Stopped, stoppedIn, stopRule, type WatchedDevice } from '@helioport/domain/stopped';
import { sunAt } from '@helioport/domain/sun';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { mainColumn, measureColumn } from '../catalogue.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import { skyPlants } from '../query/skies.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { readReadings } from '../readings/readings.ts';
import { reportsModules } from '../rollup/reportsModules.ts';

/** Below this elevation of the sun no plant is checked, because none produces in twilight. */
const SUN_DEG = 10;
/** Stored steps of power up to here are no proof of work: 1 W. */
const NO_WORK = 10;

const power = sql.raw(mainColumn('l', 'mainPower'));
const inputPowers = measureColumn('l', 'power', 'input');

/** Writes down what stopped an hour ago, and removes what has worked since. */
export async function findStopped(tx: Tx, nowMs: number): Promise<void> {
  await clearRecovered(tx);
  for (const plant of await suspects(tx, nowMs)) {
    if (90 - sunAt(nowMs, plant.latitude, plant.longitude).zenithDeg < SUN_DEG) continue;
    await keep(tx, plant.siteId, await look(tx, plant, nowMs));
  }
}

/** Deletes entries that produce again: a plant by any of its producers, a device on its own, modules by one of them. */
const clearRecovered = (tx: Tx) =>
  sql`
  delete from stopped t where not exists (select from devices d
    where d.id = t.device_id and d.site_id = t.site_id and d.retired_at is null)
  or exists (select from latest l where l.site_id = t.site_id and l.at > t.begun_at
    and ${kindNumberSql('l.kind', isProducer)} and (l.device_id = t.device_id or t.key = 'plantZero')
    and case when t.key = 'modulesMakeNothing'
      then exists (select from unnest(t.addrs) a where ${inputPowers}[a] > ${NO_WORK})
      else ${power} > ${NO_WORK} end)`.execute(tx);

interface Suspect {
  siteId: number;
  timeZone: string;
  latitude: number;
  longitude: number;
}

/** Plants that report and in which a device, or an input of a producing device, currently has almost no power. */
async function suspects(tx: Tx, nowMs: number): Promise<Suspect[]> {
  const { rows } = await sql<Suspect>`
    select s.id as "siteId", s.timezone as "timeZone", s.latitude, s.longitude
    from latest l join sites s on s.id = l.site_id
    where ${kindNumberSql('l.kind', isProducer)} and l.at > ${new Date(nowMs - STALE_AFTER_MS)}
      and s.latitude is not null and s.longitude is not null
      and (${power} <= ${NO_WORK}
        or (select min(c) * 50 < max(c) from unnest(${inputPowers}) c))
    group by s.id order by s.id`.execute(tx);
  return rows;
}

interface Producer {
  deviceId: number;
  /** Whether it reports now, and whether its last reading of today has production. */
  isReporting: boolean;
  wasAtWork: boolean;
  /** It reported before yesterday already: what was just put up need not be wired yet. */
  isOld: boolean;
  modules: { addr: number; arrayId: number | null; ratedW: number | null }[];
}

async function look(tx: Tx, { siteId, timeZone }: Suspect, nowMs: number): Promise<Stopped[]> {
  const day = localDay(nowMs, timeZone);
  const { rows: producers } = await sql<Producer>`
    select l.device_id as "deviceId", l.at > ${new Date(nowMs - STALE_AFTER_MS)} as "isReporting",
      l.day = ${day}::date and coalesce(${power}, 0) > ${NO_WORK} as "wasAtWork",
      exists (select from device_day e where e.site_id = l.site_id and e.device_id = l.device_id
        and e.day < ${day}::date - 1) as "isOld",
      coalesce((select json_agg(json_build_object('addr', m.addr, 'arrayId', m.array_id, 'ratedW', m.rated_w))
        from modules m where m.site_id = l.site_id and m.device_id = l.device_id and ${reportsModules}), '[]') as modules
    from latest l join devices d on d.id = l.device_id and d.site_id = l.site_id and d.retired_at is null
    where l.site_id = ${siteId} and ${kindNumberSql('l.kind', isProducer)}`.execute(tx);
  const reporting = new Map(
    producers.filter(({ isReporting }) => isReporting).map((one) => [one.deviceId, one]),
  );
  const readings = await readReadings(tx, {
    siteId,
    fromMs: dayBounds(day, timeZone).startMs,
    toMs: nowMs + 1,
    scalars: ['mainPower', 'statusBits', 'temperature'],
    inputs: ['power'],
  });
  const sky = (await skyPlants(tx, [siteId])).get(siteId);
  if (!sky) return [];
  const clearSkyW = clearSkyPowerOf(sky);
  const ratedW = ratingOf(sky);
  const devices = readings.flatMap((one) => {
    const producer = reporting.get(one.deviceId);
    return producer ? [watchedOf(one, producer, nowMs)] : [];
  });
  return stoppedIn({
    nowMs,
    devices,
    isAnotherAtWork: producers.some(({ isReporting, wasAtWork }) => !isReporting && wasAtWork),
    clearSkyShare: (ms) => (ratedW > 0 ? clearSkyW(ms) / ratedW : 0),
  }).filter(({ deviceId }) => reporting.get(deviceId)?.isOld);
}

const ratingOf = ({ inverters }: SkyPlant): number =>
  inverters.flatMap(({ modules }) => modules).reduce((sum, { ratedW }) => sum + ratedW, 0);

/** A device's readings of the last hour, with the one before them. */
function watchedOf(readings: DeviceReadings, { modules }: Producer, nowMs: number): WatchedDevice {
  const { deviceId, at, scalars, inputs, width } = readings;
  const later = at.findIndex((one) => one > nowMs - stopRule.lastsMs);
  const first = Math.max(0, (later < 0 ? at.length : later) - 1);
  const watts = (list: ArrayLike<number>) => Array.from(list, (step) => step / measures.power.storedPerUnit);
  const temperatures = (scalars.temperature ?? new Float64Array()).filter((step) => !Number.isNaN(step));
  const ofInput = (addr: number) =>
    Array.from(at.slice(first), (_, i) => inputs.power?.[(first + i) * width + addr - 1] ?? Number.NaN);
  return {
    deviceId,
    at: at.slice(first),
    powerW: watts(scalars.mainPower?.slice(first) ?? []),
    bits: scalars.statusBits?.slice(first) ?? [],
    coldestC:
      temperatures.length === 0 ? null : Math.min(...temperatures) / measures.temperature.storedPerUnit,
    inputs: modules.map(({ addr, arrayId, ratedW }) => ({
      addr,
      arrayId,
      ratedW,
      powerW: addr <= width ? watts(ofInput(addr)) : watts(at.slice(first).fill(Number.NaN)),
    })),
  };
}

async function keep(tx: Tx, siteId: number, found: readonly Stopped[]): Promise<void> {
  if (found.length === 0) return;
  const rows: RawBuilder<unknown> = sql`jsonb_to_recordset(${JSON.stringify(
    found.map(({ deviceId, key, addrs, begunAtMs }) => ({
      device_id: deviceId,
      key,
      addrs,
      begun_at: new Date(begunAtMs),
    })),
  )}::jsonb) as n(device_id bigint, key text, addrs smallint[], begun_at timestamptz)`;
  await sql`
    insert into stopped as t (site_id, device_id, key, addrs, begun_at)
    select ${siteId}, device_id, key, addrs, begun_at from ${rows}
    on conflict (site_id, device_id, key) do update set addrs = excluded.addrs
    where t.addrs is distinct from excluded.addrs`.execute(tx);
}
