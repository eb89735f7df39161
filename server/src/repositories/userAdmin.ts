// Table users, as far as others administer it: address, role, company, block; and who manages a company.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { lockKey } from '../platform/locks.ts';

/** Changes to another user; undefined leaves a field unchanged. */
export interface UserChange {
  email?: string | undefined;
  /** Null: the address is to be confirmed. */
  emailVerifiedAt?: Date | null | undefined;
  emailProvenAt?: null;
  /** Who entered the address, and who gave role and company. */
  addressBy?: number;
  roleBy?: number;
  groupId?: number | undefined;
  companyId?: number | null | undefined;
  isBlocked?: boolean | undefined;
  isBusiness?: boolean | undefined;
}

const columnOf = {
  email: 'email',
  emailVerifiedAt: 'email_verified_at',
  emailProvenAt: 'email_proven_at',
  addressBy: 'address_by',
  roleBy: 'role_by',
  groupId: 'group_id',
  companyId: 'company_id',
  isBlocked: 'is_blocked',
  isBusiness: 'is_business',
} as const satisfies Record<keyof UserChange, string>;

/** Writes the fields that are given. */
export async function changeUser(tx: Tx, userId: number, change: UserChange): Promise<void> {
  const given = (Object.keys(columnOf) as (keyof UserChange)[]).filter(
    (field) => change[field] !== undefined,
  );
  if (given.length === 0) return;
  const sets = given.map((field) => sql`${sql.ref(columnOf[field])} = ${change[field]}`);
  await sql`update users set ${sql.join(sets)} where id = ${userId}`.execute(tx);
}

/** Whether an address has an account; locks the result against concurrent callers for this transaction. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  await lockKey(tx, 'email', email.toLowerCase());
  const { rows } = await sql`select 1 from users where lower(email) = ${email.toLowerCase()}`.execute(tx);
  return rows.length > 0;
}

/** Updates the manager flag of these users: set for managers of a company only. */
export async function markManagers(tx: Tx, userIds: readonly (number | null)[]): Promise<void> {
  await sql`
    update users u set is_company_owner = exists (select 1 from companies c where c.manager_id = u.id)
    where id = any(${userIds.filter((id) => id !== null)}::bigint[])
      and is_company_owner <> exists (select 1 from companies c where c.manager_id = u.id)`.execute(tx);
}

/** Moves all users of a company to another one; returns them. */
export async function moveUsers(tx: Tx, fromCompanyId: number, toCompanyId: number): Promise<number[]> {
  const { rows } = await sql<Columns<'users', 'id'>>`
    update users set company_id = ${toCompanyId} where company_id = ${fromCompanyId} returning id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
