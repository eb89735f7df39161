// Tests on a PostgreSQL of one's own, plain or with the Citus extension and workers, in the place of the throw-away one.
import pg from 'pg';
import { openDatabase } from '../src/platform/db.ts';
import { distribute, distributionOf } from '../src/timeseries/retention/distribute.ts';

/** Address of a server on which tests make their databases, as its owner; of a cluster the coordinator. */
export const serverOfTests = (): string | undefined => process.env.TEST_DATABASE_URL;

/** Workers of that cluster as `host:port`, none where the tests run on one machine. */
export const workersOfTests = (): string[] =>
  (process.env.TEST_CITUS_WORKERS ?? '').split(',').filter((worker) => worker !== '');

/** The same database at another machine. */
function at(url: string, worker: string): string {
  const address = new URL(url);
  address.host = worker;
  return address.href;
}

/** Runs statements one after the other, each for itself. */
export async function runAt(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the cluster of a database that is on its coordinator: one of its name on every worker, and the extension. */
export async function joinWorkers(serverUrl: string, name: string): Promise<void> {
  const workers = workersOfTests();
  for (const worker of workers) {
    await runAt(at(serverUrl, worker), `create database ${name}`);
    await runAt(at(databaseAt(serverUrl, name), worker), 'create extension citus');
  }
  const { hostname, port } = new URL(serverUrl);
  await runAt(
    databaseAt(serverUrl, name),
    'create extension citus',
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => `select citus_add_node('${worker.split(':')[0]}', ${worker.split(':')[1]})`),
  );
}

/** Drops what `joinWorkers` made. */
export async function dropAtWorkers(serverUrl: string, name: string): Promise<void> {
  for (const worker of workersOfTests())
    await runAt(at(serverUrl, worker), `drop database if exists ${name} with (force)`);
}

/** Spreads the store of a database that has joined its workers. */
export async function spread(url: string): Promise<void> {
  const { db, pool, close } = openDatabase(url, { size: 2 });
  try {
    await distribute(pool, await distributionOf(db), () => undefined);
  } finally {
    await close();
  }
}

/** Address of another database of a server. */
export const databaseAt = (serverUrl: string, name: string): string =>
  serverUrl.replace(/\/[^/]*$/, `/${name}`);
