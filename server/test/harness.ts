// Test harness: a database of its own, a running API, and callers.
import { randomBytes } from 'node:crypto';
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { Envelope } from '@helioport/contract/envelope';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { DEMO_PASSWORD, demoLogins } from '../seed/demo.ts';
import type { Fulfilled } from '../src/access/handler.ts';
import { type AppParts, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { devicePassword } from '../src/ingest/mqtt.ts';
import { apiCalls } from '../src/modules.ts';
import { type Database, inTransaction, openDatabase } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { isPassword } from '../src/platform/password.ts';
import { signatureOf } from '../src/platform/sign.ts';
import { newToken } from '../src/platform/token.ts';
import { noWeather, type Weather } from '../src/platform/weather.ts';
import { isDemoOpen } from '../src/repositories/demo.ts';
import { createSession } from '../src/repositories/sessions.ts';
import { noteSignIn } from '../src/repositories/users.ts';
import { databaseAt, dropAtWorkers, joinWorkers, runAt, spread, workersOfTests } from './cluster.ts';
import { TEMPLATE } from './globalSetup.ts';

/** Secret of the installation in tests; device passwords are derived from it. */
export const TEST_TOKEN = 'secret of the house';

/** What creating the first administrator takes in tests. */
export const TEST_SETUP_CODE = 'TEST-C0DE';

export interface TestDatabase extends Database {
  url: string;
}

const newName = (): string => `t_${randomBytes(6).toString('hex')}`;

// Copying files takes a quarter of the time of copying their pages through the write-ahead log.
const clone = (name: string, template: string): Promise<void> =>
  runAt(inject('postgresUrl'), `create database ${name} template ${template} strategy file_copy`);

/**
 * A database of its own, by default migrated and empty; `close` drops it. On a cluster (`TEST_CITUS_WORKERS`) its store
 * is spread over the workers, unless `staysWhole`.
 */
export async function freshDatabase(
  options: { staysWhole?: true; template?: string } = {},
): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = newName();
  await clone(name, options.template ?? TEMPLATE);
  const url = databaseAt(server, name);
  if (workersOfTests().length > 0 && !options.staysWhole) {
    await joinWorkers(server, name);
    await spread(url);
  }
  const database = openDatabase(url, { size: 8 });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await runAt(server, `drop database if exists ${name} with (force)`);
      await dropAtWorkers(server, name);
    },
  };
}

/** Any number that no other advisory lock of the server's own database has. */
const TEMPLATE_LOCK = 20_261_129;

/** Makes the template `name`, filled by `fill`, unless another test of this run has. */
export async function makeTemplateOnce(
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  const server = inject('postgresUrl');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    // Renamed when it is complete, so that no other test uses a partial one.
    const partial = newName();
    await clone(partial, TEMPLATE);
    const database = openDatabase(databaseAt(server, partial), { size: 8 });
    try {
      await fill(database);
    } finally {
      await database.close();
    }
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      partial,
    ]);
    await client.query(`alter database ${partial} rename to ${name}`);
  } finally {
    await client.end();
  }
}

export interface Caller {
  /** Calls and expects success; an answer with another code is thrown with its code and msg. */
  call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<OutputOf<E>>;
  /** Calls and gives the whole answer, whatever it is. */
  send(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; envelope: Envelope }>;
}

export interface TestApp {
  database: TestDatabase;
  /** The running Fastify, for what is no API call. */
  http: Awaited<ReturnType<typeof createApp>>;
  /** Moves the server's clock. */
  setNow(ms: number): void;
  now(): number;
  /** How long answers were delayed, ms, in their order; the clock moved on meanwhile. */
  pauses: readonly number[];
  anonymous: Caller;
  /** A caller with this token. */
  withToken(token: string): Caller;
  /**
   * A logged-in caller. With a password this is a call of `v2/sign-in`; without one the password is `helioport-demo`,
   * and the session is inserted where that call would succeed.
   */
  as(email: string, password?: string): Promise<Caller>;
  close(): Promise<void>;
}

/** The time of tests that give no other. */
export const TEST_NOW = Date.UTC(2026, 5, 21, 12);

/** Runs the API on a fresh database with a fixed clock at `now`. */
export async function startTestApp(
  options: {
    now?: number;
    /** The database to copy, in place of an empty one. */
    template?: string;
    env?: Record<string, string>;
    weather?: Weather;
    /** What a delayed answer waits for; without it no time passes but on the clock. */
    pause?: (ms: number) => Promise<void>;
    /** Other API calls than those of the product, for tests of tests. */
    apiCalls?: readonly Fulfilled[];
    /** Limits that a test wants to reach. */
    limits?: Partial<
      Pick<
        AppParts,
        | 'anonymousCallsPerMinute'
        | 'anonymousReadsPerMinute'
        | 'sessionCallsPerMinute'
        | 'uploadWithinMs'
        | 'sharesForMs'
        | 'rowsOf'
        | 'admission'
        | 'connections'
        | 'onQueuePlace'
        | 'watch'
      >
    >;
  } = {},
): Promise<TestApp> {
  const database = await freshDatabase(options.template === undefined ? {} : { template: options.template });
  const config = readConfig({ DEMO: 'off', ...options.env });
  let now = options.now ?? TEST_NOW;
  const pauses: number[] = [];
  const http = await createApp({
    db: database.db,
    reads: database.reads,
    clock: () => now,
    log: createLog('silent'),
    metrics: createMetrics(),
    services: {
      config,
      weather: options.weather ?? noWeather,
      keyOf: (sn, number) => devicePassword(TEST_TOKEN, sn, number),
      demoLogins: config.demo ? demoLogins : [],
      setupCode: TEST_SETUP_CODE,
      pause: async (ms) => {
        pauses.push(ms);
        now += ms;
        await options.pause?.(ms);
      },
    },
    apiCalls: options.apiCalls ?? apiCalls,
    checksAnswers: true,
    anonymousCallsPerMinute: 10_000,
    anonymousReadsPerMinute: 100_000,
    sessionCallsPerMinute: 100_000,
    connections: { perNetwork: 8_000, requestsPerNetwork: 100_000 },
    ...options.limits,
  });

  const withToken = (token: string): Caller => ({
    async send(path, body, headers = {}) {
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await http.inject({
        method: 'POST',
        url: `/${path}`,
        headers: {
          'content-type': 'application/json',
          authorization: token,
          lan: '6',
          sign: await signatureOf(Buffer.from(text)),
          ...headers,
        },
        payload: text,
      });
      return { status: answer.statusCode, envelope: answer.json() as Envelope };
    },
    async call(endpoint, input) {
      const { envelope } = await this.send(endpoint.path, input ?? {});
      if (envelope.code !== 200) throw new Error(`${endpoint.path}: ${envelope.code} ${envelope.msg}`);
      return envelope.data as OutputOf<typeof endpoint>;
    },
  });
  const anonymous = withToken('');

  return {
    database,
    http,
    setNow: (ms) => {
      now = ms;
    },
    now: () => now,
    pauses,
    anonymous,
    withToken,
    async as(email, given) {
      const inserted =
        given === undefined ? await insertSession(database.db, { email, now, config }) : undefined;
      if (inserted !== undefined) return withToken(inserted);
      const password = given ?? DEMO_PASSWORD;
      const { envelope } = await anonymous.send('v2/sign-in', { account: email, password });
      if (envelope.code !== 200) throw new Error(`sign-in of ${email}: ${envelope.code} ${envelope.msg}`);
      return withToken((envelope.data as { tokenInfo: { token: string } }).tokenInfo.token);
    },
    async close() {
      await http.close();
      await database.close();
    },
  };
}

/** Hashes of `helioport-demo` that were compared once: a comparison takes 40 ms and 19 MiB. */
const comparedHashes = new Map<string, boolean>();

async function isDemoPassword(hash: string): Promise<boolean> {
  const known = comparedHashes.get(hash);
  if (known !== undefined) return known;
  const isIt = await isPassword(hash, DEMO_PASSWORD);
  comparedHashes.set(hash, isIt);
  return isIt;
}

/**
 * Inserts the session that a login with `helioport-demo` would create and returns its token. Undefined if the login
 * could respond with anything other than 200: another password, blocked, unverified, locked, maintenance.
 */
async function insertSession(
  db: Database['db'],
  { email, now, config }: { email: string; now: number; config: ReturnType<typeof readConfig> },
): Promise<string | undefined> {
  const { rows } = await sql<{
    id: number;
    uid: string;
    companyId: number | null;
    passwordHash: string;
    isDemo: boolean;
  }>`
    select id, uid, company_id as "companyId", password_hash as "passwordHash", is_demo as "isDemo"
    from users
    where lower(email) = ${email.trim().toLowerCase()} and cancelled_at is null and not is_blocked
      and email_verified_at is not null
      and not exists (select 1 from brands where maintenance) and not exists (select 1 from sign_in_tries)`.execute(
    db,
  );
  const user = rows[0];
  if (!user || !(await isDemoPassword(user.passwordHash))) return undefined;
  if (user.isDemo && !(await isDemoOpen(db, config))) return undefined;
  const { token, expiresAtMs } = newToken(user.uid, now);
  const { id: userId, companyId } = user;
  const origin = { address: '127.0.0.1', userAgent: 'lightMyRequest' };
  await inTransaction(db, 'write', async (tx) => {
    await noteSignIn(tx, userId, now);
    await createSession(tx, { token, userId, companyId, now, expiresAtMs, ...origin });
  });
  return token;
}
