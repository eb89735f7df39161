// The plant that a writing call names.
import { sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { refuseEdit } from './refuseEdit.ts';

export type SiteToChange = Columns<'sites', 'id' | 'sid' | 'companyId' | 'timezone'>;

/** The plant of an id, which the caller may change; ends the call otherwise. */
export async function siteToChange(call: { tx: Tx; visible: Visible }, sid: string): Promise<SiteToChange> {
  const { rows } = await sql<SiteToChange>`
    select s.id, s.sid, s.company_id as "companyId", s.timezone from ${call.visible.editableSites} s
    where s.sid = ${sid}`.execute(call.tx);
  return (
    rows[0] ?? (await refuseEdit(call, sql`select s.id from sites s where s.sid = ${sid}`, 'site.unknown'))
  );
}
