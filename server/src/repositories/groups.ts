// Tables groups and group_menus: roles, and what their holders may see and do.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { announceRights } from './rights.ts';

/** The role that holds every menu entry, sees everything and can lose nothing of it. */
export const ADMINISTRATOR = 1;

export interface Group extends Columns<'groups', 'id' | 'name' | 'readsOnly' | 'isSystem'> {
  titleLocale: Record<string, string>;
  /** Whose rows holders see. */
  scope: 'all' | 'company' | 'own';
}

/** A role, locked for the length of the transaction. */
export async function lockGroup(tx: Tx, id: number): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    select id, name, title_locale as "titleLocale", scope, reads_only as "readsOnly", is_system as "isSystem"
    from groups where id = ${id} for update`.execute(tx);
  return rows[0];
}

type NewGroup = Omit<Group, 'id' | 'isSystem'> & { createdAt: Date };

/** Creates a role without any right and returns its number, or nothing when its name is taken. */
export async function createGroup(tx: Tx, group: NewGroup): Promise<number | undefined> {
  if (await isNameTaken(tx, group.name, 0)) return undefined;
  const { rows } = await sql<Columns<'groups', 'id'>>`
    insert into groups (id, name, title_locale, scope, reads_only, created_at)
    values (nextval('group_ids'), ${group.name}, ${JSON.stringify(group.titleLocale)}::jsonb, ${group.scope},
            ${group.readsOnly}, ${group.createdAt})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Writes a role down as it now is. Returns false, and writes nothing, when its name is taken. */
export async function updateGroup(tx: Tx, group: Group): Promise<boolean> {
  if (await isNameTaken(tx, group.name, group.id)) return false;
  await sql`
    update groups set name = ${group.name}, title_locale = ${JSON.stringify(group.titleLocale)}::jsonb,
      scope = ${group.scope}, reads_only = ${group.readsOnly}
    where id = ${group.id}`.execute(tx);
  await announceRights(tx, { groupIds: [group.id] });
  return true;
}

/** Deletes an unassigned role. */
export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  await sql`delete from groups where id = ${id}`.execute(tx);
  await announceRights(tx, { groupIds: [id] });
}

/** Gives and takes menu entries, as far as it has not been done already. */
export async function changeGrants(
  tx: Tx,
  groupId: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  await sql`
    insert into group_menus (group_id, menu_id) select ${groupId}, unnest(${[...added]}::int[])
    on conflict do nothing`.execute(tx);
  await sql`
    delete from group_menus where group_id = ${groupId} and menu_id = any(${[...removed]}::int[])`.execute(
    tx,
  );
  await announceRights(tx, { groupIds: [groupId] });
}

/** Menu entries that a role holds. */
export async function grantsOf(tx: Tx, groupId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select menu_id as id from group_menus where group_id = ${groupId}`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

async function isNameTaken(tx: Tx, name: string, exceptId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from groups where lower(name) = lower(${name}) and id <> ${exceptId}`.execute(tx);
  return rows.length > 0;
}
