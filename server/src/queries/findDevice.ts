// The device named by a call, with common properties of it and its plant.

import { partOf, searchedSn } from '@helioport/domain/deviceIdentity';
import { type DeviceKind, deviceKindNamed } from '@helioport/domain/deviceKinds';
import type { StatusCode } from '@helioport/domain/status';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/failure.ts';
import { runPrepared } from '../platform/prepared.ts';
import { contains } from '../platform/search.ts';
import { inputCount, measureInSi } from '../timeseries/catalogue.ts';
import { priceNowSql } from '../timeseries/query/priceOn.ts';
import type { QueryContext } from './found.ts';
import { deviceConditionOf, deviceNowSql, type FoundDeviceNow } from './stateNow.ts';

export interface FoundDevice extends FoundDeviceNow {
  id: number;
  siteId: number;
  sn: string;
  sid: string;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
  timezone: string;
  /** Of its plant, ISO 3166-1 alpha-2, or ''. */
  countryCode: string;
  currency: string;
  /** Of one kWh now. */
  electricityPrice: number;
  /** Its plant has more than one price. */
  hasPrices: boolean;
  /** Number of its state for old clients. */
  status: StatusCode;
  statusBits: number;
  /** Charge of a battery, 0 to 1. */
  soc: number;
  /** Number of inputs in the current reading. */
  channels: number;
}

/** Whether the `sn` in a column contains an entered text, with or without the first vendor's name. */
export const hasSn = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  contains(column, searchedSn(text));

/**
 * The visible device of an sn, and where a plant is named, of that plant. An sn that does not exist and one that
 * the caller may not see give the same answer.
 */
export async function findDevice(
  { tx, visible, now }: QueryContext,
  { sn, sid }: { sn: string; sid?: string | null | undefined },
): Promise<FoundDevice> {
  const [device] = await found(
    { tx, visible, now },
    sql`d.sn = ${sn} and ${sid ? sql`s.sid = ${sid}` : sql`true`}`,
  );
  return device ?? fail('device.unknown');
}

/**
 * Devices that represent a device in responses: itself, or the components of a composite device that have reported, in
 * the order of the kind's definition. A composite device measures nothing itself.
 */
export async function withParts(context: QueryContext, device: FoundDevice): Promise<FoundDevice[]> {
  const { parts } = deviceKindNamed(device.kind) ?? { parts: [] };
  if (parts.length === 0) return [device];
  const rank = new Map(parts.map(({ part }, place) => [part, place]));
  const placeOf = ({ sn }: FoundDevice) => rank.get(partOf(sn).part) ?? parts.length;
  return (await found(context, sql`d.parent_id = ${device.id}`)).sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Devices of a plant that are in use, by `sn`, each with its kind; components are represented by their composite
 * device.
 */
export async function devicesOfPlant(
  context: QueryContext,
  siteId: number,
): Promise<{ found: FoundDevice; kind: DeviceKind }[]> {
  const devices = await found(
    context,
    sql`d.site_id = ${siteId} and d.parent_id is null and d.retired_at is null order by d.sn`,
  );
  return devices.flatMap((one) => {
    const kind = deviceKindNamed(one.kind);
    return kind ? [{ found: one, kind }] : [];
  });
}

/** A device with what stands for it in answers. */
export interface RequestedDevice {
  found: FoundDevice;
  parts: readonly FoundDevice[];
}

/** The device that a call names, with its parts. */
export async function findWithParts(
  context: QueryContext,
  input: { sn: string; sid?: string | null | undefined },
): Promise<RequestedDevice> {
  const found = await findDevice(context, input);
  return { found, parts: await withParts(context, found) };
}

async function found({ tx, visible, now }: QueryContext, which: RawBuilder<unknown>): Promise<FoundDevice[]> {
  const statement = sql<Omit<FoundDevice, 'status'>>`
    select d.id, d.site_id as "siteId", d.sn, s.sid, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte", s.timezone, s.country_code as "countryCode", s.currency,
      ${priceNowSql(now)} as "electricityPrice", s.prices is not null as "hasPrices",
      ${deviceNowSql(now)}, coalesce(${measureInSi('l', 'soc')}, 0) as soc,
      ${sql.raw(inputCount('l'))} as channels
    from ${visible.devices} d
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join device_issue dt on dt.site_id = d.site_id and dt.device_id = d.id
    left join device_condition dc on dc.site_id = d.site_id and dc.device_id = d.id
    where ${which}`;
  const rows = await runPrepared(tx, 'device-find', statement);
  return rows.map((device) => ({ ...device, status: deviceConditionOf(device).status }));
}

/** Whose series: this device's, on the clock of its plant. */
export const scopeOf = ({ id, siteId, timezone }: FoundDevice) => ({
  siteId,
  deviceId: id,
  timeZone: timezone,
});

/** The series of its whole plant. */
export const plantScopeOf = ({ siteId, timezone }: FoundDevice) => ({ siteId, timeZone: timezone });

/** The earlier of two days; null is none. */
export const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;
