// A plant as the analytics sees it: arrays, modules and the devices that measure them, replaced ones included.

import { createHash } from 'node:crypto';
import type { ArrayModel, ModuleModel, PlantModel } from '@helioport/domain/analytics/types';
import { HOUR_MS } from '@helioport/domain/duration';
import { offsetFinderOf } from '@helioport/domain/offsets';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { inputCount } from '../catalogue.ts';
import { isProducer, kindNameIn } from '../kinds.ts';

/** DC power of a module per W of inverter power if its rating is not entered. */
const USUAL_OVERSIZE = 1.2;
/** Latitude of a plant without coordinates: the middle of where most plants are, on the hemisphere unknown. */
const USUAL_LATITUDE = 45;

/** A place in the plant where a device is or was: a replacement continues what its predecessor began. */
export interface Slot {
  /** Number of the first device of the chain, as the evaluation names the place. */
  rootId: number;
  /** All devices that were in this place, the present one last. */
  deviceIds: readonly number[];
  /** Since when each of them was in it, ms; the first one since ever. */
  sinceMs: readonly number[];
  /** Rated AC power in W; null if the model is unknown. */
  ratedW: number | null;
  /** Local day of the first reading of any of them. */
  firstDay: string;
  /** Readings do not name the inputs, so all of them are one module. */
  isUndivided: boolean;
  /** Inputs that are modules; [1] for an undivided device. */
  addrs: readonly number[];
}

export interface AnalyticsPlant {
  siteId: number;
  model: PlantModel;
  slots: readonly Slot[];
  currency: string;
  /** Sum of module ratings, W. */
  ratedW: number;
  /** False: coordinates were not entered and are assumed. */
  hasPosition: boolean;
  /** Inputs of the evaluation in addition to readings; adding modules does not change it. */
  fingerprint: Fingerprint;
}

/** By module, to distinguish added and removed modules from changed ones. */
export type Fingerprint = Readonly<Record<string, string>>;

export const moduleIdOf = (rootId: number, addr: number): string => `${rootId}.${addr}`;

/** Root device and DC input behind a module id. */
export function readModuleId(id: string): { rootId: number; addr: number } {
  const [rootId = '0', addr = '0'] = id.split('.');
  return { rootId: Number(rootId), addr: Number(addr) };
}

/** The device that was in a place at an instant (ms). */
export const deviceAt = ({ deviceIds, sinceMs }: Slot, ms: number): number =>
  deviceIds[sinceMs.findLastIndex((since) => since <= ms)] ?? deviceIds[0]!;

interface SiteRow extends Columns<'sites', 'latitude' | 'longitude' | 'timezone' | 'currency'> {
  price: number;
}

interface DeviceRow extends Columns<'devices', 'id' | 'productNumber' | 'gatewayId' | 'modelByte'> {
  channels: number;
  isRetired: boolean;
  replacedBy: number | null;
  replacedAtMs: number | null;
  firstDay: string | null;
}

interface PlacedRow {
  deviceId: number;
  addr: number;
  planeId: number | null;
  ratedW: number;
}

/** Reads a plant; undefined if it was deleted or has no producers. */
export async function readPlant(db: Db, siteId: number): Promise<AnalyticsPlant | undefined> {
  const { rows: sites } = await sql<SiteRow>`
    select latitude, longitude, timezone, currency, electricity_price as price from sites
    where id = ${siteId}`.execute(db);
  const site = sites[0];
  if (!site) return undefined;
  const { rows: planes } = await sql<{ id: number; tiltDeg: number; azimuthDeg: number }>`
    select id, tilt_deg::float8 as "tiltDeg", azimuth_deg::float8 as "azimuthDeg" from arrays
    where site_id = ${siteId} order by id`.execute(db);
  // A device without readings has no newest row, and no inputs that they could name.
  const { rows: devices } = await sql<DeviceRow>`
    with newest as materialized (
      select l.device_id, ${sql.raw(inputCount('l'))} as channels from latest l where l.site_id = ${siteId}
    )
    select d.id, d.gateway_id as "gatewayId", d.product_number as "productNumber", d.model_byte as "modelByte",
      coalesce(n.channels, 0) as channels, d.retired_at is not null as "isRetired",
      r.new_device_id as "replacedBy", (extract(epoch from r.replaced_at) * 1000)::float8 as "replacedAtMs",
      (select min(e.day) from device_day e where e.site_id = ${siteId} and e.device_id = d.id) as "firstDay"
    from devices d
    left join newest n on n.device_id = d.id
    left join device_replacements r on r.site_id = d.site_id and r.old_device_id = d.id
    where d.site_id = ${siteId} and ${kindNameIn('d.kind', isProducer)} order by d.id`.execute(db);
  const { rows: placed } = await sql<PlacedRow>`
    select device_id as "deviceId", addr, array_id as "planeId", rated_w::float8 as "ratedW" from modules
    where site_id = ${siteId} and device_id is not null order by device_id, addr`.execute(db);
  const chains = chainsOf(devices);
  const known = new Set(planes.map(({ id }) => id));
  const byDevice = new Map<number, PlacedRow[]>();
  for (const row of placed) byDevice.set(row.deviceId, [...(byDevice.get(row.deviceId) ?? []), row]);
  const usual = usualRating(placed);
  const slots: Slot[] = [];
  const modules: ModuleModel[] = [];
  for (const chain of chains) {
    const current = chain.at(-1)!;
    const firstDay = firstOf(chain);
    // What never reported is unknown, not missing.
    if (firstDay === null) continue;
    const { slot, own } = slotOf(chain, firstDay, byDevice.get(current.id) ?? [], usual);
    slots.push(slot);
    for (const { addr, planeId, ratedW } of own)
      modules.push({
        id: moduleIdOf(slot.rootId, addr),
        deviceId: String(slot.rootId),
        ...(current.gatewayId === null ? {} : { gatewayId: String(current.gatewayId) }),
        input: addr,
        arrayId: planeId !== null && known.has(planeId) ? String(planeId) : null,
        ratedW,
        limitW: slot.ratedW === null ? null : slot.ratedW / own.length,
        typeKey: `${current.productNumber ?? current.modelByte ?? ''}`,
      });
  }
  if (modules.length === 0) return undefined;
  const arrays = planes.map(
    ({ id, tiltDeg, azimuthDeg }): ArrayModel => ({ id: String(id), tiltDeg, azimuthDeg }),
  );
  const model: PlantModel = {
    latitude: site.latitude ?? USUAL_LATITUDE,
    longitude: site.longitude ?? longitudeOf(site.timezone),
    // Altitude cannot be entered; 100 m change clear-sky irradiance by less than 1%.
    altitudeM: 0,
    timeZone: site.timezone,
    pricePerKwh: site.price > 0 ? site.price : null,
    arrays,
    modules,
  };
  return {
    siteId,
    model,
    slots,
    currency: site.currency,
    ratedW: modules.reduce((sum, { ratedW }) => sum + ratedW, 0),
    hasPosition: site.latitude !== null && site.longitude !== null,
    fingerprint: fingerprintOf(model),
  };
}

/** Devices in the order of their first one; each chain ends with the device that is in the place now. */
function chainsOf(devices: readonly DeviceRow[]): DeviceRow[][] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const isSuccessor = new Set(devices.flatMap(({ replacedBy }) => replacedBy ?? []));
  const chains: DeviceRow[][] = [];
  for (const first of devices) {
    if (isSuccessor.has(first.id)) continue;
    const chain = [first];
    for (let next = first.replacedBy; next !== null; next = chain.at(-1)!.replacedBy) {
      const device = byId.get(next);
      if (!device || chain.includes(device)) break;
      chain.push(device);
    }
    // A device that was taken out of service without a successor is no part of the plant.
    if (!chain.at(-1)!.isRetired) chains.push(chain);
  }
  return chains;
}

/** The rating that most modules have, W; null where none was entered. */
function usualRating(placed: readonly PlacedRow[]): number | null {
  const counts = new Map<number, number>();
  for (const { ratedW } of placed) if (ratedW > 0) counts.set(ratedW, (counts.get(ratedW) ?? 0) + 1);
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || b - a);
  return most?.[0] ?? null;
}

const firstOf = (chain: readonly DeviceRow[]): string | null =>
  chain.reduce<string | null>(
    (first, { firstDay }) => (firstDay !== null && (first === null || firstDay < first) ? firstDay : first),
    null,
  );

function slotOf(
  chain: readonly DeviceRow[],
  firstDay: string,
  placed: readonly PlacedRow[],
  usual: number | null,
): { slot: Slot; own: Omit<PlacedRow, 'deviceId'>[] } {
  const current = chain.at(-1)!;
  const acW = productOf(current)?.ratedW || null;
  const channels = Math.max(...chain.map((device) => device.channels));
  const isUndivided = channels === 0;
  const ratingOf = (entered: number, inputs: number) =>
    entered || usual || (acW === null ? 400 : (acW / inputs) * USUAL_OVERSIZE);
  const named = placed.filter(({ addr }) => isUndivided || addr <= channels);
  const inputs = isUndivided ? Math.max(1, placed.length) : named.length || channels;
  const rows =
    named.length > 0
      ? named
      : Array.from({ length: inputs }, (_, i) => ({ addr: i + 1, planeId: null, ratedW: 0 }));
  const rated = rows.map(({ addr, planeId, ratedW }) => ({
    addr,
    planeId,
    ratedW: ratingOf(ratedW, rows.length),
  }));
  const own = isUndivided
    ? [{ addr: 1, planeId: commonArray(rated), ratedW: rated.reduce((sum, { ratedW }) => sum + ratedW, 0) }]
    : rated;
  return {
    slot: {
      rootId: chain[0]!.id,
      deviceIds: chain.map(({ id }) => id),
      sinceMs: chain.map((_, i) => chain[i - 1]?.replacedAtMs ?? Number.NEGATIVE_INFINITY),
      ratedW: acW,
      firstDay,
      isUndivided,
      addrs: own.map(({ addr }) => addr),
    },
    own,
  };
}

const commonArray = (rows: readonly { planeId: number | null }[]): number | null =>
  rows.every(({ planeId }) => planeId === rows[0]!.planeId) ? rows[0]!.planeId : null;

/** Longitude at which the winter time of a zone is right. */
function longitudeOf(timeZone: string): number {
  const offsetAt = offsetFinderOf(timeZone);
  const offsetMs = Math.min(offsetAt(Date.UTC(2026, 0, 1)), offsetAt(Date.UTC(2026, 6, 1)));
  return Math.max(-180, Math.min(180, (offsetMs / HOUR_MS) * 15));
}

function fingerprintOf({ latitude, longitude, timeZone, arrays, modules }: PlantModel): Fingerprint {
  const place = `${latitude.toFixed(3)} ${longitude.toFixed(3)} ${timeZone}`;
  const orientations = new Map(arrays.map(({ id, tiltDeg, azimuthDeg }) => [id, `${tiltDeg}/${azimuthDeg}`]));
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);
  const entries = modules.map(({ id, arrayId, ratedW, limitW, typeKey }) => {
    const array = arrayId === null ? '' : `${arrayId} ${orientations.get(arrayId)}`;
    return [id, hash(`${place}|${array}|${ratedW}|${limitW}|${typeKey}`)] as const;
  });
  return Object.fromEntries(entries);
}

/** The plant on a local day: modules of devices that had not reported yet are not missed. */
export function modelOn({ model, slots }: AnalyticsPlant, day: string): PlantModel {
  if (slots.every(({ firstDay }) => firstDay <= day)) return model;
  const there = new Set(slots.flatMap(({ rootId, firstDay }) => (firstDay <= day ? [String(rootId)] : [])));
  return { ...model, modules: model.modules.filter(({ deviceId }) => there.has(deviceId)) };
}

/** Whether a module present in both has changed, so that past days must be evaluated again. */
export const isChanged = (before: Fingerprint, now: Fingerprint): boolean =>
  Object.entries(now).some(([id, hash]) => before[id] !== undefined && before[id] !== hash);
