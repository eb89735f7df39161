// The module named by a call: an input of a visible device, and its array.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { type FoundDevice, findDevice } from '../../../queries/findDevice.ts';
import type { QueryContext } from '../../../queries/found.ts';
import type { PlacedModule } from '../../../timeseries/query/moduleDays.ts';

export interface FoundModule extends PlacedModule {
  device: FoundDevice;
  array: { id: number; name: string; tiltDeg: number; azimuthDeg: number; count: number } | null;
}

/** Fails the call if the device has no such input, neither in the layout nor in its readings. */
export async function requestedModule(
  context: QueryContext,
  input: { sn: string; sid?: string | null | undefined; addr: number },
): Promise<FoundModule> {
  const device = await findDevice(context, input);
  const { addr } = input;
  interface Row {
    arrayId: number | null;
    ratedW: number | null;
    name: string | null;
    tiltDeg: number;
    azimuthDeg: number;
    count: number;
  }
  const { rows } = await sql<Row>`
    select m.array_id as "arrayId", nullif(m.rated_w, 0)::float8 as "ratedW", p.name,
      p.tilt_deg::float8 as "tiltDeg", p.azimuth_deg::float8 as "azimuthDeg",
      (select count(*)::int from modules o
        where o.site_id = m.site_id and o.array_id = m.array_id and o.device_id is not null) as count
    from modules m left join arrays p on p.site_id = m.site_id and p.id = m.array_id
    where m.site_id = ${device.siteId} and m.device_id = ${device.id} and m.addr = ${addr}`.execute(
    context.tx,
  );
  const [row] = rows;
  if (row === undefined && addr > Math.max(1, device.channels)) fail('module.unknown');
  const { arrayId = null, ratedW = null } = row ?? {};
  return {
    device,
    siteId: device.siteId,
    deviceId: device.id,
    addr,
    arrayId,
    ratedW,
    array:
      row === undefined || arrayId === null
        ? null
        : {
            id: arrayId,
            name: row.name ?? '',
            count: row.count,
            tiltDeg: row.tiltDeg,
            azimuthDeg: row.azimuthDeg,
          },
  };
}

interface Member {
  deviceId: number;
  addr: number;
  /** W; null: not entered. */
  ratedW: number | null;
}

/** Modules of its array, including itself. */
export async function membersOf(tx: Tx, { siteId, arrayId }: FoundModule): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select device_id as "deviceId", addr, nullif(rated_w, 0)::float8 as "ratedW" from modules
    where site_id = ${siteId} and array_id = ${arrayId} and device_id is not null`.execute(tx);
  return rows;
}
