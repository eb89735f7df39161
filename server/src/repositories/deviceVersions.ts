// Table devices: which versions a device runs.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

/** Copies the firmware versions that a device reported to its row. */
export async function takeVersions(tx: Tx, siteId: number, deviceId: number): Promise<void> {
  const reportedSql = (key: string) => sql`(
    select value #>> '{}' from device_properties where site_id = ${siteId} and device_id = ${deviceId} and key = ${key})`;
  await sql`
    update devices d set wifi_version = n.wifi, cpu_version = n.cpu, ram_version = n.ram
    from (select coalesce(${reportedSql('firmware')}, wifi_version) as wifi, coalesce(${reportedSql('cpuVersion')}, cpu_version) as cpu,
      coalesce(${reportedSql('ramVersion')}, ram_version) as ram from devices where id = ${deviceId}) n
    where d.id = ${deviceId}
      and (d.wifi_version, d.cpu_version, d.ram_version) is distinct from (n.wifi, n.cpu, n.ram)`.execute(tx);
}

/**
 * Sets the installed firmware of devices as stated by the user who updated them; versions reported by a device take
 * precedence.
 */
export async function setWifiVersions(
  tx: Tx,
  versions: readonly { deviceId: number; wifiVersion: string }[],
): Promise<void> {
  await sql`
    update devices d set wifi_version = n.version
    from unnest(${versions.map((v) => v.deviceId)}::bigint[], ${versions.map((v) => v.wifiVersion)}::text[])
      as n(id, version)
    where d.id = n.id and not exists (
      select from device_properties w where w.site_id = d.site_id and w.device_id = d.id and w.key = 'firmware')`.execute(
    tx,
  );
}
