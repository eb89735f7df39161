// Contents of a backup, read from the PostgreSQL system catalog, so that new tables are included automatically.
import type pg from 'pg';
import { z } from 'zod';
import { STEPS } from '../migrate.ts';

/** A manifest is untrusted: every text has a grammar and every list and number a bound. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'is not a name');
const checksum = z.string().regex(/^[0-9a-f]{64}$/, 'is not a checksum');
const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const manyTables = 20_000;

const table = z.object({
  name: identifier,
  /** In the order of the file. Computed columns are not among them: the database computes them again. */
  columns: z.array(identifier).min(1).max(1_600),
  file: z.string().max(80),
  rows: count,
  /** Size of the compressed file. */
  bytes: count,
  /** Size of its content; missing in backups of earlier versions. */
  unpacked: count.optional(),
  /** SHA-256 of the compressed file, in hex. */
  sha256: checksum,
});
export type BackedTable = z.output<typeof table>;

/** `manifest.json` of a backup; written last, so that a folder with one is whole. */
export const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Name and checksum of the migrations that the database had. */
  migrations: z
    .array(
      z.object({
        name: z.string().regex(/^\d{4}_\w{1,80}\.sql$/, 'is not a migration'),
        checksum: z.string().max(64),
      }),
    )
    .max(10_000),
  partitions: z
    .array(z.object({ name: identifier, parent: identifier, bound: z.string().max(200) }))
    .max(manyTables),
  tables: z
    .array(
      table.refine(({ name, file }) => file === `${name}.copy.gz`, {
        path: ['file'],
        error: 'is not the file of its table',
      }),
    )
    .max(manyTables),
  sequences: z
    .array(
      z.object({
        name: identifier,
        last: z.string().regex(/^-?\d{1,19}$/, 'is not a number'),
        isCalled: z.boolean(),
      }),
    )
    .max(manyTables),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Migration tables are written by the migration itself, also during a restore. */
const MIGRATIONS = ['migrations', STEPS];

interface Named {
  name: string;
}

/** Tables that store rows themselves; a partitioned table's rows are in its partitions. */
export async function tablesOf(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a
       on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[])
     group by c.relname order by 1`,
    [MIGRATIONS],
  );
  return rows;
}

/** Constraints between tables as SQL; those of partitions follow from their parent table. */
export async function tiesOf(
  client: pg.ClientBase,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select t.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
}

/** Partitions: months of readings, weeks of frames, and others. */
export async function partitionsIn(client: pg.ClientBase): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows;
}

/** Current values of the sequences. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows: names } = await client.query<Named>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: Manifest['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    for (const { last, called } of rows) found.push({ name, last, isCalled: called });
  }
  return found;
}

/** A name as SQL takes it, whatever is in it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The applied migrations, in their order. */
export async function migrationsOf(client: pg.ClientBase): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migrations order by name',
  );
  return rows;
}

/** As PostgreSQL prints the limits of a range of instants in UTC or any other zone. */
const RANGE = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/;
const INSTANT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?([+-]\d\d)(?::?(\d\d))?$/;

function instantOf(text: string): string | undefined {
  const found = INSTANT.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, zone, minutes = '00'] = found;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}:${minutes}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The limits of a partition as SQL that is made of what was read, never of its text; undefined for any other form. */
export function boundOf(text: string): string | undefined {
  const [, from = '', to = ''] = RANGE.exec(text) ?? [];
  const start = instantOf(from);
  const end = instantOf(to);
  return start && end && start < end ? `for values from ('${start}') to ('${end}')` : undefined;
}

/** Tables partitioned by range. */
export async function partitionedIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Named>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}
