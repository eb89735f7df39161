// Starts the parts of the server in their order, and stops them in the reverse one: database, schema, seed, doors.
// `tools/start.ts` runs it for people; tests and benchmarks may run it directly.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { seedBrands } from '../seed/brands.ts';
import { demoLogins, seedDemo } from '../seed/demo.ts';
import { seedMenus } from '../seed/menus.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, newSecret, readConfig } from './config.ts';
import { addHealth } from './doors/health.ts';
import { addLiveFeed } from './doors/liveFeed.ts';
import { addOpenApi } from './doors/openapi.ts';
import { addPortal } from './doors/portal.ts';
import { createPipeline } from './ingest/accept.ts';
import { startDevicePort } from './ingest/devicePort.ts';
import { createDeviceDoor } from './ingest/door.ts';
import { addDeviceDoor } from './ingest/http.ts';
import { startMqttDoor } from './ingest/mqtt.ts';
import { startMqttState } from './ingest/mqttState.ts';
import { addReplayDoor } from './ingest/replay.ts';
import { startMailSender } from './jobs/mailSender.ts';
import { startJobs } from './jobs/timetable.ts';
import { systemClock } from './platform/clock.ts';
import { lockDataFolder } from './platform/dataLock.ts';
import { inTransaction, openDatabase } from './platform/db.ts';
import { startEmbeddedPostgres } from './platform/embeddedPostgres.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { listen } from './platform/notifications.ts';
import { StartRefused } from './platform/startRefused.ts';
import { noWeather, openMeteo } from './platform/weather.ts';
import { RIGHTS, rightsChangeOf } from './records/rights.ts';
import { settingOrNew } from './records/settings.ts';
import { rooms } from './rooms.ts';
import { addMissingColumns } from './telemetry/catalogue.ts';
import { rollupLagSeconds } from './telemetry/rollup/dirty.ts';
import { createLiveFeed } from './telemetry/take/live.ts';

export interface RunningServer {
  /** Address of portal, API and device door. */
  url: string;
  /** Address of the device door's own port, when it has one. */
  deviceUrl?: string;
  /** Address of the embedded broker, when it runs. */
  mqttUrl?: string;
  /** Secret of the replay door and of the broker. */
  replayToken: string;
  /** Process number of the embedded database, for tests that kill it. */
  databasePid?: () => number | undefined;
  stop(): Promise<void>;
}

/** Calls a minute that one address may make where strangers may write, such as signing in. */
const STRANGER_CALLS_PER_MINUTE = 60;
/** Calls a minute of one session: far beyond what screens and polite scripts ask. */
/** Pages ask again for sums every minute and for lists every 15 s. */
const SHARES_FOR_MS = 5_000;
const SESSION_CALLS_PER_MINUTE = 1_200;

/** Starts everything and resolves when the doors are open. What was started before a failure is stopped again. */
export async function startServer(config: Config): Promise<RunningServer> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(config, createLog(config.logLevel), undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  log: Log,
  undo: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<RunningServer> {
  undo.push(lockDataFolder(config.dataDir));
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        folder: path.join(config.dataDir, 'postgres'),
        onUnexpectedExit: (detail) => log.error({ detail }, 'the embedded database ended; starting it again'),
      });
  if (embedded) undo.push(() => embedded.stop());
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  for (const name of await migrate(databaseUrl, addMissingColumns)) log.info({ name }, 'migrated');

  // The message only: the error carries the whole client with it.
  const onError = (error: Error) => log.warn({ reason: error.message }, 'a database connection broke');
  const { db, close } = openDatabase(databaseUrl, { onError });
  undo.push(close);
  const clock = systemClock;
  const metrics = createMetrics();
  await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedBrands(tx);
    if (config.demo && (await seedDemo(tx, clock()))) log.info('wrote the demo world down');
  });
  const replayToken = await settingOrNew(db, 'replay.token', newSecret);

  // Doors and jobs have connections of their own, so that a crowd at the API cannot keep a device waiting.
  const store = openDatabase(databaseUrl, { onError, size: 12 });
  undo.push(store.close);
  const { pool } = store;
  const pipeline = createPipeline({ pool, clock, log, metrics, rawFrameDays: config.rawFrameDays });
  undo.push(() => pipeline.close());
  const door = createDeviceDoor({ pipeline, pool, clock, log, metrics });
  const live = createLiveFeed(databaseUrl, log);
  undo.push(() => live.close());

  let isReady = false;
  const app = await createApp({
    ...{ db, clock, log, metrics, rooms },
    services: {
      config,
      weather: config.weather === 'none' ? noWeather : openMeteo({ clock }),
      demoLogins: config.demo ? demoLogins : [],
    },
    checksAnswers: false,
    strangerCallsPerMinute: STRANGER_CALLS_PER_MINUTE,
    sessionCallsPerMinute: SESSION_CALLS_PER_MINUTE,
    sharesForMs: SHARES_FOR_MS,
    addDoors: (http) => {
      addDeviceDoor(http, door);
      addReplayDoor(http, { pipeline, token: replayToken });
    },
  });
  const feed = addLiveFeed(app, { db, clock, subscribe: live.subscribe });
  const rights = listen(databaseUrl, RIGHTS, log, {
    onNews: (payload) => feed.tellRights(rightsChangeOf(payload)),
    onGap: () => feed.tellRights('all'),
  });
  undo.push(() => rights.close());
  addOpenApi(app);
  await addPortal(app);
  addHealth(app, {
    ...{ db, metrics, isReady: () => isReady, metricsToken: config.metricsToken },
    ...(embedded ? { databaseTrouble: embedded.trouble } : {}),
    refreshGauges: async () => metrics.rollupLagSeconds.set(await rollupLagSeconds(db, clock())),
  });
  const sender = startMailSender({ db, clock, log, config });
  undo.push(() => sender.stop());
  const url = await app.listen({ port: config.port, host: config.host });
  undo.push(async () => {
    isReady = false;
    await app.close();
  });
  const devicePort =
    config.devicePort === undefined
      ? undefined
      : await startDevicePort(door, { port: config.devicePort, host: config.host });
  if (devicePort) undo.push(() => devicePort.close());
  const broker =
    config.mqttPort === undefined
      ? undefined
      : await startMqttDoor({
          ...{ pipeline, log, metrics, token: replayToken },
          ...{ port: config.mqttPort, host: config.host },
        });
  if (broker) {
    undo.push(() => broker.close());
    const states = startMqttState({ db, feed: live, door: broker, log });
    undo.push(() => states.close());
  }
  const { rawFrameDays, dataDir } = config;
  const jobs = await startJobs({ db: store.db, pool, clock, log, metrics, rawFrameDays, dataDir });
  undo.push(() => jobs.stop());
  isReady = true;
  log.info({ url }, 'ready');
  return {
    url: readable(url),
    ...(devicePort ? { deviceUrl: `http://${config.host}:${devicePort.port}` } : {}),
    ...(broker ? { mqttUrl: `mqtt://${config.host}:${broker.port}` } : {}),
    replayToken,
    ...(embedded ? { databasePid: embedded.pid } : {}),
    stop,
  };
}

/** An address that a person can open: a wildcard host is this machine. */
const readable = (url: string): string => url.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1');

const isRunDirectly =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isRunDirectly) {
  try {
    const server = await startServer(readConfig());
    console.log(`Helioport is ready at ${server.url}`);
    const end = () => void server.stop().then(() => process.exit(0));
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof StartRefused ? error.message : error);
    process.exit(1);
  }
}
