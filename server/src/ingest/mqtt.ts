// The MQTT door: an embedded broker (MQTT 3.1.1) for meters, batteries and bridges. A device signs in with its sn
// as user name and publishes reports on its own topic; the acknowledgement of QoS 1 means that the report is durable.
import { createHmac } from 'node:crypto';
import net from 'node:net';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { parseTopic, topicFilterOf, topicOf } from '@helioport/protocol/helioport/topics';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createSeldom } from '../platform/seldom.ts';
import { isSameSecret } from '../platform/token.ts';
import type { BrokerSecrets } from '../records/secrets.ts';
import type { Pipeline } from './accept.ts';
import { type CommandEnd, createListeners } from './listeners.ts';
import { createMqttGuard, type GuardParts } from './mqttGuard.ts';
import { createTaking } from './mqttMessages.ts';

export interface MqttParts {
  pipeline: Pipeline;
  log: Log;
  metrics: Metrics;
  /** What bridges that speak for several devices sign in with, and from what the passwords of devices are made. */
  secrets: BrokerSecrets;
  port: number;
  host: string;
  /** Connections that one address may hold; see mqttGuard.ts. */
  perAddress?: GuardParts['perAddress'];
  /** Who has commands for devices; without it none are told any. */
  commands?: CommandEnd;
  /** How often the password of a device was replaced; without it never. */
  replacedCount?: (sn: string) => Promise<number>;
}

export interface MqttDoor {
  port: number;
  /** Publishes the newest values of a device, kept by the broker for whoever subscribes later. */
  publishState(sn: string, payload: string): Promise<void>;
  /** Tells a device something, if it listens. */
  publishCommand(sn: string, payload: string): Promise<void>;
  /** Ends the connections that a device holds itself. */
  dismiss(sn: string): void;
  /** The same of all whose password is no longer theirs. */
  dismissOld(): void;
  close(): Promise<void>;
}

const BAD_USER_OR_PASSWORD = 4;
const UNAVAILABLE = 3;
const CLIENT_ID_MOST = 128;

/**
 * The password of one device, by its sn: told to its owner, and worth nothing for any other device. Each replacement makes
 * another one, and nothing secret is stored.
 */
export const devicePassword = (key: string, sn: string, replaced = 0): string =>
  createHmac('sha256', key)
    .update(replaced === 0 ? sn : `${sn} ${replaced}`)
    .digest('hex')
    .slice(0, 32);

/** The sn of each signed-in client; `*` for a bridge, which may speak for all. */
const speakers = new WeakMap<Client, string>();
/** With what each device signed in. */
const passwords = new WeakMap<Client, string>();

const mayUse = (client: Client | null, sn: string): boolean => {
  const speaker = client ? speakers.get(client) : undefined;
  return speaker === sn || speaker === '*';
};

/**
 * Opens the broker. User name: the sn, with the device's own password; or `bridge` with the secret of bridges.
 * Only `helioport/<sn>/report` and `/status` may be published. A device may subscribe to its `/command`; a bridge
 * to the `/command` and `/state` of any, and to the `/state` of all at once.
 */
export async function startMqttDoor({
  pipeline,
  log,
  metrics,
  secrets,
  port,
  host,
  perAddress,
  commands,
  replacedCount = () => Promise.resolve(0),
}: MqttParts): Promise<MqttDoor> {
  /** Of an outage every device makes one. */
  const inOutage = createSeldom(log, 60_000);
  const listeners = createListeners(commands);
  const take = createTaking({ pipeline, log, metrics, commands });
  /** The open connections of devices that speak for themselves. */
  const bySn = new Map<string, Set<Client>>();
  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    maxClientsIdLength: CLIENT_ID_MOST,
    maxTopicLevels: 4,
    queueLimit: 100,

    authenticate(client, username, password, done) {
      const name = username ?? '';
      const given = password?.toString('utf8') ?? '';
      const refuse = (why: string, returnCode: number) =>
        done(Object.assign(new Error(why), { returnCode }) as AuthenticateError, null);
      if (name === 'bridge') {
        if (!isSameSecret(given, secrets.bridge))
          return refuse('unknown user name or wrong password', BAD_USER_OR_PASSWORD);
        speakers.set(client, '*');
        return done(null, true);
      }
      const sn = canonicalSn(name);
      replacedCount(sn).then(
        (replaced) => {
          if (!isSameSecret(given, devicePassword(secrets.devices, sn, replaced)))
            return refuse('unknown user name or wrong password', BAD_USER_OR_PASSWORD);
          speakers.set(client, sn);
          passwords.set(client, given);
          done(null, true);
        },
        (error: unknown) => {
          inOutage('not asked', { err: error, sn }, 'the key of a device could not be looked up');
          refuse('try again', UNAVAILABLE);
        },
      );
    },

    authorizePublish(client, packet, done) {
      const topic = parseTopic(packet.topic);
      const isOfDevice = topic?.kind === 'report' || topic?.kind === 'status';
      if (!topic || !isOfDevice || !mayUse(client, topic.sn)) {
        return done(new Error('not a topic of this device'));
      }
      // A value kept by the broker would be handed out as if it were new.
      packet.retain = false;
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
      // An error here ends the connection without an acknowledgement, so the device sends it again.
      take(topic, payload).then(
        () => done(null),
        (error: unknown) => done(error as Error),
      );
    },

    authorizeSubscribe(client, subscription, done) {
      const topic = parseTopic(subscription.topic);
      const isState = topic?.kind === 'state' || subscription.topic === topicFilterOf('state');
      const may = isState
        ? client !== null && speakers.get(client) === '*'
        : topic?.kind === 'command' && mayUse(client, topic.sn);
      // A null subscription is refused in the answer (0x80), without ending the connection.
      done(null, may ? subscription : null);
      if (may && client && topic?.kind === 'command') listeners.add(client, topic.sn);
    },
  });
  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) {
      const { kind, sn } = parseTopic(topic) ?? {};
      if (kind === 'command' && sn !== undefined) listeners.remove(client, sn);
    }
  });
  broker.on('clientDisconnect', (client) => {
    listeners.removeAll(client);
    const sn = speakers.get(client) ?? '';
    const own = bySn.get(sn);
    own?.delete(client);
    if (own?.size === 0) bySn.delete(sn);
  });
  broker.on('clientError', (client, error) =>
    log.debug({ err: error, client: client.id }, 'a client of the broker erred'),
  );
  broker.on('connectionError', (_client, error) =>
    log.debug({ err: error }, 'a connection of the broker erred'),
  );

  const dismissIfOld = (client: Client, sn: string) =>
    void replacedCount(sn).then(
      (replaced) => {
        if (passwords.get(client) !== devicePassword(secrets.devices, sn, replaced)) client.close();
      },
      () => client.close(),
    );

  const seldom = createSeldom(log);
  const guard = createMqttGuard({
    ...(perAddress ? { perAddress } : {}),
    onRefused(cause, address) {
      metrics.mqttRefused.inc({ cause });
      seldom(cause, { address }, 'a connection of the MQTT door was closed');
    },
  });
  broker.on('clientReady', (client) => {
    guard.welcome(client.conn);
    const sn = speakers.get(client);
    if (sn === undefined || sn === '*') return;
    const own = bySn.get(sn) ?? new Set();
    bySn.set(sn, own.add(client));
    // Between its sign-in and now the key may have been replaced, and nobody dismissed it.
    dismissIfOld(client, sn);
  });

  // Without noDelay an answer waits 40 ms for company.
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    if (guard.watch(socket)) broker.handle(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const publish = (what: { qos: 0 | 1; retain: boolean; topic: string; payload: string }) =>
    new Promise<void>((resolve, reject) => {
      broker.publish({ cmd: 'publish', dup: false, ...what }, (error) => (error ? reject(error) : resolve()));
    });
  return {
    port: (server.address() as net.AddressInfo).port,
    publishState: (sn, payload) => publish({ qos: 0, retain: true, topic: topicOf(sn, 'state'), payload }),
    publishCommand: (sn, payload) =>
      publish({ qos: 1, retain: false, topic: topicOf(sn, 'command'), payload }),
    dismissOld() {
      for (const [sn, clients] of bySn) for (const client of clients) dismissIfOld(client, sn);
    },
    dismiss(sn) {
      for (const client of bySn.get(sn) ?? []) client.close();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await closed;
    },
  };
}
