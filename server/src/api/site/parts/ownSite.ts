// The plant that its owner hands on.
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';

/** The plant, if it is the caller's own; ends the call otherwise. The row is held. */
export async function ownSite(
  { tx, me, visible }: { tx: Tx; me: Me; visible: Visible },
  sid: string,
): Promise<{ id: number; sid: string; companyId: number | null }> {
  const { rows } = await sql<{ id: number; sid: string; companyId: number | null; ownerId: number | null }>`
    select s.id, s.sid, s.company_id as "companyId", s.owner_id as "ownerId" from sites s
    where s.sid = ${sid} and s.id in (select v.id from ${visible.sites} v) for update`.execute(tx);
  const site = rows[0] ?? fail('site.unknown');
  if (site.ownerId !== me.userId) fail('site.onlyOwner');
  return site;
}
