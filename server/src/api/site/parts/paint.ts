// The plant whose picture is changed.
import { sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { refuseEdit } from '../../../reads/refuseEdit.ts';
import { writeAudit } from '../../../records/audit.ts';
import { setSitePicture } from '../../../records/sites.ts';

interface Where {
  tx: Tx;
  visible: Visible;
  me: { userId: number };
  now: number;
}

/** Sets the picture of a plant to a kept file, or to none, and says so in the change log. */
export async function paintSite(
  where: Where,
  sid: string,
  hashOf: () => Promise<string | null>,
): Promise<string | null> {
  const { tx, visible, me, now } = where;
  const { rows } = await sql<{ id: number; companyId: number | null }>`
    select s.id, s.company_id as "companyId" from ${visible.editableSites} s where s.sid = ${sid}`.execute(
    tx,
  );
  const plant =
    rows[0] ?? (await refuseEdit(where, sql`select s.id from sites s where s.sid = ${sid}`, 'site.unknown'));
  const hash = await hashOf();
  await setSitePicture(tx, plant.id, hash);
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'site.picture',
    subject: sid,
    siteId: plant.id,
    ...(plant.companyId === null ? {} : { companyId: plant.companyId }),
    detail: hash === null ? { removed: true } : {},
  });
  return hash;
}
