// Table devices: the plant of a device and its user-defined properties.
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import type { DeviceKindKey } from '@helioport/domain/deviceKinds';
import { inverterKindOf } from '@helioport/protocol/manufacturers';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { announceKeys, replaceKey } from './deviceKeys.ts';
import { clearGateways } from './gateways.ts';
import { kindOfModel, kindWithoutModel } from './kindOfModel.ts';
import { listedAmong, noteActivated, noteUnused, type Refusal } from './serials.ts';

export interface Claim {
  /** Default: the first vendor. */
  vendor?: string;
  serial: string;
  siteId: number;
  alias?: string;
  productNumber?: number | null;
  now: number;
}

export type ClaimResult =
  | { status: 'claimed'; deviceId: number }
  /** It is this plant's already. */
  | { status: 'already'; deviceId: number }
  /** Another plant has it. */
  | { status: 'taken' }
  /** It was replaced and keeps only its history. */
  | { status: 'retired' }
  /** The list of serial numbers does not allow it in any plant. */
  | { [R in Refusal]: { status: R } }[Refusal];

/** Takes everything a device ever reported to another plant: `moveDevice` of telemetry. */
export type MoveDevice = (
  tx: Tx,
  move: { deviceId: number; fromSiteId: number; toSiteId: number; timeZone: string; now: number },
) => Promise<void>;

/**
 * Assigns a device to a plant, known or not, and transfers its history through `move`. A device belongs to one plant at
 * a time, as do the components of a composite device: of two concurrent claims, one gets `taken`. The device gets a new
 * token because an earlier owner may have the old one.
 */
export async function claim(
  tx: Tx,
  { vendor = firstVendor, serial, siteId, alias, productNumber, now }: Claim,
  move: MoveDevice,
): Promise<ClaimResult> {
  const at = new Date(now);
  const { rows: entered } = await sql`
    insert into devices (vendor, serial, kind, created_at)
    values (${vendor}, ${serial}, ${inverterKindOf(vendor)}, ${at}) on conflict do nothing returning id`.execute(
    tx,
  );
  const { rows } = await sql<Columns<'devices', 'id' | 'siteId'> & { isRetired: boolean }>`
    select id, site_id as "siteId", retired_at is not null as "isRetired" from devices
    where vendor = ${vendor} and serial = ${serial} and part = '' for update`.execute(tx);
  const device = rows[0];
  if (!device) throw new Error(`device ${vendor} ${serial} missing while it was claimed`);
  if (device.isRetired) return { status: 'retired' };
  if (device.siteId === siteId) return { status: 'already', deviceId: device.id };
  if (device.siteId !== null) return { status: 'taken' };
  // Locked after the row of the device, as during ingestion, to avoid deadlocks.
  const sn = snOf(vendor, serial);
  const listed = (await listedAmong(tx, [sn], { isHeld: true })).get(sn);
  if (listed?.refusal) {
    if (entered.length > 0) await sql`delete from devices where id = ${device.id}`.execute(tx);
    return { status: listed.refusal };
  }

  const site = await sql<Columns<'sites', 'timezone'>>`
    update devices d set site_id = s.id, claimed_at = ${at}, alias = coalesce(${alias ?? null}, d.alias),
      product_number = coalesce(${productNumber ?? null}, d.product_number, ${listed?.productNumber ?? null}),
      kind = ${kindOfModel(sql`coalesce(${productNumber ?? null}::int, d.product_number, ${listed?.productNumber ?? null}::int)`)},
      stock_company_id = null, stock_key_at = null
    from sites s where s.id = ${siteId} and d.id = ${device.id} returning s.timezone`.execute(tx);
  const timeZone = site.rows[0]?.timezone;
  if (timeZone === undefined) throw new Error(`plant ${siteId} does not exist`);
  const parts = await sql<Columns<'devices', 'id'>>`
    update devices d set site_id = ${siteId}, claimed_at = ${at} where d.parent_id = ${device.id} returning d.id`.execute(
    tx,
  );
  const deviceIds = [device.id, ...parts.rows.map(({ id }) => id).sort((a, b) => a - b)];
  for (const deviceId of deviceIds)
    await move(tx, { deviceId, fromSiteId: 0, toSiteId: siteId, timeZone, now });
  if (listed) await noteActivated(tx, sn, now);
  await replaceKey(tx, device.id);
  return { status: 'claimed', deviceId: device.id };
}

/** Marks a device of a plant as replaced: it keeps its history and reports no more. */
export async function retireDevice(
  tx: Tx,
  { siteId, deviceId, now }: { siteId: number; deviceId: number; now: number },
): Promise<void> {
  await sql`
    update devices set retired_at = ${new Date(now)} where id = ${deviceId} and site_id = ${siteId}`.execute(
    tx,
  );
}

/**
 * Releases all devices of a plant that is being deleted: they become unregistered without history and can be claimed
 * again. Returns their IDs. Locks the rows until the transaction ends, so that no reading is stored for the plant in
 * between.
 */
export async function releaseDevices(tx: Tx, siteId: number): Promise<number[]> {
  const { rows } = await sql<Columns<'devices', 'id'>>`
    select id from devices where site_id = ${siteId} order by id for update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`
    update devices set gateway_id = null, site_id = null, claimed_at = null, retired_at = null, alias = '', first_seen_at = null,
      product_number = null
    where id = any(${ids}::bigint[])`.execute(tx);
  await noteUnused(tx, ids);
  await announceKeys(tx, ids);
  return ids;
}

/** Releases a device and its components from its plant, without history. The caller holds the row locks. */
export async function releaseDevice(
  tx: Tx,
  { siteId, deviceIds }: { siteId: number; deviceIds: readonly number[] },
): Promise<void> {
  await clearGateways(tx, deviceIds);
  await sql`
    update devices set site_id = null, claimed_at = null, retired_at = null, alias = '', first_seen_at = null,
      product_number = null
    where site_id = ${siteId} and id = any(${[...deviceIds]}::bigint[])`.execute(tx);
  await noteUnused(tx, deviceIds);
  await announceKeys(tx, deviceIds);
}

/** Clears the first reading time of devices whose readings are deleted: the next reading is the first one. */
export async function clearFirstSeen(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await sql`update devices set first_seen_at = null where id = any(${[...deviceIds]}::bigint[])`.execute(tx);
}

/** New values of the user-defined properties of a device. Undefined leaves one unchanged. */
export interface DeviceEdit {
  alias?: string | undefined;
  /** Null removes the model: the kind is then the reported one. */
  productNumber?: number | null | undefined;
  vendor: string;
  /** Kind in its latest reading; null without readings. */
  reportedKind: DeviceKindKey | null;
}

/** Updates a device. Its kind follows the model if its readings allow it. Returns whether anything changed. */
export async function editDevice(
  tx: Tx,
  id: number,
  { alias, productNumber, vendor, reportedKind }: DeviceEdit,
): Promise<boolean> {
  const kind =
    productNumber === null
      ? kindWithoutModel(reportedKind, inverterKindOf(vendor))
      : kindOfModel(sql`n.product`);
  const { rows } = await sql`
    update devices d set alias = n.alias, product_number = n.product, kind = ${kind}
    from (select coalesce(${alias ?? null}, alias) as alias,
      case when ${productNumber === undefined} then product_number else ${productNumber ?? null}::int end as product
      from devices where id = ${id} for update) n
    where d.id = ${id} and (d.alias, d.product_number) is distinct from (n.alias, n.product) returning d.id`.execute(
    tx,
  );
  return rows.length > 0;
}
