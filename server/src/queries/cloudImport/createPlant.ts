// A plant of the vendor cloud becomes a plant here: settings, tariffs, arrays, devices and their inputs.

import { sitePrices } from '@helioport/contract/siteEdit';
import { currencyOf } from '@helioport/domain/currencies';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import { dayBounds, isDay, localDay } from '@helioport/domain/periods';
import { type PriceEntry, plainPrices } from '@helioport/domain/prices';
import { productByName, productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import { placeAt } from '../../platform/atlas.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { isCountry, stateNameOf, zoneOrNull } from '../../platform/places.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { claim, retireDevice } from '../../repositories/claims.ts';
import type { DueImport } from '../../repositories/cloudImports.ts';
import { createSite, newSid } from '../../repositories/sites.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';
import { isWholeSn } from '../hardware.ts';
import { inputPlacesOf } from '../inputPlaces.ts';
import { createLayout } from './createLayout.ts';
import type { CloudDetail, CloudDevice, CloudLayout } from './vendorCloud.ts';

/** Serial numbers without a place in the plant's list that a history may name. */
const MOST_REMOVED = 500;

/** A plant cannot be imported: `reason` of the contract. */
export class PlantRefused extends Error {
  override readonly name = 'PlantRefused';
  readonly reason: 'taken' | 'restricted' | 'timezone';
  readonly detail: string;
  constructor(reason: PlantRefused['reason'], detail = '') {
    super(`plant refused: ${reason} ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The time zone of a plant of the cloud; null if neither it nor the position is known. */
export function zoneOfCloud({ timezone, latitude, longitude }: CloudDetail): string | null {
  const named = timezone === '' ? null : zoneOrNull(timezone);
  const position = positionOf({ latitude, longitude });
  return named ?? (position === null ? null : placeAt(position.latitude, position.longitude).timeZone);
}

function positionOf({ latitude, longitude }: Pick<CloudDetail, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Midday of a day `DD/MM/YYYY`, with which the cloud begins its instants. */
function dateOf(text: string, timezone: string): Date | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? [];
  const named = `${year}-${month}-${day}`;
  return isDay(named) ? new Date(dayBounds(named, timezone).startMs + 12 * HOUR_MS) : null;
}

function pricesOf({ prices, electricityPrice }: CloudDetail): PriceEntry[] {
  const parsed = sitePrices.safeParse(prices);
  const price =
    electricityPrice !== null && electricityPrice >= 0 && electricityPrice <= 1e6 ? electricityPrice : 0;
  return parsed.success ? parsed.data : plainPrices(price);
}

interface Where {
  due: DueImport;
  now: number;
}

/** Creates the plant with its devices in the caller's transaction. */
export async function createPlant(
  tx: Tx,
  { due, now }: Where,
  found: {
    name: string;
    detail: CloudDetail;
    timezone: string;
    devices: readonly CloudDevice[];
    layout: CloudLayout | null;
    serials: readonly string[];
  },
): Promise<{ siteId: number; sid: string }> {
  const { name, detail, timezone, devices, layout, serials } = found;
  const countryCode = isCountry(detail.countryCode.toUpperCase()) ? detail.countryCode.toUpperCase() : '';
  const stateName = stateNameOf(countryCode, detail.stateCode);
  const position = positionOf(detail);
  const { ownerId, companyId, installerId } = due;
  const sid = await newSid(tx, countryCode || 'XX', localDay(now, timezone));
  const siteId = await createSite(tx, {
    sid,
    name: name.slice(0, 120),
    ownerId,
    companyId,
    installerId,
    countryCode,
    timezone,
    stateCode: stateName === undefined ? '' : detail.stateCode,
    stateName: stateName ?? '',
    city: detail.city,
    street: detail.street,
    zipCode: detail.zipCode,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    currency: /^[A-Z]{3}$/.test(detail.currency) ? detail.currency : currencyOf(countryCode) || 'EUR',
    electricityPrice: detail.electricityPrice ?? 0,
    prices: pricesOf(detail),
    temperatureUnit: detail.temperatureUnit === 'Fahrenheit' ? 'Fahrenheit' : 'Celsius',
    pvRemark: detail.pvRemark,
    pvModel: detail.model,
    batteryRemark: detail.batteryRemark,
    registeredAt: dateOf(detail.registerDate, timezone) ?? new Date(now),
    commissionedAt: dateOf(detail.commissionDate, timezone),
  });
  await holdRollUps(tx, siteId);
  const known = new Map(devices.map((device) => [device.sn, device]));
  const sns = [...new Set([...serials, ...known.keys()])].filter((sn) => parseSn(sn)?.part === '').sort();
  const ids = new Map<string, number>();
  const refused: { sn: string; isListed: boolean }[] = [];
  for (const sn of sns) {
    const device = known.get(sn);
    const claimed = await claimSn(
      tx,
      siteId,
      { sn, alias: device?.alias ?? '', model: modelOf(device) },
      now,
    );
    if (typeof claimed === 'number') ids.set(sn, claimed);
    else if (claimed !== 'format') refused.push({ sn, isListed: claimed === 'listed' });
  }
  if (refused.length > 0)
    throw new PlantRefused(
      refused.some(({ isListed }) => isListed) ? 'restricted' : 'taken',
      refused.map(({ sn }) => sn).join(', '),
    );
  const rated = new Map(
    devices.flatMap(({ sn, modules }) =>
      (modules ?? []).map(({ addr, ratedW }) => [`${ids.get(sn)}/${addr}`, ratedW ?? 0] as const),
    ),
  );
  const places = await inputPlacesOf(tx, [...ids.values()]);
  const usual = detail.powerRating ?? 0;
  await createLayout(
    tx,
    { siteId, userId: due.userId, now },
    {
      layout,
      ids,
      arrays: detail.planes ?? [],
      inputs: places.map((place) => ({
        ...place,
        ratedW: boundedWatts(rated.get(`${place.deviceId}/${place.addr}`) || usual),
      })),
    },
  );
  await writeAudits(tx, [
    {
      at: new Date(now),
      userId: due.userId,
      action: 'cloudImport.plant',
      subject: sid,
      siteId,
      companyId,
      detail: { siteName: name, devices: ids.size },
    },
  ]);
  return { siteId, sid };
}

const boundedWatts = (watts: number): number => (watts > 0 && watts <= 100_000 ? watts : 0);

const modelOf = (device: CloudDevice | undefined): number | null => {
  if (device === undefined) return null;
  const product = productByName(device.modelName) ?? productByNumber(device.model ?? -1);
  return product?.vendor === parseSn(device.sn)?.vendor ? (product?.number ?? null) : null;
};

/** Binds a serial number to a plant; its device, or why not. */
async function claimSn(
  tx: Tx,
  siteId: number,
  { sn, alias, model }: { sn: string; alias: string; model: number | null },
  now: number,
): Promise<number | 'format' | 'taken' | 'listed'> {
  const identity = parseSn(sn);
  if (!identity || !isWholeSn(sn)) return 'format';
  const { vendor, serial } = identity;
  const device = { vendor, serial, siteId, productNumber: model, now, ...(alias === '' ? {} : { alias }) };
  const claimed = await claim(tx, device, moveDevice);
  if (claimed.status === 'claimed' || claimed.status === 'already') return claimed.deviceId;
  return claimed.status === 'taken' || claimed.status === 'retired' ? 'taken' : 'listed';
}

/**
 * The devices of a plant by serial number, with those that only its history names: they were removed before the import
 * and are added as replaced devices. A serial number that another plant has is left out.
 */
export async function devicesOfHistory(
  tx: Tx,
  siteId: number,
  sns: readonly string[],
  { importId, now }: { importId: number; now: number },
): Promise<{ ids: Map<string, number>; omitted: string[] }> {
  const { rows } = await sql<Columns<'devices', 'sn' | 'id'>>`
    select sn, id from devices where site_id = ${siteId}`.execute(tx);
  const ids = new Map(rows.map(({ sn, id }) => [sn, id]));
  const missing = sns.filter((sn) => !ids.has(sn)).sort();
  const omitted = missing.slice(MOST_REMOVED);
  // A device that has moved to another plant of the account belongs there.
  const elsewhere = await sql<{ sn: string }>`
    select distinct sn from cloud_import_plants p cross join unnest(p.serials) as sn
    where p.import_id = ${importId} and sn = any(${missing}::text[])`.execute(tx);
  const moved = new Set(elsewhere.rows.map(({ sn }) => sn));
  for (const sn of missing.slice(0, MOST_REMOVED)) {
    if (moved.has(sn)) {
      omitted.push(sn);
      continue;
    }
    const claimed = await claimSn(tx, siteId, { sn, alias: '', model: null }, now);
    if (typeof claimed !== 'number') {
      omitted.push(sn);
      continue;
    }
    await retireDevice(tx, { siteId, deviceId: claimed, now });
    ids.set(sn, claimed);
  }
  return { ids, omitted };
}
