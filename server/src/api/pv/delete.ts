import type { pv } from '@helioport/contract/pv';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { releaseDevices } from '../../repositories/claims.ts';
import { announceRights } from '../../repositories/rights.ts';
import { deleteSite } from '../../repositories/sites.ts';
import { deleteSiteData } from '../../timeseries/retention/deleteSite.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

type Delete = Call<typeof pv.delete>;

interface Site {
  id: number;
  sid: string;
  name: string;
  companyId: number | null;
  sharedWith: number[];
}

export default handler<typeof pv.delete>(async (call) => {
  const { input, tx, me, now } = call;
  const { id } = await siteToDelete(call);
  // Locked before any row, to avoid deadlocks; a concurrent call may have deleted the plant in between.
  await holdRollUps(tx, id);
  const plant = await siteToDelete(call);
  if (input.siteName !== undefined && input.siteName !== plant.name.trim())
    fail('site.nameDiffers', { site: plant.name });
  const deviceIds = await releaseDevices(tx, id);
  await deleteSiteData(tx, id);
  await deleteSite(tx, id, now);
  await writeAudit(tx, me, now, {
    action: 'site.del',
    subject: plant.sid,
    siteId: id,
    companyId: plant.companyId,
    detail: { siteName: plant.name, devices: deviceIds.length },
  });
  await announceRights(tx, { rows: plant.sharedWith });
  return {};
});

/** A plant that the caller manages; callers with read-only access get a specific failure. */
async function siteToDelete({ input, visible, tx }: Delete): Promise<Site> {
  const { rows } = await sql<Site>`
    select s.id, s.sid, s.name, s.company_id as "companyId",
      array(select sh.user_id from site_shares sh where sh.site_id = s.id) as "sharedWith"
    from ${visible.ownSites} s where s.sid = ${input.sid}`.execute(tx);
  if (rows[0]) return rows[0];
  const seen = await sql`select from ${visible.sites} v where v.sid = ${input.sid}`.execute(tx);
  return fail(seen.rows.length > 0 ? 'site.notYours' : 'site.unknown');
}
