// Table sites: plants and whose they are.
import { arePlain, type PriceEntry, plainPrices } from '@helioport/domain/prices';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { announceFeedsOf } from './feeds.ts';
import { fileAddress } from './files.ts';
import { fourRandom } from './users.ts';

export interface NewSite {
  sid: string;
  name: string;
  ownerId: number | null;
  companyId: number | null;
  installerId: number | null;
  countryCode: string;
  stateCode: string;
  stateName: string;
  city: string;
  street: string;
  zipCode: string;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  currency: string;
  /** Of one kWh ever since. */
  electricityPrice: number;
  /** Tariffs in place of a single price, in order of their days. */
  prices?: readonly PriceEntry[] | undefined;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
  pvRemark?: string;
  pvModel?: string;
  batteryRemark?: string;
  batteryModel?: string;
  /** W. */
  systemSizeW?: number | null;
  maxPowerW?: number | null;
  controlLimitW?: number | null;
  meterType?: string;
  remark?: string;
  registeredAt: Date;
  commissionedAt: Date | null;
}

/** Creates a plant and returns its number. */
export async function createSite(tx: Tx, site: NewSite): Promise<number> {
  const { rows } = await sql<Columns<'sites', 'id'>>`
    insert into sites (sid, name, owner_id, company_id, installer_id, country_code, state_code, state_name, city, street,
                       zip_code, latitude, longitude, timezone, currency, electricity_price, prices, temperature_unit,
                       pv_remark, pv_model, battery_remark, battery_model, system_size_w, power_max_w, control_limit_w,
                       meter_type, remark, registered_at, commissioned_at)
    values (${site.sid}, ${site.name}, ${site.ownerId}, ${site.companyId}, ${site.installerId}, ${site.countryCode},
            ${site.stateCode}, ${site.stateName}, ${site.city}, ${site.street}, ${site.zipCode}, ${site.latitude},
            ${site.longitude}, ${site.timezone}, ${site.currency}, ${site.prices?.[0]?.price ?? site.electricityPrice},
            ${pricesJson(site.prices ?? [])},
            ${site.temperatureUnit},
            ${site.pvRemark ?? ''}, ${site.pvModel ?? ''}, ${site.batteryRemark ?? ''}, ${site.batteryModel ?? ''},
            ${site.systemSizeW ?? null}, ${site.maxPowerW ?? null}, ${site.controlLimitW ?? null},
            ${site.meterType ?? ''}, ${site.remark ?? ''}, ${site.registeredAt}, ${site.commissionedAt})
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** A single price is stored in its own column. */
const pricesJson = (prices: readonly PriceEntry[]) =>
  prices.length === 0 || arePlain(prices) ? null : JSON.stringify(prices);

/** The prices of a plant in order of their days, its row held until the transaction ends. */
export async function holdPrices(tx: Tx, siteId: number): Promise<PriceEntry[]> {
  const { rows } = await sql<{ price: number; prices: PriceEntry[] | null }>`
    select electricity_price as price, prices from sites where id = ${siteId} for no key update`.execute(tx);
  return rows[0]?.prices ?? plainPrices(rows[0]?.price ?? 0);
}

/** Sets the tariffs of a plant. The caller also updates the time-series store (`repriceSite`). */
export async function setPrices(tx: Tx, siteId: number, prices: readonly PriceEntry[]): Promise<void> {
  await sql`
    update sites set electricity_price = ${prices[0]?.price ?? 0}, prices = ${pricesJson(prices)}
    where id = ${siteId}`.execute(tx);
}

/** A free plant id `CC_YYYYMMDD_XXXX` of a country and a local day `YYYY-MM-DD`. */
export async function newSid(tx: Tx, countryCode: string, day: string): Promise<string> {
  for (;;) {
    const sid = `${countryCode}_${day.replaceAll('-', '')}_${fourRandom()}`;
    const { rows } = await sql`select from sites where sid = ${sid}`.execute(tx);
    if (rows.length === 0) return sid;
  }
}

const columnOf = {
  name: 'name',
  ownerId: 'owner_id',
  companyId: 'company_id',
  installerId: 'installer_id',
  countryCode: 'country_code',
  stateCode: 'state_code',
  stateName: 'state_name',
  city: 'city',
  street: 'street',
  zipCode: 'zip_code',
  latitude: 'latitude',
  longitude: 'longitude',
  timezone: 'timezone',
  currency: 'currency',
  temperatureUnit: 'temperature_unit',
  pvRemark: 'pv_remark',
  pvModel: 'pv_model',
  batteryRemark: 'battery_remark',
  batteryModel: 'battery_model',
  systemSizeW: 'system_size_w',
  maxPowerW: 'power_max_w',
  controlLimitW: 'control_limit_w',
  meterType: 'meter_type',
  remark: 'remark',
} as const satisfies Partial<Record<keyof NewSite, string>>;

/** What can be changed of a plant; undefined leaves a field as it is. */
export type SiteChange = { -readonly [K in keyof typeof columnOf]?: NewSite[K] | undefined };

/**
 * Updates the given fields that differ; returns their old and new values by name. After a change of the time zone, the
 * caller updates the time-series store (`rezoneSite`); after one of owner or company, open browsers (`announceRights`).
 */
export async function changeSite(
  tx: Tx,
  siteId: number,
  change: SiteChange,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const given = (Object.keys(columnOf) as (keyof typeof columnOf)[]).filter(
    (field) => change[field] !== undefined,
  );
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  if (given.length === 0) return { before, after };
  const columns = given.map((field) => sql`${sql.ref(columnOf[field])} as ${sql.ref(field)}`);
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from sites where id = ${siteId} for no key update`.execute(tx);
  const differing = given.filter((field) => rows[0]?.[field] !== change[field]);
  if (differing.length === 0) return { before, after };
  for (const field of differing) {
    before[field] = rows[0]?.[field];
    after[field] = change[field];
  }
  const sets = differing.map((field) => sql`${sql.ref(columnOf[field])} = ${change[field]}`);
  const ownerless = change.ownerId == null ? [] : [sql`ownerless_since = null`];
  await sql`update sites set ${sql.join([...sets, ...ownerless])} where id = ${siteId}`.execute(tx);
  return { before, after };
}

/** Makes a plant commissioned at an instant; false: it is so already. The row is held until the transaction ends. */
export async function commissionSite(tx: Tx, siteId: number, now: number): Promise<boolean> {
  const result = await sql`
    update sites set commissioned_at = ${new Date(now)}
    where id = ${siteId} and commissioned_at is null`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Sets the picture of a plant, or takes it away with null. */
export async function setSitePicture(tx: Tx, siteId: number, hash: string | null): Promise<void> {
  await sql`
    update sites set picture_hash = ${hash}, logo = ${fileAddress(hash)} where id = ${siteId}`.execute(tx);
}

/**
 * Deletes a plant with its arrays, positions and shares, and schedules the deletion of its readings. Requires that its
 * devices are released and its current values deleted.
 */
export async function deleteSite(tx: Tx, siteId: number, now: number): Promise<void> {
  await sql`insert into deleted_site (site_id, deleted_at) values (${siteId}, ${new Date(now)})`.execute(tx);
  await announceFeedsOf(tx, siteId);
  await sql`delete from sites where id = ${siteId}`.execute(tx);
}

/** Plants deleted before an instant (ms) whose readings are still to go, the oldest first. */
export async function deletedSites(db: Db, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<Columns<'deleted_site', 'siteId'>>`
    select site_id as "siteId" from deleted_site where deleted_at <= ${new Date(beforeMs)}
    order by deleted_at, site_id`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

/** Completes the deletion of a plant. */
export async function finishDeletion(db: Db, siteId: number): Promise<void> {
  await sql`delete from deleted_site where site_id = ${siteId}`.execute(db);
}

/** Gives all plants of a company to another one; returns them. */
export async function moveSitesOfCompany(
  tx: Tx,
  fromCompanyId: number,
  toCompanyId: number,
): Promise<{ id: number; sid: string }[]> {
  const { rows } = await sql<Columns<'sites', 'id' | 'sid'>>`
    update sites set company_id = ${toCompanyId} where company_id = ${fromCompanyId} returning id, sid`.execute(
    tx,
  );
  return rows;
}
