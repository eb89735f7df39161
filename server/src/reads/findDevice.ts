// The one device that a call names, with what most calls need to know of it and its plant.

import { searchedSn } from '@helioport/domain/deviceIdentity';
import { gradeAt, statusOfState } from '@helioport/domain/state';
import type { StatusCode } from '@helioport/domain/status';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/failure.ts';
import { contains } from '../platform/search.ts';
import { inputCount, measureInSi } from '../telemetry/catalogue.ts';
import type { Asked } from './found.ts';
import { deviceNowSql, type FoundDeviceNow } from './stateNow.ts';

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
  electricityPrice: number;
  /** Number of its state as old clients know it. */
  status: StatusCode;
  statusBits: number;
  /** Charge of a battery, 0 to 1. */
  soc: number;
  /** Inputs that the newest report speaks of. */
  channels: number;
}

/** Whether the sn in a column contains what a person typed, with or without the first vendor's name. */
export const hasSn = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  contains(column, searchedSn(text));

/**
 * The visible device of an sn, and where a plant is named, of that plant. An sn that does not exist and one that
 * the caller may not see give the same answer.
 */
export async function findDevice(
  { tx, visible, now }: Asked,
  { sn, sid }: { sn: string; sid?: string | null | undefined },
): Promise<FoundDevice> {
  const { rows } = await sql<Omit<FoundDevice, 'status'>>`
    select d.id, d.site_id as "siteId", d.sn, s.sid, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte", s.timezone, s.country_code as "countryCode", s.currency, s.electricity_price as "electricityPrice",
      ${deviceNowSql(now)}, coalesce(l.status_bits, 0) as "statusBits", coalesce(${measureInSi('l', 'soc')}, 0) as soc,
      ${sql.raw(inputCount('l'))} as channels
    from ${visible.devices} d
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join device_trouble dt on dt.site_id = d.site_id and dt.device_id = d.id
    where d.sn = ${sn} and ${sid ? sql`s.sid = ${sid}` : sql`true`}`.execute(tx);
  const device = rows[0] ?? fail('device.unknown');
  return { ...device, status: statusOfState(gradeAt(device.grade).state) };
}

/** Whose series: this device's, on the clock of its plant. */
export const scopeOf = ({ id, siteId, timezone }: FoundDevice) => ({
  siteId,
  deviceId: id,
  timeZone: timezone,
});
