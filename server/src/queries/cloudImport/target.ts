// The plant that receives an imported history.
import { sql } from 'kysely';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';

export type Target = Columns<'sites', 'id' | 'timezone'>;

/** The plant, if the user may still change it. */
export async function targetOf(
  tx: Tx,
  userId: number,
  siteId: number,
  now: number,
): Promise<Target | undefined> {
  const visible = visibleTo(await personAway(tx, userId), now);
  const { rows } = await sql<Target>`
    select s.id, s.timezone from ${visible.editableSites} s where s.id = ${siteId}`.execute(tx);
  return rows[0];
}
