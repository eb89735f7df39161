// The company of a call, with permission checks, and the names of its parent companies.
import { mayStandBelow } from '@helioport/domain/companyKinds';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { translate } from '../../../platform/texts.ts';
import { type Company, findCompany, strayManager } from '../../../repositories/companies.ts';

export interface Where {
  tx: Tx;
  me: Me;
  visible: Visible;
  lan: number;
}

/** A company that the caller may change; fails if it is invisible or read-only. */
export async function demandCompany({ tx, visible }: Where, id: number): Promise<Company> {
  const { rows } = await sql`select 1 from ${visible.editableCompanies} c where c.id = ${id}`.execute(tx);
  const found = rows.length === 0 ? undefined : await findCompany(tx, id);
  if (found) return found;
  const seen = await sql`select 1 from ${visible.companies} c where c.id = ${id}`.execute(tx);
  return fail(seen.rows.length > 0 ? 'company.notEditable' : 'company.unknown');
}

/** Validates the position of a company in the tree. 0 is the top level, which is for administrators only. */
export async function demandPlace(
  where: Where,
  kind: Company['kind'],
  parentId: number,
): Promise<Company | undefined> {
  if (parentId === 0) {
    if (where.me.scope !== 'all') fail('company.topReserved');
    return undefined;
  }
  const parent = await demandCompany(where, parentId);
  if (!mayStandBelow(kind, parent.kind)) {
    fail('company.wrongRank', { kind: kindInWords(where, kind), parent: kindInWords(where, parent.kind) });
  }
  return parent;
}

export const kindInWords = ({ lan }: Pick<Where, 'lan'>, kind: Company['kind']): string =>
  translate(lan, `companyKind.${kind}`);

/** ID of a new manager visible to the caller; '' means none. */
export async function demandManager({ tx, visible }: Where, uid: string): Promise<number | null> {
  if (uid === '') return null;
  const { rows } = await sql<Columns<'users', 'id'>>`
    select u.id from ${visible.users} u where u.uid = ${uid} and not u.is_blocked`.execute(tx);
  return rows[0]?.id ?? fail('user.unknown');
}

/** Refuses what was written if it leaves one of these companies to a manager of elsewhere. */
export async function demandRightManagers({ tx }: Where, companyIds: readonly number[]): Promise<void> {
  const stray = await strayManager(tx, companyIds);
  if (stray) fail('company.managerElsewhere', stray);
}

/** The companies above one of a table called c, as far as they are visible, the highest first; as JSON. */
export const pathSql = (visible: Visible): RawBuilder<unknown> => sql`(
  with recursive above as (
    select p.id, p.parent_id, p.name, 1 as level from ${visible.companies} p where p.id = c.parent_id
    union all
    select p.id, p.parent_id, p.name, a.level + 1 from ${visible.companies} p join above a on p.id = a.parent_id
    where a.level < 20
  )
  select coalesce(jsonb_agg(jsonb_build_object('companyId', id, 'companyName', name) order by level desc), '[]')
  from above)`;
