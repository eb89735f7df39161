// Table companies: the tree operator > distributor > dealer > installer.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

interface NewCompany {
  kind: 'operator' | 'distributor' | 'dealer' | 'installer';
  parentId: number | null;
  name: string;
  createdAt: Date;
}

/** Creates a company and returns its number. */
export async function createCompany(tx: Tx, company: NewCompany): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into companies (kind, parent_id, name, created_at)
    values (${company.kind}, ${company.parentId}, ${company.name}, ${company.createdAt}) returning id`.execute(
    tx,
  );
  return rows[0]!.id;
}
