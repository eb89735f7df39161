// Table memberships: the companies that a user may work for. Customers of a company are no members.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export async function membershipsOf(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<Columns<'memberships', 'companyId'>>`
    select company_id as "companyId" from memberships where user_id = ${userId} order by company_id`.execute(
    tx,
  );
  return rows.map((row) => row.companyId);
}

/** Sets the companies of a user. Returns whether anything changed. */
export async function setMemberships(
  tx: Tx,
  userId: number,
  companyIds: readonly number[],
): Promise<boolean> {
  const ids = sql`${[...new Set(companyIds)]}::bigint[]`;
  const gone = await sql`
    delete from memberships where user_id = ${userId} and company_id <> all(${ids})`.execute(tx);
  const added = await sql`
    insert into memberships (user_id, company_id) select ${userId}, unnest(${ids}) on conflict do nothing`.execute(
    tx,
  );
  return Number(gone.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0) > 0;
}

/** Makes all members of one company members of another instead. */
export async function moveMembers(tx: Tx, fromCompanyId: number, toCompanyId: number): Promise<void> {
  await sql`
    insert into memberships (user_id, company_id)
    select user_id, ${toCompanyId} from memberships where company_id = ${fromCompanyId}
    on conflict do nothing`.execute(tx);
  await sql`delete from memberships where company_id = ${fromCompanyId}`.execute(tx);
}
