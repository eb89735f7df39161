// Column gateway_id of table devices: the gateway through which a device of the plant reports. A component uses that of
// its composite device.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

/**
 * Sets the devices of a plant connected through a gateway; others are disconnected from it. Composite devices are named
 * by their own ID, and no gateway is connected through another. Returns whether anything changed.
 */
export async function setBehind(
  tx: Tx,
  { siteId, gatewayId, deviceIds }: { siteId: number; gatewayId: number; deviceIds: readonly number[] },
): Promise<boolean> {
  const ids = sql`${[...deviceIds]}::bigint[]`;
  const { rows } = await sql`
    update devices d set gateway_id = case when d.id = any(${ids}) then ${gatewayId}::bigint end
    where d.site_id = ${siteId} and d.parent_id is null and d.retired_at is null and d.id <> ${gatewayId}
      and coalesce(d.gateway_id = ${gatewayId}, false) <> (d.id = any(${ids})) returning d.id`.execute(tx);
  return rows.length > 0;
}

/** A device takes another's place: behind the same gateway, and what was behind it is behind the other. */
export async function handOverGateway(
  tx: Tx,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await sql`
    update devices t set gateway_id = f.gateway_id from devices f
    where f.id = ${fromId} and t.id = ${toId} and f.gateway_id <> t.id and t.site_id = f.site_id`.execute(tx);
  await sql`
    update devices set gateway_id = ${toId} where gateway_id = ${fromId} and id <> ${toId}`.execute(tx);
}

/** Removes gateway connections of devices that leave their plant, in both directions. */
export async function clearGateways(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update devices set gateway_id = null
    where gateway_id is not null and (id = any(${[...deviceIds]}::bigint[])
      or gateway_id = any(${[...deviceIds]}::bigint[]))`.execute(tx);
}
