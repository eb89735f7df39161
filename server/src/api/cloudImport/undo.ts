import type { cloudImport } from '@helioport/contract/cloudImport';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { releaseDevices } from '../../repositories/claims.ts';
import { endPlant } from '../../repositories/cloudImports.ts';
import { deleteSite } from '../../repositories/sites.ts';
import { deleteSiteData } from '../../timeseries/retention/deleteSite.ts';
import { removeImport } from '../../timeseries/rollup/importedDays.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

interface Found extends Columns<'cloud_import_plants', 'state' | 'isCreated'> {
  siteId: number | null;
  sid: string;
  siteName: string;
  companyId: number | null;
}

export default handler<typeof cloudImport.undo>(async ({ input, tx, me, visible, now }) => {
  const { rows } = await sql<Found>`
    select p.state, p.is_created as "isCreated", s.id as "siteId", s.sid, s.name as "siteName", s.company_id as "companyId"
    from cloud_import_plants p
    join cloud_imports i on i.id = p.import_id
    left join ${visible.ownSites} s on s.id = p.target_id
    where i.id = ${input.id} and i.user_id = ${me.userId} and p.number = ${input.number}`.execute(tx);
  const found = rows[0] ?? fail('cloud.unknown');
  const { siteId, sid } = found;
  const hasEnded = found.state === 'done' || found.state === 'failed';
  if (!hasEnded || siteId === null) return fail('cloud.otherState');
  await holdRollUps(tx, siteId);
  if (found.isCreated) {
    const used = await sql`
      select from latest where site_id = ${siteId} limit 1`.execute(tx);
    if (used.rows.length > 0) fail('cloud.inUse');
    await releaseDevices(tx, siteId);
    await deleteSiteData(tx, siteId);
    await deleteSite(tx, siteId, now);
  } else await removeImport(tx, { siteId, source: 'vendorCloud', now });
  await endPlant(tx, input.id, input.number, { state: 'undone', reason: '' });
  await writeAudit(tx, me, now, {
    action: 'cloudImport.undo',
    subject: sid,
    siteId,
    companyId: found.companyId,
    detail: { siteName: found.siteName },
  });
  return {};
});
