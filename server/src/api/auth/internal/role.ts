// The role that a call is about, found and allowed.
import { languageByCode } from '@helioport/domain/languages';
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { type Group, lockGroup } from '../../../repositories/groups.ts';

/** The role, locked; fails if it does not exist, or sees or may do more than the caller. */
export async function demandRole(tx: Tx, visible: Visible, id: number): Promise<Group> {
  const group = (await lockGroup(tx, id)) ?? fail('role.unknown');
  const { rows } = await sql`select 1 from ${visible.assignableRoles} r where r.id = ${id}`.execute(tx);
  if (rows.length === 0) fail('role.tooWide');
  return group;
}

/** Name of a role, of a table called g, in the language of the code. */
export function roleTitle(languageCode: number): RawBuilder<string> {
  const webCode = languageByCode(languageCode)?.webCode ?? 'en';
  return sql`coalesce(g.title_locale->>${webCode}, g.title_locale->>'en', g.name)`;
}
