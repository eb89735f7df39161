// Deletes measured data of whole plants and of unclaimed devices.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/**
 * The tables of the store that have this column in their primary key, partitions with their parent. Read from the
 * catalogue, so that a table of tomorrow is emptied too. Tables that hang on their plant or device by a foreign key go
 * with it by themselves.
 */
async function tablesBy(tx: Tx, column: 'site_id' | 'device_id'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped
    join pg_index i on i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey::int2[])
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and not exists (
        select 1 from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey))
    order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Removes everything measured, summed or found of these plants. The caller holds their roll-ups. */
export async function erasePlants(tx: Tx, siteIds: readonly number[]): Promise<void> {
  for (const table of await tablesBy(tx, 'site_id')) {
    await sql`delete from ${sql.table(table)} where site_id = any(${[...siteIds]}::bigint[])`.execute(tx);
  }
}

/** Deletes all measured data and raw bytes of these unclaimed devices. */
export async function eraseUnclaimed(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  const ids = [...deviceIds];
  for (const table of await tablesBy(tx, 'device_id')) {
    await sql`
      delete from ${sql.table(table)} where site_id = 0 and device_id = any(${ids}::bigint[])`.execute(tx);
  }
  await sql`delete from raw_frame where device_id = any(${ids}::bigint[])`.execute(tx);
}
