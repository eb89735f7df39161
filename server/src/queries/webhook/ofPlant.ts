// The webhook that a call names.
import { sql } from 'kysely';
import type { Visible } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { type SiteToChange, siteToChange } from '../siteToChange.ts';

/** The webhook of a plant that the caller may change; ends the call otherwise. */
export async function webhookOf(
  call: { tx: Tx; visible: Visible },
  { sid, id }: { sid: string; id: number },
): Promise<{ plant: SiteToChange; url: string; secret: string }> {
  const plant = await siteToChange(call, sid);
  const { rows } = await sql<Columns<'webhooks', 'url' | 'secret'>>`
    select url, secret from webhooks where site_id = ${plant.id} and id = ${id}`.execute(call.tx);
  return { plant, ...(rows[0] ?? fail('webhook.unknown')) };
}
