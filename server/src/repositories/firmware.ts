// Table firmware: files that devices can download. The file of a version never changes; a corrected one is a new
// version.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface NewFirmware {
  /** Name of a product, or `vendor.kind`. */
  model: string;
  version: string;
  description: string;
  fileId: number;
  isPublished: boolean;
  isForced: boolean;
}

/** Adds a firmware; undefined where the model has this version already. */
export async function createFirmware(
  tx: Tx,
  one: NewFirmware,
  by: { userId: number | null; at: Date; isDemo?: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<Columns<'firmware', 'id'>>`
    insert into firmware (model, version, description, file_id, is_published, is_forced, is_demo, user_id, created_at)
    values (${one.model}, ${one.version}, ${one.description}, ${one.fileId}, ${one.isPublished}, ${one.isForced},
      ${by.isDemo ?? false}, ${by.userId}, ${by.at})
    on conflict (model, version) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export type FirmwareRow = Columns<
  'firmware',
  'id' | 'model' | 'version' | 'isPublished' | 'isForced' | 'fileId'
>;

/** A firmware, held until the transaction ends; undefined for none. */
export async function lockFirmware(tx: Tx, id: number): Promise<FirmwareRow | undefined> {
  const { rows } = await sql<FirmwareRow>`
    select id, model, version, is_published as "isPublished", is_forced as "isForced", file_id as "fileId"
    from firmware where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Updates the description of a locked firmware. */
export async function updateFirmware(
  tx: Tx,
  id: number,
  { description, isPublished, isForced }: Pick<NewFirmware, 'description' | 'isPublished' | 'isForced'>,
): Promise<void> {
  await sql`
    update firmware set description = ${description}, is_published = ${isPublished}, is_forced = ${isForced}
    where id = ${id}`.execute(tx);
}

/** Deletes a held firmware with its file. */
export async function deleteFirmware(tx: Tx, { id, fileId }: FirmwareRow): Promise<void> {
  await sql`delete from firmware where id = ${id}`.execute(tx);
  await sql`
    delete from large_files f where f.id = ${fileId}
      and not exists (select from firmware w where w.file_id = f.id)`.execute(tx);
}
