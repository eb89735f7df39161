import type { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { refuseEdit } from '../../queries/refuseEdit.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { setWifiVersions } from '../../repositories/deviceVersions.ts';

interface Row extends Columns<'devices', 'id' | 'sn'> {
  siteId: number;
  companyId: number | null;
}

export default handler<typeof device.updateWifiVersion>(async (call) => {
  const { input, visible, me, tx, now } = call;
  // If a serial number is repeated, the last entry applies.
  const versions = new Map(input.wifiSn.map(({ sn, wifiVersion }) => [sn, wifiVersion]));
  if (versions.size === 0) return {};
  const { rows } = await sql<Row>`
    select d.id, d.sn, s.id as "siteId", s.company_id as "companyId"
    from devices d join ${visible.editableSites} s on s.id = d.site_id
    where d.sn = any(${[...versions.keys()]})
    order by d.id`.execute(tx);
  if (rows.length < versions.size) {
    const found = new Set(rows.map(({ sn }) => sn));
    const missing = [...versions.keys()].filter((sn) => !found.has(sn));
    await refuseEdit(call, sql`select site_id from devices where sn = any(${missing})`, 'device.unknown');
  }

  const updated = rows.map((row) => ({ ...row, wifiVersion: versions.get(row.sn) ?? '' }));
  await setWifiVersions(
    tx,
    updated.map(({ id, wifiVersion }) => ({ deviceId: id, wifiVersion })),
  );
  for (const { sn, siteId, companyId, wifiVersion } of updated) {
    await writeAudit(tx, me, now, {
      action: 'device.updateWifiVersion',
      subject: sn,
      siteId,
      companyId,
      detail: { wifiVersion },
    });
  }
  return {};
});
