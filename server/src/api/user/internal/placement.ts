// Role and company of a user. Callers can assign no more permissions than they have, and only within their companies.
import { type CompanyKind, lowestKindFor, rankOf } from '@helioport/domain/companyKinds';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';

export interface Role {
  id: number;
  name: string;
  scope: 'all' | 'company' | 'own';
  readsOnly: boolean;
}

interface Office extends Columns<'companies', 'id' | 'name' | 'brandId'> {
  kind: CompanyKind;
}

export interface Placement {
  role: Role;
  company: Office | undefined;
}

interface Where {
  tx: Tx;
  me: Me;
  visible: Visible;
}

/** A role that sees and may do no more than that of the caller. */
async function demandRole({ tx, me, visible }: Where, groupId: number): Promise<Role> {
  const { rows } = await sql<Role & { isAssignable: boolean }>`
    select g.id, g.name, g.scope, g.reads_only as "readsOnly",
      g.id in (select r.id from ${visible.assignableRoles} r) as "isAssignable"
    from groups g where g.id = ${groupId} for share of g`.execute(tx);
  const [role] = rows;
  // Only administrators see roles that they may not assign.
  if (!role || (me.scope !== 'all' && !role.isAssignable)) return fail('role.unknown');
  if (!role.isAssignable) fail('role.tooWide');
  return role;
}

async function demandCompany({ tx, visible }: Where, companyId: number): Promise<Office> {
  const { rows } = await sql<Office>`
    select c.id, c.name, c.kind, c.brand_id as "brandId" from ${visible.companies} c
    where c.id = ${companyId}`.execute(tx);
  return rows[0] ?? fail('company.unknown');
}

/** Role and company (0 for none), if the caller may give them and they go together. */
export async function demandPlacement(
  where: Where,
  wanted: { groupId: number; companyId: number },
): Promise<Placement> {
  const role = await demandRole(where, wanted.groupId);
  const company = wanted.companyId === 0 ? undefined : await demandCompany(where, wanted.companyId);
  // Users without a company are visible to administrators only, so staff of a company must name one.
  if (!company && (role.scope === 'company' || where.me.scope === 'company')) fail('user.companyNeeded');
  const lowest = lowestKindFor(role.id);
  if (company && lowest && rankOf(company.kind) > rankOf(lowest)) {
    fail('user.roleAboveCompany', { role: role.name, company: company.name });
  }
  return { role, company };
}

/** Further companies to work for, all of them the caller's. */
export async function demandCompanies({ tx, visible }: Where, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql`
    select 1 from ${visible.companies} c where c.id = any(${wanted}::bigint[])`.execute(tx);
  if (rows.length < wanted.length) fail('company.unknown');
}
