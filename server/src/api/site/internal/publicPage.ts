// The public page of a plant as those see it who decide over the plant.
import type { OutputOf } from '@helioport/contract/endpoint';
import { publicBlocks, type sitePublic } from '@helioport/contract/sitePublic';
import { sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { publicPageOf } from '../../../repositories/publicPages.ts';

/** The plant, if the caller decides over it; ends the call otherwise. */
export async function siteToShow(
  { tx, visible }: { tx: Tx; visible: Visible },
  sid: string,
): Promise<{ id: number; companyId: number | null }> {
  const { rows } = await sql<{ id: number; companyId: number | null }>`
    select s.id, s.company_id as "companyId" from ${visible.ownSites} s where s.sid = ${sid}`.execute(tx);
  if (rows[0]) return rows[0];
  const seen = await sql`select from ${visible.sites} v where v.sid = ${sid}`.execute(tx);
  return fail(seen.rows.length > 0 ? 'site.notYours' : 'site.unknown');
}

/** The settings of its page, those of a new one where it has none. */
export async function pageSettings(tx: Tx, siteId: number): Promise<OutputOf<typeof sitePublic.publicPage>> {
  const page = await publicPageOf(tx, siteId);
  if (!page) return { isOn: false, token: '', title: '', blocks: [...publicBlocks] };
  const blocks = publicBlocks.filter((block) => page.blocks.includes(block));
  return { isOn: true, token: page.token, title: page.title, blocks };
}
