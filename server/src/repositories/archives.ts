// Tables of a plant that is imported from an archive: its settings, devices, layout and cases.
import { sql } from 'kysely';
import type { ArchivedRow, ArchivedTable } from '../platform/archive/archivedTable.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

/** Inserts rows of a table of an archive. */
export async function insertArchived(
  tx: Tx,
  { table, columns }: ArchivedTable,
  siteId: number,
  rows: readonly ArchivedRow[],
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (site_id, ${names})
    select ${siteId}, ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}

/** Allocates this many IDs of a table. */
export async function newIds(tx: Tx, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** A device of an archive. */
export interface ArchivedDevice {
  sn: string;
  vendor: string;
  serial: string;
  part: string;
  kind: string;
  modelByte: number | null;
  alias: string;
  wifiVersion: string;
  cpuVersion: string;
  ramVersion: string;
  firstSeenAt: string | null;
  retiredAt: string | null;
}

/** Adds the components of composite devices of a plant; those that are there stay. */
export async function addParts(
  tx: Tx,
  siteId: number,
  parts: readonly (Pick<ArchivedDevice, 'vendor' | 'serial' | 'part' | 'kind'> & { parentId: number })[],
): Promise<void> {
  await sql`
    insert into devices (vendor, serial, part, parent_id, kind, site_id, claimed_at)
    select p.vendor, p.serial, n.part, p.id, n.kind, p.site_id, p.claimed_at
    from unnest(${parts.map((one) => one.parentId)}::bigint[], ${parts.map((one) => one.part)}::text[],
      ${parts.map((one) => one.kind)}::text[]) as n(parent_id, part, kind)
    join devices p on p.id = n.parent_id and p.site_id = ${siteId} on conflict do nothing`.execute(tx);
}

/** Sets the archived properties of a plant's claimed devices; returns their IDs. */
export async function describeDevices(
  tx: Tx,
  siteId: number,
  devices: readonly ArchivedDevice[],
): Promise<{ sn: string; id: number }[]> {
  const of = <K extends keyof ArchivedDevice>(key: K) => devices.map((one) => one[key]);
  const { rows } = await sql<Columns<'devices', 'sn' | 'id'>>`
    update devices d set kind = n.kind, model_byte = coalesce(d.model_byte, n.model_byte), alias = n.alias,
      wifi_version = n.wifi, cpu_version = n.cpu, ram_version = n.ram,
      first_seen_at = least(d.first_seen_at, n.first_seen_at), retired_at = n.retired_at
    from unnest(${of('sn')}::text[], ${of('kind')}::text[], ${of('modelByte')}::smallint[], ${of('alias')}::text[],
        ${of('wifiVersion')}::text[], ${of('cpuVersion')}::text[], ${of('ramVersion')}::text[],
        ${of('firstSeenAt')}::timestamptz[], ${of('retiredAt')}::timestamptz[])
      as n(sn, kind, model_byte, alias, wifi, cpu, ram, first_seen_at, retired_at)
    where d.sn = n.sn and d.site_id = ${siteId} returning d.sn, d.id`.execute(tx);
  return rows;
}

/** Sets through which devices others of the plant are connected. */
export async function connectDevices(
  tx: Tx,
  siteId: number,
  connected: readonly { deviceId: number; gatewayId: number }[],
): Promise<void> {
  await sql`
    update devices d set gateway_id = n.gateway_id
    from unnest(${connected.map((one) => one.deviceId)}::bigint[], ${connected.map((one) => one.gatewayId)}::bigint[])
      as n(id, gateway_id)
    where d.id = n.id and d.site_id = ${siteId}`.execute(tx);
}

/** Whether a plant with this id exists. */
export async function isSidTaken(tx: Tx, sid: string): Promise<boolean> {
  const { rows } = await sql`select from sites where sid = ${sid}`.execute(tx);
  return rows.length > 0;
}

/** Of these serial numbers those that cannot be entered in another plant. */
export async function takenAmong(tx: Tx, sns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Columns<'devices', 'sn'>>`
    select sn from devices where sn = any(${[...sns]}::text[]) and (site_id is not null or retired_at is not null)
    order by sn`.execute(tx);
  return rows.map(({ sn }) => sn);
}
