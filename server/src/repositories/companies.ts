// Table companies: the tree operator > distributor > dealer > installer.
import { type CompanyKind, mayStandBelow, rolesAbove } from '@helioport/domain/companyKinds';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { announceRights } from './rights.ts';

interface NewCompany {
  kind: CompanyKind;
  parentId: number | null;
  name: string;
  managerId?: number | null;
  brandId?: number;
  createdAt: Date;
}

export interface Company extends Columns<'companies', 'id' | 'parentId' | 'name' | 'managerId' | 'brandId'> {
  kind: CompanyKind;
}

const columns = sql`id, kind, parent_id as "parentId", name, manager_id as "managerId", brand_id as "brandId"`;

/** Locks the company tree for this transaction; required before changing its structure or its managers. */
export async function lockCompanies(tx: Tx): Promise<void> {
  // Two concurrent moves could create a cycle that neither detects.
  await lock(tx, 'changeCompanies');
}

export async function findCompany(tx: Tx, id: number): Promise<Company | undefined> {
  const { rows } = await sql<Company>`select ${columns} from companies where id = ${id}`.execute(tx);
  return rows[0];
}

/** Creates a company and returns its number. */
export async function createCompany(tx: Tx, company: NewCompany): Promise<number> {
  const { rows } = await sql<Columns<'companies', 'id'>>`
    insert into companies (kind, parent_id, name, manager_id, brand_id, created_at)
    values (${company.kind}, ${company.parentId}, ${company.name}, ${company.managerId ?? null},
            ${company.brandId ?? 0}, ${company.createdAt}) returning id`.execute(tx);
  return rows[0]!.id;
}

/** Writes a company down as it now is. */
export async function updateCompany(tx: Tx, company: Omit<Company, 'brandId'>): Promise<void> {
  await sql`
    update companies set kind = ${company.kind}, parent_id = ${company.parentId}, name = ${company.name},
      manager_id = ${company.managerId}
    where id = ${company.id}`.execute(tx);
  // Users above its old or new position now see other plants.
  await announceRights(tx, { rows: 'all' });
}

export interface CompanyContact
  extends Columns<
    'companies',
    'contactPerson' | 'contactEmail' | 'contactNumber' | 'street' | 'city' | 'website'
  > {
  zip: string;
}

/** How to reach a company. */
export async function contactOf(tx: Tx, id: number): Promise<CompanyContact | undefined> {
  const { rows } = await sql<CompanyContact>`
    select contact_person as "contactPerson", contact_email as "contactEmail", contact_number as "contactNumber",
      street, zip_code as zip, city, website
    from companies where id = ${id}`.execute(tx);
  return rows[0];
}

export async function setContact(tx: Tx, id: number, contact: CompanyContact): Promise<void> {
  await sql`
    update companies set contact_person = ${contact.contactPerson}, contact_email = ${contact.contactEmail},
      contact_number = ${contact.contactNumber}, street = ${contact.street}, zip_code = ${contact.zip},
      city = ${contact.city}, website = ${contact.website}
    where id = ${id}`.execute(tx);
}

export async function setManager(tx: Tx, companyId: number, managerId: number): Promise<void> {
  await sql`update companies set manager_id = ${managerId} where id = ${companyId}`.execute(tx);
}

/** The company and all below it. */
export async function companyIdsBelow(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select ${id}::bigint as id
      union select c.id from companies c join below b on c.parent_id = b.id
    )
    select id from below`.execute(tx);
  return rows.map((row) => row.id);
}

/** A direct child of `id` that is not allowed below a company of `kind`. */
export async function misplacedChild(tx: Tx, id: number, kind: CompanyKind): Promise<Company | undefined> {
  const { rows } = await sql<Company>`select ${columns} from companies where parent_id = ${id}`.execute(tx);
  return rows.find((child) => !mayStandBelow(child.kind, kind));
}

/** Number of users of a company with a role that requires a higher level than `kind`. */
export async function countRolesAbove(tx: Tx, companyId: number, kind: CompanyKind): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from users
    where company_id = ${companyId} and cancelled_at is null and group_id = any(${rolesAbove(kind)}::int[])`.execute(
    tx,
  );
  return rows[0]?.people ?? 0;
}

/** One of these companies whose manager neither works for it or a company above it nor is an administrator. */
export async function strayManager(
  tx: Tx,
  companyIds: readonly number[],
): Promise<{ company: string; email: string } | undefined> {
  const { rows } = await sql<{ company: string; email: string }>`
    with recursive above as (
      select id as company_id, id, parent_id from companies where id = any(${[...companyIds]}::bigint[])
      union
      select above.company_id, c.id, c.parent_id from companies c join above on c.id = above.parent_id
    )
    select c.name as company, u.email
    from companies c join users u on u.id = c.manager_id join groups g on g.id = u.group_id
    where c.id = any(${[...companyIds]}::bigint[]) and not (g.scope = 'all' and not g.reads_only)
      and not exists (
        select 1 from above join memberships m on m.company_id = above.id and m.user_id = u.id
        where above.company_id = c.id)
    order by c.id limit 1`.execute(tx);
  return rows[0];
}

/** Companies managed by a user. */
export async function managedBy(tx: Tx, userId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<Columns<'companies', 'id' | 'name'>>`
    select id, name from companies where manager_id = ${userId} order by name, id`.execute(tx);
  return rows;
}

/**
 * Transfers all companies managed by a user to another user, or leaves them without a manager. Returns the companies.
 */
export async function replaceManager(tx: Tx, fromUserId: number, toUserId: number | null): Promise<number[]> {
  const { rows } = await sql<Columns<'companies', 'id'>>`
    update companies set manager_id = ${toUserId} where manager_id = ${fromUserId} returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Contents of a company that another one takes over when it is deleted. */
export interface Estate {
  users: number;
  sites: number;
  companies: number;
}

export async function estateOf(tx: Tx, id: number): Promise<Estate> {
  const { rows } = await sql<Estate>`
    select
      (select count(*) from users where company_id = ${id} and cancelled_at is null)
        + (select count(*) from memberships m join users u on u.id = m.user_id
           where m.company_id = ${id} and u.company_id is distinct from m.company_id) as users,
      (select count(*) from sites where company_id = ${id}) as sites,
      (select count(*) from companies where parent_id = ${id}) as companies`.execute(tx);
  return rows[0]!;
}

/** Puts the companies directly below one below another. */
export async function moveChildren(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`update companies set parent_id = ${toId} where parent_id = ${fromId}`.execute(tx);
  await announceRights(tx, { rows: 'all' });
}

/** Deletes an empty company. */
export async function deleteCompany(tx: Tx, id: number): Promise<void> {
  await sql`delete from companies where id = ${id}`.execute(tx);
}
