// In-memory state of the broker: subscriptions, queues and wills of sessions, and retained messages. The default store
// of aedes has no limits and cannot end a session, so a device could fill it with new client IDs.
import { Readable } from 'node:stream';
import { parseTopic, topicFilterOf } from '@helioport/protocol/helioport/topics';
import { FEED_CONNECTIONS_MAX, isFeedOwner } from './feeds/mqttTopics.ts';

/** Owner of the sessions of bridges. No device has this sn. */
export const BRIDGE = 'bridge';

export interface SessionLimits {
  /** Sessions of one owner; another one ends the oldest, one without a connection first. */
  sessionsPerDevice: number;
  sessionsPerBridge: number;
  sessionsPerFeed: number;
  /** Commands queued in one session; another one drops the oldest. */
  queued: number;
  /** Topics of one session. */
  subscriptions: number;
}

export const SESSION_LIMITS: SessionLimits = {
  sessionsPerDevice: 4,
  sessionsPerBridge: 1_000,
  sessionsPerFeed: FEED_CONNECTIONS_MAX,
  queued: 50,
  subscriptions: 10_000,
};

/** Internal client ID of a session: unique per owner and token. */
export const sessionIdOf = (owner: string, keyNumber: number, clientId: string): string =>
  `${owner}/${keyNumber}/${clientId}`;

const ownerOf = (id: string): string => {
  const end = id.indexOf('/');
  return end < 0 ? '' : id.slice(0, end);
};

/** Whether an owner may receive what is published on a topic. */
export function mayReceive(owner: string, topicText: string): boolean {
  if (owner === BRIDGE && topicText === topicFilterOf('state')) return true;
  const topic = parseTopic(topicText);
  if (topic?.kind === 'state') return owner === BRIDGE;
  return topic?.kind === 'command' && (owner === BRIDGE || owner === topic.sn);
}

interface Subscription {
  topic: string;
  qos: number;
  rh?: unknown;
  rap?: unknown;
  nl?: unknown;
}

interface Packet {
  topic: string;
  payload: Uint8Array | string;
  brokerId?: string;
  brokerCounter?: number;
  clientId?: string;
  messageId?: number | undefined;
}

interface Session {
  subscriptions: Map<string, Subscription>;
  outgoing: Packet[];
  /** Identifiers of messages of QoS 2 that the client has not released yet. */
  incoming: Set<number>;
  will?: Packet;
}

type Owned = Map<string, Session>;
interface Named {
  id: string;
}

export interface MqttSessions {
  /** What the broker calls. */
  persistence: object;
  /** Ends all sessions of an owner with what is queued in them. */
  end(owner: string): void;
  /** Current counts. */
  count(): { sessions: number; subscriptions: number; queued: number; retained: number };
}

interface SessionParts {
  limits?: SessionLimits;
  isConnected: (id: string) => boolean;
  /** Called with the id of a session that gave way to a newer one of its owner. */
  onEnded: (id: string) => void;
}

export function createMqttSessions({
  limits = SESSION_LIMITS,
  isConnected,
  onEnded,
}: SessionParts): MqttSessions {
  /** Sessions of each owner, the one that was used last at the end. */
  const owners = new Map<string, Owned>();
  /** Ids of the sessions that a message of QoS 1 on a topic is queued for. */
  const byTopic = new Map<string, Map<string, Subscription>>();
  const retained = new Map<string, Packet>();
  let brokerId = '';

  const find = (id: string) => owners.get(ownerOf(id))?.get(id);

  const unsubscribe = (id: string, topic: string) => {
    const ids = byTopic.get(topic);
    ids?.delete(id);
    if (ids?.size === 0) byTopic.delete(topic);
  };

  const drop = (id: string) => {
    const owned = owners.get(ownerOf(id));
    for (const topic of owned?.get(id)?.subscriptions.keys() ?? []) unsubscribe(id, topic);
    owned?.delete(id);
    if (owned?.size === 0) owners.delete(ownerOf(id));
  };

  const dropIfEmpty = (id: string) => {
    const session = find(id);
    if (!session || session.will) return;
    if (session.subscriptions.size + session.outgoing.length + session.incoming.size === 0) drop(id);
  };

  const openSession = (id: string): Session => {
    const owner = ownerOf(id);
    const owned: Owned = owners.get(owner) ?? new Map<string, Session>();
    owners.set(owner, owned);
    const session = owned.get(id) ?? { subscriptions: new Map(), outgoing: [], incoming: new Set() };
    owned.delete(id);
    owned.set(id, session);
    const mostOfOne = isFeedOwner(owner) ? limits.sessionsPerFeed : limits.sessionsPerDevice;
    const most = owner === BRIDGE ? limits.sessionsPerBridge : mostOfOne;
    while (owned.size > most) {
      const others = [...owned.keys()].slice(0, -1);
      const oldest = others.find((other) => !isConnected(other)) ?? others[0] ?? '';
      drop(oldest);
      onEnded(oldest);
    }
    return session;
  };

  const enqueue = (id: string, packet: Packet) => {
    const session = find(id);
    if (!session) return;
    session.outgoing.push({ ...packet, messageId: undefined });
    if (session.outgoing.length > limits.queued) session.outgoing.shift();
  };

  const persistence = {
    setup: async ({ id }: Named) => {
      brokerId = id;
    },

    storeRetained: async (packet: Packet) => {
      if (packet.payload.length === 0) retained.delete(packet.topic);
      else retained.set(packet.topic, { ...packet });
    },
    createRetainedStreamCombi: (filters: readonly string[]) =>
      Readable.from(
        filters.flatMap((filter) => {
          const one = retained.get(filter);
          if (one) return [one];
          return filter === topicFilterOf('state') ? [...retained.values()] : [];
        }),
      ),

    // The broker passes all topics of a request if at least one was granted.
    addSubscriptions: async ({ id }: Named, subscriptions: readonly Subscription[]) => {
      for (const subscription of subscriptions) {
        const { topic } = subscription;
        if (!mayReceive(ownerOf(id), topic)) continue;
        const session = openSession(id);
        if (!session.subscriptions.has(topic) && session.subscriptions.size >= limits.subscriptions) continue;
        session.subscriptions.set(topic, { ...subscription });
        if (subscription.qos === 0) unsubscribe(id, topic);
        else
          byTopic.set(topic, (byTopic.get(topic) ?? new Map<string, Subscription>()).set(id, subscription));
      }
    },
    removeSubscriptions: async ({ id }: Named, topics: readonly string[]) => {
      for (const topic of topics) {
        find(id)?.subscriptions.delete(topic);
        unsubscribe(id, topic);
      }
      dropIfEmpty(id);
    },
    subscriptionsByClient: async ({ id }: Named) => {
      if (!find(id)) return [];
      return [...openSession(id).subscriptions.values()];
    },
    subscriptionsByTopic: async (topic: string) =>
      [...(byTopic.get(topic) ?? [])].map(([clientId, subscription]) => ({ ...subscription, clientId })),
    cleanSubscriptions: async ({ id }: Named) => drop(id),

    outgoingEnqueue: async ({ clientId }: { clientId: string }, packet: Packet) => enqueue(clientId, packet),
    outgoingEnqueueCombi: async (subscriptions: readonly { clientId: string }[], packet: Packet) => {
      for (const { clientId } of subscriptions) enqueue(clientId, packet);
    },
    // A message that is no longer queued is still sent, but not repeated.
    outgoingUpdate: async ({ id }: Named, packet: Packet) => {
      const outgoing = find(id)?.outgoing ?? [];
      const isSame = (one: Packet) =>
        one.brokerId === packet.brokerId
          ? one.brokerCounter === packet.brokerCounter
          : one.messageId === packet.messageId;
      const at = outgoing.findIndex(isSame);
      const queued = outgoing[at];
      if (!queued) return;
      if (queued.brokerId === packet.brokerId) queued.messageId = packet.messageId;
      else outgoing[at] = packet;
    },
    outgoingClearMessageId: async ({ id }: Named, { messageId }: Packet) => {
      const outgoing = find(id)?.outgoing ?? [];
      const at = outgoing.findIndex((one) => one.messageId === messageId);
      return at < 0 ? undefined : outgoing.splice(at, 1)[0];
    },
    outgoingStream: ({ id }: Named) => Readable.from([...(find(id)?.outgoing ?? [])]),

    incomingStorePacket: async ({ id }: Named, { messageId }: { messageId: number }) => {
      openSession(id).incoming.add(messageId);
    },
    incomingGetPacket: async ({ id }: Named, packet: { messageId: number }) => {
      if (!find(id)?.incoming.has(packet.messageId))
        throw new Error(`no message ${packet.messageId} of client ${id}`);
      return packet;
    },
    incomingDelPacket: async ({ id }: Named, { messageId }: { messageId: number }) => {
      if (!find(id)?.incoming.delete(messageId)) throw new Error(`no message ${messageId} of client ${id}`);
      dropIfEmpty(id);
    },
    cleanIncoming: async ({ id }: Named) => {
      find(id)?.incoming.clear();
      dropIfEmpty(id);
    },

    putWill: async ({ id }: Named, will: Packet) => {
      openSession(id).will = Object.assign(will, { brokerId, clientId: id });
    },
    delWill: async ({ id }: Named) => {
      const session = find(id);
      const will = session?.will;
      if (session) delete session.will;
      dropIfEmpty(id);
      return will;
    },
    streamWill: (brokers: Readonly<Record<string, number>> = {}) =>
      Readable.from(
        [...owners.values()]
          .flatMap((owned) => [...owned.values()])
          .flatMap(({ will }) => (will && !brokers[will.brokerId ?? ''] ? [will] : [])),
      ),
  };

  return {
    persistence,
    end(owner) {
      for (const id of Array.from(owners.get(owner)?.keys() ?? [])) drop(id);
    },
    count() {
      const sessions = [...owners.values()].flatMap((owned) => [...owned.values()]);
      const sum = (of: (session: Session) => number) => sessions.reduce((all, one) => all + of(one), 0);
      return {
        sessions: sessions.length,
        subscriptions: sum(({ subscriptions }) => subscriptions.size),
        queued: sum(({ outgoing, incoming }) => outgoing.length + incoming.size),
        retained: retained.size,
      };
    },
  };
}
