// The real MQTT broker on the database of a test, with connected devices.
import { type Command, type DeviceStatus, decodeCommand } from '@helioport/protocol/helioport/command';
import mqtt from 'mqtt';
import { createPipeline } from '../src/ingest/accept.ts';
import { createCommander } from '../src/ingest/commands.ts';
import { createDeviceKeys } from '../src/ingest/deviceKeys.ts';
import { devicePassword, startMqttEndpoint } from '../src/ingest/mqtt.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { TEST_TOKEN, type TestApp } from './harness.ts';

export interface ListeningDevice {
  client: mqtt.MqttClient;
  received: Command[];
  /** Publishes on its status topic; resolves once stored. */
  report(status: Partial<DeviceStatus>): Promise<unknown>;
}

export interface MqttWorld {
  port: number;
  /** Connects with a password, that of its first key unless told. */
  connect(sn: string, options?: mqtt.IClientOptions): Promise<mqtt.MqttClient>;
  /** A device that subscribes to its commands, records them and does not answer automatically. */
  listening(sn: string): Promise<ListeningDevice>;
  close(): Promise<void>;
}

/** Opens pipeline, commands, keys and broker as a process with `ingest` does. */
export async function startMqttWorld({ database, now }: TestApp): Promise<MqttWorld> {
  const { db, pool, url } = database;
  const parts = { clock: now, log: createLog('silent'), metrics: createMetrics() };
  const pipeline = createPipeline({ ...parts, pool, rawFrameDays: 30 });
  const commands = createCommander({ ...parts, db, pool, databaseUrl: url, everyMs: 200 });
  const keys = createDeviceKeys({ db, databaseUrl: url, log: parts.log });
  const endpoint = await startMqttEndpoint({
    ...parts,
    pipeline,
    secrets: { bridge: TEST_TOKEN, devices: TEST_TOKEN },
    port: 0,
    host: '127.0.0.1',
    commands,
    keyNumberOf: keys.keyNumberOf,
  });
  commands.open(endpoint);
  keys.open(endpoint);
  const clients: mqtt.MqttClient[] = [];
  const connect = async (sn: string, options: mqtt.IClientOptions = {}) => {
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port: endpoint.port,
      protocol: 'mqtt',
      reconnectPeriod: 0,
      username: sn,
      password: devicePassword(TEST_TOKEN, sn),
      ...options,
    });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  return {
    port: endpoint.port,
    connect,
    async listening(sn) {
      const client = await connect(sn);
      const received: Command[] = [];
      client.on('message', (_topic, payload) => {
        const command = decodeCommand(payload);
        if (command) received.push(command);
      });
      await client.subscribeAsync(`helioport/${sn}/command`, { qos: 1 });
      const report = (status: Partial<DeviceStatus>) =>
        client.publishAsync(`helioport/${sn}/status`, JSON.stringify(status), { qos: 1 });
      return { client, received, report };
    },
    async close() {
      for (const client of clients) await client.endAsync(true);
      await endpoint.close();
      await commands.close();
      await keys.close();
      await pipeline.close();
    },
  };
}
