// The plant whose picture is changed.
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { siteToChange } from '../../../queries/siteToChange.ts';
import { writeAudit } from '../../../repositories/audit.ts';
import { setSitePicture } from '../../../repositories/sites.ts';

interface Where {
  tx: Tx;
  visible: Visible;
  me: { userId: number };
  now: number;
}

/** Sets the image of a plant to a stored file, or removes it, and writes the audit log. */
export async function paintSite(
  where: Where,
  sid: string,
  hashOf: () => Promise<string | null>,
): Promise<string | null> {
  const { tx, me, now } = where;
  const plant = await siteToChange(where, sid);
  const hash = await hashOf();
  await setSitePicture(tx, plant.id, hash);
  await writeAudit(tx, me, now, {
    action: 'site.picture',
    subject: sid,
    siteId: plant.id,
    companyId: plant.companyId,
    detail: hash === null ? { removed: true } : {},
  });
  return hash;
}
