// Table settings: small facts of the installation itself.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../platform/db.ts';

/** Value of a setting; undefined if never set. The caller determines the type. */
export async function getSetting<T>(db: Db | Tx, name: string): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function putSetting(db: Db | Tx, name: string, value: unknown): Promise<void> {
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Value of a setting, created at the first call; concurrent processes all get the same value. */
export async function settingOrNew<T>(db: Db | Tx, name: string, make: () => T): Promise<T> {
  const known = await getSetting<T>(db, name);
  if (known !== undefined) return known;
  await sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(make())}::jsonb)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ value: T }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]!.value;
}

/** Writes a small value to check whether the database accepts writes. */
export async function noteProbe(client: pg.ClientBase, atMs: number): Promise<void> {
  await client.query(
    `insert into settings (name, value) values ('health.probe', to_jsonb($1::bigint))
     on conflict (name) do update set value = excluded.value`,
    [atMs],
  );
}
