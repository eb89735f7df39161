// Why somebody may not change a plant or what stands in it.
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';

/**
 * Ends a call that found nothing among `visible.editableSites`: whoever sees the plants is told that he may only look,
 * everybody else that the thing is unknown. `siteIds` is a sub-select of the numbers of the plants in question.
 */
export async function refuseEdit(
  { tx, visible }: { tx: Tx; visible: Visible },
  siteIds: RawBuilder<unknown>,
  unknown: 'site.unknown' | 'device.unknown',
): Promise<never> {
  const { rows } = await sql`
    select 1 from ${visible.sites} v where v.id in (${siteIds}) limit 1`.execute(tx);
  return fail(rows.length > 0 ? 'site.notEditable' : unknown);
}
