// The connections of feeds at the broker: what they publish and receive stays apart from devices and from other feeds.
import type { Socket } from 'node:net';
import type { Client, PublishPacket } from 'aedes';
import type { Feed } from '../../repositories/feeds.ts';
import type { MqttFeeds } from './mqttFeeds.ts';
import { feedOwner, innerTopic, isInFilter } from './mqttTopics.ts';

interface Message {
  topic: string;
  payload: Buffer | string;
  retain: boolean;
}

/** What the broker keeps of a client, by topic; its types do not state it. */
interface Subscribed {
  subscriptions: Record<string, { func: never } | undefined>;
}
const subscriptionsOf = (client: Client) => (client as unknown as Subscribed).subscriptions;

/** Number of topics that a connection has subscribed to. */
export const subscriptionCount = (client: Client): number => Object.keys(subscriptionsOf(client)).length;

interface Parts {
  feeds: MqttFeeds | undefined;
  /** The open connections of an owner. */
  connectionsOf(owner: string): readonly Client[];
  /** The token that a client logged in with. */
  tokenOf(client: Client): string;
  /** Removes a subscription from the broker. */
  unsubscribe(topic: string, func: never): void;
}

export interface FeedClients {
  /** Stores the values of a message and hands it to the clients of the feed alone; an error ends the connection. */
  publish(feed: Feed, packet: PublishPacket): Error | null;
  /** Sends what is kept for the topics that a client has subscribed to. */
  sendKept(client: Client, feed: Feed, topics: readonly string[]): void;
  /** Ends a subscription by the name that the feed has for it. */
  unsubscribe(client: Client, feed: Feed, topic: string): void;
  /** Ends the connections of a feed. */
  dismiss(feedId: number): void;
  /** The same if the token of this client is no longer valid. */
  dismissIfOld(client: Client, feed: Feed): void;
}

export function createFeedClients({ feeds, connectionsOf, tokenOf, unsubscribe }: Parts): FeedClients {
  /** To a client that has subscribed to it. One that does not read misses messages. */
  const deliver = (client: Client, message: Message) => {
    if ((client.conn as Partial<Socket>).writableNeedDrain) return;
    client.publish({ cmd: 'publish', qos: 0, dup: false, ...message }, () => undefined);
  };
  const deliverToFeed = (feedId: number, message: Message) => {
    for (const client of connectionsOf(feedOwner(feedId))) {
      const filters = Object.keys(subscriptionsOf(client));
      if (filters.some((filter) => isInFilter(filter, message.topic))) deliver(client, message);
    }
  };
  const dismiss = (feedId: number) => {
    feeds?.drop(feedId);
    for (const client of connectionsOf(feedOwner(feedId))) client.close();
  };
  feeds?.open((feedId, topic, payload) => {
    const inner = innerTopic(feedOwner(feedId), topic);
    // Marked as retained, so that a bridge keeps it.
    if (inner !== undefined) deliverToFeed(feedId, { topic: inner, payload, retain: true });
  });

  return {
    publish(feed, packet) {
      const topic = innerTopic(feedOwner(feed.id), packet.topic);
      if (topic === undefined) return new Error('not a topic of a feed');
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
      const problem = feeds?.publish(feed, { topic: packet.topic, payload, isRetained: packet.retain });
      if (problem !== undefined) return new Error(problem);
      deliverToFeed(feed.id, { topic, payload, retain: false });
      // No client subscribes to it: a slow client of a feed must not delay the messages of devices.
      Object.assign(packet, { topic: 'feed', retain: false });
      return null;
    },

    sendKept(client, feed, topics) {
      for (const [topic, payload] of feeds?.kept(feed.id) ?? []) {
        const inner = innerTopic(feedOwner(feed.id), topic);
        if (inner !== undefined && topics.some((filter) => isInFilter(filter, inner)))
          deliver(client, { topic: inner, payload, retain: true });
      }
    },

    unsubscribe(client, feed, topic) {
      const inner = innerTopic(feedOwner(feed.id), topic);
      const subscriptions = subscriptionsOf(client);
      const found = inner === undefined ? undefined : subscriptions[inner];
      if (inner === undefined || !found) return;
      delete subscriptions[inner];
      unsubscribe(inner, found.func);
    },

    dismiss,

    dismissIfOld(client, feed) {
      void feeds?.isValid(tokenOf(client)).then(
        (isValid) => {
          if (!isValid) dismiss(feed.id);
        },
        () => client.close(),
      );
    },
  };
}
