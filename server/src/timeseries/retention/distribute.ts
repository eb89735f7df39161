// Distribution over several hosts: the tables of the store are distributed over the workers of a Citus cluster, each
// plant on one of them. The other tables stay local. Determined from the system catalog, so that new tables of the
// store are included.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../platform/db.ts';
import { spreadOut } from './deleteSite.ts';

export interface SpreadTable {
  name: string;
  /** With indexes and partitions. */
  bytes: number;
  isSpread: boolean;
}

export interface Distribution {
  /** Version of the extension; null where this database has none. */
  citus: string | null;
  tables: SpreadTable[];
  /** Why a table cannot be spread, in sentences; empty when all can. */
  hindrances: string[];
}

/** Tables to distribute, tables distributed, and obstacles. */
export async function distributionOf(db: Db, tables: readonly string[] = spreadOut): Promise<Distribution> {
  const { rows: extensions } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(db);
  const citus = extensions[0]?.version ?? null;
  const spread = citus === null ? new Set<string>() : await spreadTables(db);
  const { rows } = await sql<{ name: string; bytes: number }>`
    select t.name, coalesce((
        select sum(pg_total_relation_size(p.relid)) from pg_partition_tree(to_regclass(t.name)) p
      ), 0)::float8 as bytes
    from unnest(${[...tables]}::text[]) t(name) order by 1`.execute(db);
  return {
    citus,
    tables: rows.map((row) => ({ ...row, isSpread: spread.has(row.name) })),
    hindrances: await hindrancesOf(db, tables),
  };
}

async function spreadTables(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Obstacles to distribution by `site_id`: a missing column, a unique index without it, or a foreign key to a local
 * table.
 */
async function hindrancesOf(db: Db, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; why: string }>`
    with wanted as (select name, to_regclass(name)::oid as oid from unnest(${[...tables]}::text[]) t(name))
    select name, 'is no table' as why from wanted where oid is null
    union all
    select name, 'has no site_id' from wanted w where oid is not null and not exists (
      select from pg_attribute a where a.attrelid = w.oid and a.attname = 'site_id' and not a.attisdropped)
    union all
    select w.name, format('has the unique index %s, which does not name the plant', x.relname)
    from wanted w
    join pg_attribute a on a.attrelid = w.oid and a.attname = 'site_id' and not a.attisdropped
    join pg_index i on i.indrelid = w.oid and i.indisunique and a.attnum <> all (i.indkey::int2[])
    join pg_class x on x.oid = i.indexrelid
    union all
    select w.name, format('is tied to %s by %s', k.confrelid::regclass, k.conname)
    from wanted w join pg_constraint k on k.conrelid = w.oid and k.contype = 'f'
    where k.confrelid not in (select oid from wanted where oid is not null)
    order by 1, 2`.execute(db);
  return rows.map(({ name, why }) => `${name} ${why}`);
}

/**
 * Spreads what is not spread yet, one table after the other, with the rows that are there; what was done is found done
 * when it is run again. Returns the names. The caller has seen that there is an extension and no hindrance.
 */
export async function distribute(
  pool: pg.Pool,
  { tables }: Distribution,
  onTable: (name: string) => void,
): Promise<string[]> {
  const done = tables.filter(({ isSpread }) => isSpread).map(({ name }) => name);
  const fresh: string[] = [];
  for (const { name } of tables.filter(({ isSpread }) => !isSpread)) {
    onTable(name);
    const colocatedWith = done[0] ?? 'default';
    await pool.query("select create_distributed_table($1, 'site_id', colocate_with => $2)", [
      name,
      colocatedWith,
    ]);
    done.push(name);
    fresh.push(name);
  }
  return fresh;
}
