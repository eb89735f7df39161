// Failure for users who may not change a plant or its devices.
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';

/**
 * Fails a call that found nothing in `visible.editableSites`: callers who can see the plants get a read-only failure,
 * all others that the object is unknown. `siteIds` is a subquery of the IDs of the plants in question.
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
