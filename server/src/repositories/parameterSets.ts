// Tables parameter_sets, parameter_runs and parameter_run_devices: sets of parameters, and what was sent of them.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface SetFields {
  name: string;
  model: string;
  gridCode: string;
  values: Readonly<Record<string, number>>;
}

export interface SetRow extends SetFields {
  id: number;
  companyId: number | null;
}

interface By {
  companyId: number | null;
  /** Null: the user's account is deleted. */
  userId: number | null;
  at: Date;
  isDemo?: boolean;
}

/** Writes a set down and returns its number. */
export async function createSet(tx: Tx, one: SetFields, by: By): Promise<number> {
  const { rows } = await sql<Columns<'parameter_sets', 'id'>>`
    insert into parameter_sets (name, model, grid_code, "values", company_id, user_id, is_demo, created_at, updated_at)
    values (${one.name}, ${one.model}, ${one.gridCode}, ${JSON.stringify(one.values)}::jsonb, ${by.companyId},
      ${by.userId}, ${by.isDemo ?? false}, ${by.at}, ${by.at}) returning id`.execute(tx);
  return rows[0]!.id;
}

/** A set; undefined for none. With `holds` it stays as it is until the transaction ends. */
export async function findSet(
  tx: Tx,
  id: number,
  { holds }: { holds: boolean },
): Promise<SetRow | undefined> {
  const { rows } = await sql<SetRow>`
    select id, name, model, grid_code as "gridCode", "values", company_id as "companyId"
    from parameter_sets where id = ${id} ${sql.raw(holds ? 'for update' : '')}`.execute(tx);
  return rows[0];
}

/** Changes a held set. */
export async function updateSet(tx: Tx, id: number, one: SetFields, at: Date): Promise<void> {
  await sql`
    update parameter_sets set name = ${one.name}, model = ${one.model}, grid_code = ${one.gridCode},
      "values" = ${JSON.stringify(one.values)}::jsonb, updated_at = ${at}
    where id = ${id}`.execute(tx);
}

/** Deletes a held set; what was sent of it stays. */
export async function deleteSet(tx: Tx, id: number): Promise<void> {
  await sql`delete from parameter_sets where id = ${id}`.execute(tx);
}

export interface NewRun {
  setId: number | null;
  backOf: number | null;
  name: string;
}

/** A device that received values, with its command and its previous values. */
export interface RunDevice {
  siteId: number;
  deviceId: number;
  commandId: number;
  before: Readonly<Record<string, number>>;
}

/** Notes what was sent to whom; returns its number. */
export async function createRun(tx: Tx, one: NewRun, devices: readonly RunDevice[], by: By): Promise<number> {
  const { rows } = await sql<Columns<'parameter_runs', 'id'>>`
    insert into parameter_runs (set_id, back_of, name, company_id, user_id, is_demo, created_at)
    values (${one.setId}, ${one.backOf}, ${one.name}, ${by.companyId}, ${by.userId}, ${by.isDemo ?? false}, ${by.at})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await sql`
    insert into parameter_run_devices (site_id, run_id, device_id, command_id, before)
    select "siteId", ${id}, "deviceId", "commandId", before
    from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
      as d ("siteId" bigint, "deviceId" bigint, "commandId" bigint, before jsonb)`.execute(tx);
  return id;
}

export type RunRow = Columns<'parameter_runs', 'id' | 'setId' | 'name' | 'companyId'>;

/** A run; undefined for none. With `holds` it stays as it is until the transaction ends. */
export async function findRun(
  tx: Tx,
  id: number,
  { holds }: { holds: boolean },
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select id, set_id as "setId", name, company_id as "companyId"
    from parameter_runs where id = ${id} ${sql.raw(holds ? 'for update' : '')}`.execute(tx);
  return rows[0];
}
