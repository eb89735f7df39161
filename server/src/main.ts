// Starts the parts of the server in order, and stops them in reverse order: database, schema, seed, endpoints.
// `tools/start.ts` runs it for operators; tests and benchmarks may run it directly.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { seedBrands } from '../seed/brands.ts';
import { demoLogins, seedDemo } from '../seed/demo.ts';
import { type DemoAccess, guardDemo } from '../seed/demoPasswords.ts';
import { seedMenus } from '../seed/menus.ts';
import { SHARES_FOR_MS } from './access/share.ts';
import { type AppParts, createApp, SESSION_CALLS_PER_MINUTE } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connectionsOf } from './connections.ts';
import { addHealth } from './http/health.ts';
import { addLiveFeed } from './http/liveFeed.ts';
import { addOpenApi } from './http/openapi.ts';
import { addPortal } from './http/portal.ts';
import { createQueuePlaces, QUEUE_PLACES, queuePlaceOf } from './http/queuePlaces.ts';
import { devicePassword } from './ingest/mqtt.ts';
import { createDeviceEndpoints } from './ingest/start.ts';
import { backUpBeforeUpgrade, startBackups } from './jobs/backUps.ts';
import { startDemoRemoval } from './jobs/demoRemoval.ts';
import { startForwarding } from './jobs/forwardFrames.ts';
import { startCloudImports } from './jobs/importFromCloud.ts';
import { startImports } from './jobs/importHistory.ts';
import { startMailSender } from './jobs/mailSender.ts';
import { startJobs } from './jobs/scheduler.ts';
import { startEvaluationProcess } from './jobs/startEvaluationProcess.ts';
import { watchClock } from './jobs/watchClock.ts';
import { startDownloads } from './jobs/writeDownloads.ts';
import { apiCalls } from './modules.ts';
import { systemClock } from './platform/clock.ts';
import { createDatabaseWatch } from './platform/databaseWatch.ts';
import { LOCK_LOST, lockDataFolder } from './platform/dataLock.ts';
import { type Db, inTransaction, openDatabase } from './platform/db.ts';
import { startEmbeddedPostgres } from './platform/embeddedPostgres.ts';
import { closeGently, type FastifyInstance } from './platform/http.ts';
import { lock } from './platform/locks.ts';
import { createProcessLog, type Log } from './platform/log.ts';
import type { LogFile } from './platform/logFile.ts';
import { createMetrics } from './platform/metrics.ts';
import { builtAt, migrate } from './platform/migrate.ts';
import { listen } from './platform/notifications.ts';
import { removeOldPrograms } from './platform/postgresPrograms.ts';
import { makePrivate } from './platform/privateFolder.ts';
import { guardProcess } from './platform/processGuard.ts';
import { readersWithCopy } from './platform/readers.ts';
import { StartRefused } from './platform/startRefused.ts';
import { weatherFrom } from './platform/weather.ts';
import { createVendorCloud } from './queries/cloudImport/vendorCloud.ts';
import { endDemoSessions } from './repositories/demo.ts';
import { adoptOldFiles } from './repositories/files.ts';
import { PRODUCTS, readProducts, seedProducts } from './repositories/products.ts';
import { RIGHTS, rightsChangeOf } from './repositories/rights.ts';
import { type Secrets, secretsOf } from './repositories/secrets.ts';
import { needsAdministrator } from './repositories/setup.ts';
import { setupCodeOf } from './repositories/setupCode.ts';
import { countUnclaimed } from './repositories/unclaimed.ts';
import { upstreamQueue } from './repositories/upstreamFrames.ts';
import { addMissingColumns } from './timeseries/catalogue.ts';
import { createLiveFeed, type LiveFeed } from './timeseries/ingestion/live.ts';
import { rollupLagSeconds } from './timeseries/marks/dirty.ts';

export interface RunningServer {
  /** URL of the portal, API and device endpoints. */
  url: string;
  /** URL of the separate port for devices, if there is one. */
  deviceUrl?: string;
  /** Address of the embedded broker, when it runs. */
  mqttUrl?: string;
  /** Secrets with which the simulator authenticates, like any device. */
  secrets: Secrets;
  /** Process number of the embedded database, for tests that kill it. */
  databasePid?: () => number | undefined;
  /** Where the first administrator is created; absent where there was one at the start. */
  setup?: { code: string; url: string };
  /** Login to the demo data; undefined if disabled. */
  demo: DemoAccess | undefined;
  stop(): Promise<void>;
}

/** A part of the start that takes time: the embedded database, migrations that wait, the demo data. */
export type StartStep = { name: 'database' } | { name: 'schema'; waiting: number } | { name: 'demo' };

/** What the program that starts the server does for it. */
interface Surroundings {
  /** Stops the simulation of the demo plants; called before the demo data is deleted. */
  endSimulator: () => Promise<void>;
  /** Called when a part of the start begins. */
  onStep?: (step: StartStep) => void;
  /** Rows that a long migration has changed. */
  onRows?: (migration: string, rows: number) => void;
  /** Log file in place of standard error. */
  logFile?: LogFile;
}

const alone: Surroundings = { endSimulator: () => Promise.resolve() };

/** Starts everything and resolves once the ports are open. If a step fails, those before it are undone. */
export async function startServer(
  config: Config,
  surroundings: Surroundings = alone,
): Promise<RunningServer> {
  const undo: Undo = [];
  const life: Life = { isStopping: false };
  const stop = async () => {
    // From now on, /readyz returns no; a load balancer gets time to notice before the ports close.
    life.isStopping = true;
    if (life.isOpen) await sleep(config.stopAfterMs);
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start({
      config,
      surroundings,
      log: createProcessLog(config.logLevel, surroundings.logFile),
      undo,
      stop,
      life,
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

type Undo = (() => Promise<void> | void)[];

interface Life {
  isOpen?: true;
  isStopping: boolean;
}

interface Start {
  config: Config;
  surroundings: Surroundings;
  log: Log;
  undo: Undo;
  stop: () => Promise<void>;
  life: Life;
}

async function start(parameters: Start): Promise<RunningServer> {
  const { surroundings, log, undo, stop, life } = parameters;
  const config = { ...parameters.config };
  if (!config.databaseUrl) surroundings.onStep?.({ name: 'database' });
  const embedded = config.databaseUrl ? undefined : await startOwnDatabase(config, log, undo);
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  await backUpBeforeUpgrade(databaseUrl, config.backups, log);
  await updateSchema(databaseUrl, surroundings, log);

  // The message only: the error carries the whole client with it.
  const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  // Device endpoints and jobs have their own connections, so that API load cannot delay devices.
  const sizes = connectionsOf(config);
  const calls = openDatabase(databaseUrl, { onError, size: sizes.calls, readers: sizes.reads });
  undo.push(calls.close);
  const { db, reads } = calls;
  const readers =
    config.copy &&
    readersWithCopy({ primary: calls, connections: sizes.calls + sizes.reads, log, ...config.copy });
  if (readers) undo.push(() => readers.close());
  const store = openDatabase(databaseUrl, { onError, size: sizes.store });
  undo.push(store.close);
  const clock = systemClock;
  const metrics = createMetrics();
  undo.push(guardProcess({ log, metrics }));
  if (config.demo) surroundings.onStep?.({ name: 'demo' });
  const demo = await seedOnce(db, config, log);
  await keepProducts(db, databaseUrl, log, undo);
  // Before the ports open, because readings are stored with the server's time.
  const watch = await watchClock({ db: store.db, clock, log, builtMs: builtAt() });
  undo.push(() => watch.stop());
  const secrets = await secretsOf(db);
  const setupCode = setupCodeOf(secrets.setup);
  const needsSetup =
    config.parts.has('api') && (await inTransaction(db, 'read', (tx) => needsAdministrator(tx, config)));

  const { parts } = config;
  const { pool } = store;
  const live = createLiveFeed(databaseUrl, log);
  undo.push(() => live.close());
  const devices = parts.has('ingest')
    ? createDeviceEndpoints({ config, db, databaseUrl, pool, clock, log, metrics, secrets })
    : undefined;
  if (devices) undo.push(() => devices.close());

  const databaseWatch = createDatabaseWatch({ url: databaseUrl, log });
  undo.push(() => databaseWatch.close());
  const app = await createApp({
    db,
    reads,
    clock,
    log,
    metrics,
    apiCalls: parts.has('api') ? apiCalls : [],
    ...(readers ? { readers } : {}),
    services: {
      config,
      weather: weatherFrom(config.weather, { clock, url: config.weatherUrl }),
      keyOf: (sn, number) => devicePassword(secrets.devices, sn, number),
      demoLogins: demo?.isPublished ? demoLogins : [],
      setupCode,
      pause: (ms) => sleep(ms),
    },
    checksAnswers: false,
    anonymousCallsPerMinute: config.anonymousCallsPerMinute,
    sessionCallsPerMinute: SESSION_CALLS_PER_MINUTE,
    connections: { perNetwork: config.connectionsPerNetwork },
    sharesForMs: SHARES_FOR_MS,
    onQueuePlace: createQueuePlaces(db, log).report,
    watch: databaseWatch,
    addEndpoints: (http) => devices?.addTo(http),
  });
  if (parts.has('api')) await addUserEndpoints(app, { db, clock, log, databaseUrl, live, undo });
  addHealth(app, {
    databaseUrl,
    metrics,
    isReady: () => life.isOpen === true,
    metricsToken: config.metricsToken,
    opensLocally: config.opensMetricsLocally,
    isStopping: () => life.isStopping,
    isClockSuspect: watch.isSuspect,
    ...(devices
      ? { isBrokerAway: () => devices.brokerIs() === 'away', lastStore: () => devices.lastStore() }
      : {}),
    ...(embedded ? { databaseOutage: embedded.problem, storeFolders: storeFoldersOf(config) } : {}),
    async refreshGauges() {
      metrics.rollupLagSeconds.set(await rollupLagSeconds(db, clock()));
      metrics.unclaimedSerials.set(await countUnclaimed(db));
      if (config.upstream) {
        const { queued, oldestAt } = await upstreamQueue(db);
        metrics.upstreamQueued.set(queued);
        metrics.upstreamOldestSeconds.set(oldestAt === null ? 0 : Math.max(0, clock() - oldestAt) / 1000);
      }
    },
  });
  const url = await app.listen({ port: config.port, host: config.host });
  // With PORT=0, the system has chosen the port that links in emails need.
  if (new URL(config.publicUrl).port === '0') config.publicUrl = readable(url);
  undo.push(() => closeGently(app));
  const opened = await devices?.open(live);
  if (parts.has('jobs')) {
    const sender = startMailSender({ db: store.db, clock, log, config });
    undo.push(() => sender.stop());
    const downloads = startDownloads({ db: store.db, clock, log });
    undo.push(() => downloads.stop());
    const historyImports = startImports({ db: store.db, clock, log });
    undo.push(() => historyImports.stop());
    if (config.cloud) {
      const cloudImports = startCloudImports({
        db: store.db,
        clock,
        log,
        cloud: createVendorCloud(config.cloud),
      });
      undo.push(() => cloudImports.stop());
    }
    const forwarding = startForwarding({ db: store.db, databaseUrl, clock, log, metrics, config });
    undo.push(() => forwarding.close());
    const backups = startBackups({ db: store.db, databaseUrl, clock, log, backups: config.backups });
    undo.push(() => backups.stop());
    const { rawFrameDays, packAfterDays, publicUrl, allowsPrivateHooks, smtp } = config;
    const jobs = await startJobs({
      db: store.db,
      pool,
      clock,
      log,
      metrics,
      rawFrameDays,
      packAfterDays,
      databaseFolder: embedded && config.dataDir,
      allowsPrivateHooks,
      smtp,
      isClockWrong: watch.isWrong,
      publicUrl,
    });
    undo.push(() => jobs.stop());
    const { logLevel, weather, weatherUrl } = config;
    const evaluations = startEvaluationProcess({
      db: store.db,
      clock,
      log,
      settings: { databaseUrl, logLevel, weather, weatherUrl, aheadMs: 0 },
    });
    undo.push(() => evaluations.stop());
  }
  if (parts.has('ingest')) {
    // Runs in the process to which the simulator reports, so that no reading arrives after the deletion.
    const { endSimulator: before } = surroundings;
    const removal = startDemoRemoval({ db: store.db, databaseUrl, clock, log, before });
    undo.push(() => removal.stop());
  }
  life.isOpen = true;
  log.info({ url, parts: [...parts] }, 'ready');
  const setup = needsSetup ? { setup: { code: setupCode, url: setupAddress(readable(url), setupCode) } } : {};
  return {
    url: readable(url),
    ...opened,
    secrets,
    demo,
    ...setup,
    ...(embedded ? { databasePid: embedded.pid } : {}),
    stop,
  };
}

/** Folders that may be on different disks. */
const storeFoldersOf = ({ dataDir }: Config): string[] => [
  dataDir,
  path.join(dataDir, 'postgres'),
  path.join(dataDir, 'postgres', 'pg_wal'),
];

/** The embedded database, whose folder belongs to one process. */
async function startOwnDatabase({ dataDir, programDir }: Config, log: Log, undo: Undo) {
  const onWait = (message: string) => log.warn({ dataDir }, message);
  let abort: (() => void) | undefined;
  const onLost = (message: string) => {
    abort?.();
    console.error(message);
    process.exit(LOCK_LOST);
  };
  const folderLock = await lockDataFolder(dataDir, { onLost, onWait });
  undo.push(folderLock.release);
  makePrivate(dataDir);
  const embedded = await startEmbeddedPostgres({
    folder: path.join(dataDir, 'postgres'),
    ...(programDir ? { programs: programDir } : {}),
    onWait,
    mayRestart: folderLock.isHeld,
    onUnexpectedExit: (detail) => log.error({ detail }, 'embedded database ended, restarting'),
  });
  abort = embedded.abort;
  undo.push(() => embedded.stop());
  if (!programDir) removeOldPrograms(path.join(dataDir, 'bin'), embedded.programs);
  return embedded;
}

/** Applies the migrations that wait and logs one line about them. */
async function updateSchema(databaseUrl: string, surroundings: Surroundings, log: Log): Promise<void> {
  const migrations = await migrate(databaseUrl, addMissingColumns, {
    onWaiting: (waiting) => surroundings.onStep?.({ name: 'schema', waiting }),
    onStep(name, rows) {
      log.info({ name, rows }, 'migrating in steps');
      surroundings.onRows?.(name, rows);
    },
  });
  for (const name of migrations) log.debug({ name }, 'migrated');
  if (migrations.length > 0)
    log.info({ count: migrations.length, last: migrations.at(-1) }, 'schema updated');
}

/** Seeds required data. If several processes start concurrently, one of them writes it. */
async function seedOnce(db: Db, config: Config, log: Log): Promise<DemoAccess | undefined> {
  const demo = await inTransaction(db, 'write', async (tx) => {
    await lock(tx, 'migrate');
    await seedMenus(tx);
    await seedBrands(tx);
    await seedProducts(tx);
    if (config.demo && (await seedDemo(tx, systemClock()))) log.info('demo data created');
    if (!config.demo) await endDemoSessions(tx);
    return await guardDemo(tx, config, systemClock());
  });
  const files = await adoptOldFiles(db, config.dataDir);
  if (files > 0) log.info({ files }, 'uploaded files moved into the database');
  return demo;
}

/** Keeps the operator's models up to date in every process. */
async function keepProducts(db: Db, databaseUrl: string, log: Log, undo: Undo): Promise<void> {
  const read = () =>
    void readProducts(db).catch((error: unknown) => log.warn({ err: error }, 'products not readable'));
  const listener = listen(databaseUrl, PRODUCTS, log, { onNotification: read, onGap: read });
  undo.push(() => listener.close());
  await readProducts(db);
}

/** Adds the portal, the API documentation, and the live feed. */
async function addUserEndpoints(
  app: FastifyInstance,
  parts: Pick<AppParts, 'db' | 'clock' | 'log'> & { databaseUrl: string; live: LiveFeed; undo: Undo },
): Promise<void> {
  const { db, clock, log, databaseUrl, live, undo } = parts;
  const feed = addLiveFeed(app, { db, clock, subscribe: live.subscribe });
  const rights = listen(databaseUrl, RIGHTS, log, {
    onNotification: (payload) => feed.sendRights(rightsChangeOf(payload)),
    onGap: () => feed.sendRights('all'),
  });
  undo.push(() => rights.close());
  const places = listen(databaseUrl, QUEUE_PLACES, log, {
    onNotification(payload) {
      const place = queuePlaceOf(payload);
      if (place) feed.sendQueuePlace(place);
    },
    onGap: () => undefined,
  });
  undo.push(() => places.close());
  addOpenApi(app);
  await addPortal(app);
}

/** The first-run page, which takes the code from the fragment: no server and no proxy gets to see it. */
const setupAddress = (url: string, code: string): string => `${url}/setup#code=${code}`;

/** A URL to open in a browser: a wildcard host becomes the local one. */
const readable = (url: string): string => url.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1');

const isRunDirectly =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isRunDirectly) {
  try {
    const server = await startServer(readConfig());
    console.log(`Helioport is ready at ${server.url}`);
    if (server.setup) console.log(`Create the administrator at ${server.setup.url}`);
    const end = () => void server.stop().then(() => process.exit(0));
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof StartRefused ? error.message : error);
    process.exit(1);
  }
}
