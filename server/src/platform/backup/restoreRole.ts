// Target database of a restore: empty before, marked during the restore, and filled by a temporary role without
// superuser rights.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { RESTORING } from '../migrate.ts';
import { migrationsOf, quoted } from './shape.ts';
import { BackupFailed } from './write.ts';

/**
 * Runs `work` with a URL of the empty database at `url`. A superuser's URL is replaced by that of a role that may only
 * create tables in it. Leftovers of an interrupted restore are removed before, and those of a failed `work` afterwards.
 * @throws BackupFailed for a database with content.
 */
export async function inEmptyDatabase(url: string, work: (url: string) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await demandEmpty(client);
    const { rows } = await client.query<{ isSuperuser: boolean; role: string; database: string }>(
      `select rolsuper as "isSuperuser", 'helioport_restore_' || d.oid as role, d.datname as database
       from pg_roles, pg_database d where rolname = current_user and datname = current_database()`,
    );
    const { isSuperuser = false, role = '', database = '' } = rows[0] ?? {};
    const password = randomBytes(24).toString('hex');
    await inOne(client, async () => {
      await clear(client, isSuperuser ? role : undefined);
      await client.query(`create schema ${RESTORING}`);
      if (isSuperuser) await makeRole(client, { role, database, password });
    });
    try {
      await work(isSuperuser ? addressAs(url, role, password) : url);
      await inOne(client, async () => {
        if (isSuperuser) await dropRole(client, role);
        await client.query(`drop schema ${RESTORING}`);
      });
    } catch (error) {
      // The mark stays where this fails: the next restore begins with it.
      await client.query('rollback').catch(() => undefined);
      await inOne(client, () => clear(client, isSuperuser ? role : undefined)).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function inOne(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** A database that holds data is never overwritten, nor is one of another program. */
async function demandEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ holdsTables: boolean; isOurs: boolean; isMarked: boolean }>(
    `select exists (select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as "holdsTables",
       to_regclass('public.migrations') is not null as "isOurs", to_regnamespace($1) is not null as "isMarked"`,
    [RESTORING],
  );
  const { holdsTables = false, isOurs = false, isMarked = false } = rows[0] ?? {};
  if (!holdsTables || isMarked) return;
  // One that was interrupted under an earlier version carries no mark, but holds neither users nor plants.
  if (isOurs && (await migrationsOf(client)).length > 0) {
    const { rows: held } = await client.query('select from users union all select from sites limit 1');
    if (held.length === 0) return;
  }
  throw new BackupFailed(
    'The database is not empty. Restore into an empty one: set another DATA_DIR, or another database in DATABASE_URL.',
  );
}

const notOfAnExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/** Removes what a restore makes: its role, its mark, and everything in the schema of the tables but extensions. */
async function clear(client: pg.ClientBase, role: string | undefined): Promise<void> {
  if (role !== undefined) await dropRole(client, role);
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop %s if exists %I.%I cascade',
         case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
         'public', c.relname) as statement
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v', 'm') and not c.relispartition
       and ${notOfAnExtension('pg_class', 'c.oid')}
       -- A sequence of a column goes with its table.
       and not (c.relkind = 'S' and exists (select from pg_depend o
         where o.classid = 'pg_class'::regclass and o.objid = c.oid and o.deptype in ('a', 'i')))
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and ${notOfAnExtension('pg_proc', 'p.oid')}
     union all
     select format('drop type if exists %I.%I cascade', 'public', t.typname) from pg_type t
     where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and ${notOfAnExtension('pg_type', 't.oid')}`,
  );
  for (const { statement } of rows) await client.query(statement);
  await client.query(`drop schema if exists ${RESTORING} cascade`);
}

async function makeRole(
  client: pg.ClientBase,
  { role, database, password }: { role: string; database: string; password: string },
): Promise<void> {
  await client.query(
    `create role ${quoted(role)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
  await client.query(`grant connect, create on database ${quoted(database)} to ${quoted(role)}`);
  await client.query(`grant usage, create on schema public to ${quoted(role)}`);
}

/** What the role made belongs to us from now on. */
async function dropRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) return;
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()`,
    [role],
  );
  await client.query(`reassign owned by ${quoted(role)} to current_user`);
  await client.query(`drop owned by ${quoted(role)}`);
  await client.query(`drop role ${quoted(role)}`);
}

function addressAs(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return address.href;
}
