// Ingestion part of a process: the device endpoints and their common pipeline.
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { standBy } from '../platform/leaderElection.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { StoreOutcome } from '../platform/outage.ts';
import { noteBroker } from '../repositories/brokerState.ts';
import type { Secrets } from '../repositories/secrets.ts';
import type { LiveFeed } from '../timeseries/ingestion/live.ts';
import { createPipeline } from './accept.ts';
import { createCommander } from './commands.ts';
import { createDeviceKeys } from './deviceKeys.ts';
import { startDevicePort } from './devicePort.ts';
import { createDeviceEndpoint } from './endpoint.ts';
import { emoncms } from './feeds/emoncms.ts';
import { watchFeedTokens } from './feeds/feedTokens.ts';
import { addInfluxPing, influx, influxQuery } from './feeds/influx.ts';
import { addFeedInputs } from './feeds/input.ts';
import { createMqttFeeds } from './feeds/mqttFeeds.ts';
import { otlp } from './feeds/otlp.ts';
import { pvoutput } from './feeds/pvoutput.ts';
import { shelly } from './feeds/shelly.ts';
import { addDeviceEndpoint } from './http.ts';
import { startMqttEndpoint } from './mqtt.ts';
import { type MqttClient, startMqttClient } from './mqttClient.ts';
import { startMqttState } from './mqttState.ts';
import { addReplayEndpoint } from './replay.ts';

interface Parts {
  config: Config;
  db: Db;
  databaseUrl: string;
  /** Connections of the pipeline. */
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  secrets: Secrets;
}

export interface DeviceEndpoints {
  /** Adds the endpoints on the portal's port; must be called before its routes are added. */
  addTo(http: FastifyInstance): void;
  /** Opens the endpoints with their own port; the broker publishes the updates of `feed`. */
  open(feed: LiveFeed): Promise<{ deviceUrl?: string; mqttUrl?: string }>;
  /** Whether the external broker is reachable; `notOurs` without one, or while another process holds the connection. */
  brokerIs(): 'there' | 'away' | 'notOurs';
  /** How the newest attempt to store readings ended. */
  lastStore(): StoreOutcome | undefined;
  /** Closes all that were opened, then the pipeline when everything taken is stored. */
  close(): Promise<void>;
}

/** Creates the pipeline and the endpoints without opening them. */
export function createDeviceEndpoints({
  config,
  db,
  databaseUrl,
  pool,
  clock,
  log,
  metrics,
  secrets,
}: Parts): DeviceEndpoints {
  const { host, rawFrameDays, newSerialsPerHour, unclaimedSerials } = config;
  const pipeline = createPipeline({
    pool,
    clock,
    log,
    metrics,
    rawFrameDays,
    forwards: config.upstream !== undefined,
    newSerials: { perHour: newSerialsPerHour, inAll: unclaimedSerials },
  });
  const endpoint = createDeviceEndpoint({ pipeline, pool, clock, log, metrics });
  const undo: (() => Promise<void>)[] = [() => pipeline.close()];
  let broker: MqttClient | undefined;

  /** A broker keeps messages for one reader of a name: two would throw each other out without end. */
  const speak = async (url: string, feed: LiveFeed) => {
    const commands = createCommander({ db, pool, databaseUrl, log, clock });
    const own = startMqttClient({
      url,
      secrets,
      pipeline,
      log,
      metrics,
      commands,
      onChange: (isAway) => noteBroker(db, isAway ? clock() : null),
    });
    broker = own;
    commands.open(own);
    const states = startMqttState({ db, feed, endpoint: own, log });
    return {
      async close() {
        broker = undefined;
        await states.close();
        await own.close();
        await commands.close();
      },
    };
  };

  return {
    addTo(http) {
      addDeviceEndpoint(http, endpoint);
      addReplayEndpoint(http, { pipeline, token: secrets.replay });
      addFeedInputs(http, { db, pipeline, clock, log, metrics }, [
        pvoutput,
        emoncms,
        influx,
        influxQuery,
        otlp,
        shelly,
      ]);
      addInfluxPing(http);
    },
    async open(feed) {
      const urls: { deviceUrl?: string; mqttUrl?: string } = {};
      if (config.devicePort !== undefined) {
        const own = await startDevicePort(endpoint, {
          port: config.devicePort,
          host,
          trustsProxy: config.trustsProxy,
          connections: { perNetwork: config.connectionsPerNetwork },
        });
        undo.push(() => own.close());
        urls.deviceUrl = `http://${host}:${own.port}`;
      }
      if (config.mqttUrl !== undefined) {
        const url = config.mqttUrl;
        const speaking = standBy({
          databaseUrl,
          log,
          name: 'broker',
          begin: () => speak(url, feed),
          onOther: () => log.info('broker connection held by another process'),
        });
        undo.push(() => speaking.close());
        urls.mqttUrl = config.brokerUrl;
      } else await noteBroker(db, null);
      if (config.mqttPort !== undefined) {
        const commands = createCommander({ db, pool, databaseUrl, log, clock });
        undo.push(() => commands.close());
        const port = config.mqttPort;
        const keys = createDeviceKeys({ db, databaseUrl, log });
        undo.push(() => keys.close());
        const { keyNumberOf } = keys;
        const feeds = createMqttFeeds({
          db,
          pipeline,
          clock,
          log,
          metrics,
          live: feed,
          publicUrl: config.publicUrl,
        });
        undo.push(() => feeds.close());
        const broker = await startMqttEndpoint({
          pipeline,
          log,
          metrics,
          secrets,
          port,
          host,
          commands,
          keyNumberOf,
          feeds,
        });
        keys.open(broker);
        const tokens = watchFeedTokens({ databaseUrl, log, endpoint: broker });
        undo.push(() => tokens.close());
        undo.push(() => broker.close());
        commands.open(broker);
        const states = startMqttState({ db, feed, endpoint: broker, log });
        undo.push(() => states.close());
        urls.mqttUrl = `mqtt://${host}:${broker.port}`;
      }
      return urls;
    },
    brokerIs() {
      if (!broker) return 'notOurs';
      return broker.isAway() ? 'away' : 'there';
    },
    lastStore: () => pipeline.lastOutcome(),
    async close() {
      for (const step of undo.splice(0).reverse()) await step();
    },
  };
}
