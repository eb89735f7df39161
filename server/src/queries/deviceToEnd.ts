// The device to be deleted or cleared: it belongs to a plant that the caller manages.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { fail } from '../platform/failure.ts';
import { holdRollUps } from '../timeseries/rollup/rollup.ts';
import { findDevice } from './findDevice.ts';
import type { QueryContext } from './found.ts';

export interface DeviceToEnd {
  id: number;
  sn: string;
  siteId: number;
  sid: string;
  companyId: number | null;
  /** With its parts. */
  deviceIds: number[];
}

/**
 * The device with its components. Locks their rows and the roll-ups of their plant until the transaction ends. Callers
 * with read-only access to the plant get a specific failure. A component cannot be deleted on its own.
 */
export async function deviceToEnd(
  context: QueryContext,
  { sn, sid }: { sn: string; sid?: string | null | undefined },
): Promise<DeviceToEnd> {
  const { tx, visible } = context;
  const found = await findDevice(context, { sn, sid });
  // Locked before any row, to avoid deadlocks.
  await holdRollUps(tx, found.siteId);
  const { rows } = await sql<{ companyId: number | null }>`
    select s.company_id as "companyId" from ${visible.ownSites} s where s.id = ${found.siteId}`.execute(tx);
  const plant = rows[0] ?? fail('site.notYours');
  const { rows: held } = await sql<Columns<'devices', 'id' | 'parentId'>>`
    select id, parent_id as "parentId" from devices
    where site_id = ${found.siteId} and (id = ${found.id} or parent_id = ${found.id}) order by id for update`.execute(
    tx,
  );
  const own = held.find(({ id }) => id === found.id);
  if (own === undefined) fail('device.unknown');
  if (own?.parentId !== null) fail('device.isPart', { sn: found.sn });
  return {
    id: found.id,
    sn: found.sn,
    siteId: found.siteId,
    sid: found.sid,
    companyId: plant.companyId,
    deviceIds: held.map(({ id }) => id),
  };
}
