// MQTT endpoint: an embedded broker (MQTT 3.1.1) for meters, batteries and bridges. A device logs in with its `sn` as
// user name and publishes readings on its own topic; the QoS 1 acknowledgment means that the reading is durable.
import { createHmac } from 'node:crypto';
import net from 'node:net';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { isTopicSn, parseTopic, topicOf } from '@helioport/protocol/helioport/topics';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createThrottledLog } from '../platform/throttledLog.ts';
import { isSameSecret } from '../platform/token.ts';
import type { Feed } from '../repositories/feeds.ts';
import type { BrokerSecrets } from '../repositories/secrets.ts';
import type { Pipeline } from './accept.ts';
import { createFeedClients, subscriptionCount } from './feeds/mqttFeedClients.ts';
import { isFeedToken, type MqttFeeds } from './feeds/mqttFeeds.ts';
import {
  FEED_CONNECTIONS_MAX,
  FEED_SUBSCRIPTIONS_MAX,
  FEED_TOPIC_LEVELS,
  feedOwner,
  innerTopic,
  isFeedOwner,
  outerTopic,
} from './feeds/mqttTopics.ts';
import { type CommandEnd, createListeners } from './listeners.ts';
import { createMqttGuard, type GuardParts } from './mqttGuard.ts';
import { createTaking } from './mqttMessages.ts';
import {
  BRIDGE,
  createMqttSessions,
  type MqttSessions,
  mayReceive,
  SESSION_LIMITS,
  sessionIdOf,
} from './mqttSessions.ts';

export interface MqttParts {
  pipeline: Pipeline;
  log: Log;
  metrics: Metrics;
  /** Secret of bridges that publish for several devices, and the key from which device passwords are derived. */
  secrets: BrokerSecrets;
  port: number;
  host: string;
  /** Connections that one address may hold; see mqttGuard.ts. */
  perAddress?: GuardParts['perAddress'];
  anonymousTotal?: GuardParts['anonymousTotal'];
  /** Source of commands for devices; without it none are sent. */
  commands?: CommandEnd;
  /**
   * Number of a device's token; undefined if the device may not log in. Without this function, every device has its
   * first token.
   */
  keyNumberOf?: (sn: string) => Promise<number | undefined>;
  /** Clients that log in with the token of a feed; without it none can. */
  feeds?: MqttFeeds;
}

export interface MqttEndpoint {
  port: number;
  /** Publishes the current values of a device, retained for later subscribers. */
  publishState(sn: string, payload: string): Promise<void>;
  /** Sends a command to a device, if it is subscribed. */
  publishCommand(sn: string, payload: string): Promise<void>;
  /** Ends the connections that a device holds itself. */
  dismiss(sn: string): void;
  /** The same for all whose password is outdated. */
  dismissOld(): void;
  /** Ends the connections of a feed whose token was revoked. */
  dismissFeed(id: number): void;
  /** The same for all feeds whose token is invalid. */
  dismissOldFeeds(): void;
  /** What the broker keeps of sessions now. */
  kept(): ReturnType<MqttSessions['count']>;
  close(): Promise<void>;
}

const BAD_USER_OR_PASSWORD = 4;
const UNAVAILABLE = 3;
/** Connections of one device; another one closes the oldest. */
const CONNECTIONS_PER_DEVICE = 8;
/** Messages of QoS 2 that one connection may leave half-way. */
const HALF_WAY_MOST = 20;

/**
 * Password of a device, by its `sn`: shown to its owner, and useless for any other device. Each number of its token
 * gives another one, and nothing secret is stored.
 */
export const devicePassword = (key: string, sn: string, keyNumber = 0): string =>
  createHmac('sha256', key)
    .update(keyNumber === 0 ? sn : `${sn} ${keyNumber}`)
    .digest('hex')
    .slice(0, 32);

/** The `sn` of each logged-in client; `bridge` for a bridge, which may publish for all devices. */
const speakers = new WeakMap<Client, string>();
/** Password with which each device logged in. */
const passwords = new WeakMap<Client, string>();
/** The feed of each client that logged in with its token. */
const feedsOf = new WeakMap<Client, Feed>();
/** Client ID requested by each client. */
const requestedIds = new WeakMap<Client, string>();

/** What the types of the broker leave out. */
interface Registering {
  unregisterClient(client: Client): void;
}
interface WithWill {
  will?: { topic: string; payload: Buffer } | null;
}

const speakerOf = (client: Client | null): string => (client ? (speakers.get(client) ?? '') : '');

const mayPublish = (client: Client | null, sn: string): boolean => {
  const speaker = speakerOf(client);
  return speaker === sn || speaker === BRIDGE;
};

/**
 * Starts the broker. User name: the `sn`, with the device's own password; or `bridge` with the secret of bridges. A
 * client ID identifies a session among those of the same user only: it is bound to the user before the broker
 * looks for an open connection, subscriptions or queued messages of that ID. Only `helioport/<sn>/report` and `/status`
 * may be published. A device may subscribe to its `/command`; a bridge to the `/command` and `/state` of any device,
 * and to the `/state` wildcard. A client with the token of a feed publishes and subscribes to topics of this feed only.
 */
export async function startMqttEndpoint({
  pipeline,
  log,
  metrics,
  secrets,
  port,
  host,
  perAddress,
  anonymousTotal,
  commands,
  keyNumberOf = () => Promise.resolve(0),
  feeds,
}: MqttParts): Promise<MqttEndpoint> {
  /** Of an outage every device makes one. */
  const inOutage = createThrottledLog(log, 60_000);
  const listeners = createListeners(commands);
  const take = createTaking({ pipeline, log, metrics, commands });
  /** Open connections of individual devices. */
  const bySn = new Map<string, Set<Client>>();
  /** The open connections by the ids of their sessions. */
  const byId = new Map<string, Client>();
  const sessions = createMqttSessions({
    isConnected: (id) => byId.has(id),
    onEnded: (id) => byId.get(id)?.close(),
  });
  const feedClients = createFeedClients({
    feeds,
    connectionsOf: (owner) => [...(bySn.get(owner) ?? [])],
    tokenOf: (client) => passwords.get(client) ?? '',
    unsubscribe: (topic, func) => broker.unsubscribe(topic, func, () => undefined),
  });
  const broker: Aedes = await Aedes.createBroker({
    connectTimeout: 10_000,
    maxTopicLevels: FEED_TOPIC_LEVELS + 2,
    queueLimit: 100,
    maxInflightInbound: HALF_WAY_MOST,
    persistence: sessions.persistence,

    preConnect(client, packet, done) {
      requestedIds.set(client, packet.clientId);
      // A session without an ID cannot be resumed, so nothing is stored for it.
      if (packet.clientId === '') packet.clean = true;
      // Feeds have no persistent session, and their last will is no measurement.
      if (isFeedToken(packet.username ?? '')) {
        packet.clean = true;
        delete packet.will;
      }
      // Before authentication, the broker assigns a temporary ID.
      packet.clientId = '';
      done(null, true);
    },

    authenticate(client, username, password, done) {
      const name = username ?? '';
      const given = password?.toString('utf8') ?? '';
      const refuse = (why: string, returnCode: number) =>
        done(Object.assign(new Error(why), { returnCode }) as AuthenticateError, null);
      const welcome = (speaker: string, keyNumber = 0) => {
        speakers.set(client, speaker);
        (client as { id: string }).id = sessionIdOf(
          speaker,
          keyNumber,
          requestedIds.get(client) || client.id,
        );
        done(null, true);
      };
      if (name === BRIDGE) {
        if (!isSameSecret(given, secrets.bridge))
          return refuse('unknown username or incorrect password', BAD_USER_OR_PASSWORD);
        return welcome(BRIDGE);
      }
      if (isFeedToken(name)) {
        const { remoteAddress = '' } = client.conn as Partial<net.Socket>;
        const logIn = feeds
          ? feeds.logIn(name, given, remoteAddress)
          : Promise.resolve({ refused: 'wrong' } as const);
        logIn.then(
          (login) => {
            if ('refused' in login)
              return login.refused === 'wrong'
                ? refuse('token invalid or revoked', BAD_USER_OR_PASSWORD)
                : refuse('too many attempts', UNAVAILABLE);
            passwords.set(client, name);
            feedsOf.set(client, login.feed);
            welcome(feedOwner(login.feed.id));
          },
          (error: unknown) => {
            inOutage('not asked', { err: error }, 'feed lookup failed');
            refuse('try again', UNAVAILABLE);
          },
        );
        return;
      }
      const sn = canonicalSn(name);
      if (!isTopicSn(sn)) return refuse('unknown username or incorrect password', BAD_USER_OR_PASSWORD);
      keyNumberOf(sn).then(
        (keyNumber) => {
          const isRight = isSameSecret(given, devicePassword(secrets.devices, sn, keyNumber));
          if (keyNumber === undefined || !isRight)
            return refuse('unknown username or incorrect password', BAD_USER_OR_PASSWORD);
          passwords.set(client, given);
          welcome(sn, keyNumber);
        },
        (error: unknown) => {
          inOutage('not asked', { err: error, sn }, 'device key lookup failed');
          refuse('try again', UNAVAILABLE);
        },
      );
    },

    authorizePublish(client, packet, done) {
      const feed = client ? feedsOf.get(client) : undefined;
      if (feed) return done(feedClients.publish(feed, packet));
      const topic = parseTopic(packet.topic);
      const isOfDevice = topic?.kind === 'report' || topic?.kind === 'status';
      if (!topic || !isOfDevice || !mayPublish(client, topic.sn)) {
        return done(new Error('not a topic of this device'));
      }
      // A retained value would be delivered as if it were new.
      packet.retain = false;
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
      // An error here ends the connection without an acknowledgement, so the device sends it again.
      take(topic, payload).then(
        () => done(null),
        (error: unknown) => done(error as Error),
      );
    },

    authorizeSubscribe(client, subscription, done) {
      const owner = speakerOf(client);
      if (isFeedOwner(owner)) {
        const inner = innerTopic(owner, subscription.topic);
        if (inner === undefined || subscriptionCount(client) >= FEED_SUBSCRIPTIONS_MAX)
          return done(null, null);
        // Changed in place, because the broker looks up retained messages by the request.
        return done(null, Object.assign(subscription, { topic: inner, qos: 0 }));
      }
      const topic = parseTopic(subscription.topic);
      const may =
        mayReceive(speakerOf(client), subscription.topic) &&
        listeners.countOf(client) < SESSION_LIMITS.subscriptions;
      // A null subscription is rejected in the response (0x80) without ending the connection.
      done(null, may ? subscription : null);
      if (may && topic?.kind === 'command') listeners.add(client, topic.sn);
    },

    authorizeForward(client, packet) {
      const owner = speakerOf(client);
      if (!isFeedOwner(owner)) return mayReceive(owner, packet.topic) ? packet : null;
      const topic = outerTopic(owner, packet.topic);
      return topic === undefined ? null : Object.assign(packet, { topic });
    },
  });
  broker.on('client', (client) => {
    // The connection ended during login, which the broker no longer detects here.
    if (client.closed) return (broker as unknown as Registering).unregisterClient(client);
    byId.set(client.id, client);
    const sn = speakerOf(client);
    if (sn === BRIDGE) return;
    const feed = feedsOf.get(client);
    if (feed) feeds?.enter(feed);
    const own = bySn.get(sn) ?? new Set();
    bySn.set(sn, own.add(client));
    const [oldest] = own;
    if (own.size > (feed ? FEED_CONNECTIONS_MAX : CONNECTIONS_PER_DEVICE)) oldest?.close();
  });
  broker.on('subscribe', (subscriptions, client) => {
    const feed = feedsOf.get(client);
    const topics = subscriptions.map(({ topic }) => topic);
    if (feed) feedClients.sendKept(client, feed, topics);
  });
  broker.on('unsubscribe', (topics, client) => {
    const feed = feedsOf.get(client);
    for (const topic of topics) {
      // The broker has the topic by another name and does not find it by that of the request.
      if (feed) feedClients.unsubscribe(client, feed, topic);
      const { kind, sn } = parseTopic(topic) ?? {};
      if (kind === 'command' && sn !== undefined) listeners.remove(client, sn);
    }
  });
  broker.on('clientDisconnect', (client) => {
    listeners.removeAll(client);
    if (byId.get(client.id) === client) byId.delete(client.id);
    const sn = speakerOf(client);
    const own = bySn.get(sn);
    const feed = feedsOf.get(client);
    if (own?.delete(client) && feed) feeds?.leave(feed.id);
    if (own?.size === 0) bySn.delete(sn);
  });
  broker.on('clientError', (client, error) =>
    log.debug({ err: error, client: client.id }, 'broker client error'),
  );
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'broker connection error'));
  // Without a listener an error of the broker itself would end the process.
  (broker as NodeJS.EventEmitter).on('error', (error: Error) => log.error({ err: error }, 'broker failed'));

  /** Closes a connection with an invalidated token. Of its last will, only the offline status is kept. */
  const end = (client: Client, sn: string) => {
    const { will } = client as WithWill;
    if (will) Object.assign(will, { topic: topicOf(sn, 'status'), payload: Buffer.from('offline') });
    client.close();
  };

  const dismissIfOld = (client: Client, sn: string) =>
    void keyNumberOf(sn).then(
      (keyNumber) => {
        const isValid =
          keyNumber !== undefined && passwords.get(client) === devicePassword(secrets.devices, sn, keyNumber);
        if (!isValid) end(client, sn);
      },
      () => client.close(),
    );

  const throttledLog = createThrottledLog(log);
  const guard = createMqttGuard({
    ...(perAddress ? { perAddress } : {}),
    ...(anonymousTotal === undefined ? {} : { anonymousTotal }),
    onRefused(cause, address) {
      metrics.mqttRefused.inc({ cause });
      throttledLog(cause, { address }, 'mqtt connection closed');
    },
  });
  broker.on('clientReady', (client) => {
    guard.welcome(client.conn);
    const sn = speakerOf(client);
    // The token may have been replaced during login, before this connection was registered for closing.
    const feed = feedsOf.get(client);
    if (feed) feedClients.dismissIfOld(client, feed);
    else if (sn !== BRIDGE) dismissIfOld(client, sn);
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
      for (const [sn, clients] of bySn)
        for (const client of clients) if (!feedsOf.has(client)) dismissIfOld(client, sn);
    },
    dismissFeed: feedClients.dismiss,
    dismissOldFeeds() {
      for (const clients of bySn.values())
        for (const client of clients) {
          const feed = feedsOf.get(client);
          if (feed) feedClients.dismissIfOld(client, feed);
        }
    },
    dismiss(sn) {
      for (const client of Array.from(bySn.get(sn) ?? [])) end(client, sn);
      sessions.end(sn);
    },
    kept: () => sessions.count(),
    async close() {
      await feeds?.endPublishing();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await closed;
    },
  };
}
