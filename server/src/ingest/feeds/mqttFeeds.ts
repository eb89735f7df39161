// Feeds over MQTT: clients of the broker that log in with the token of a feed. What they publish is read by the format of
// their source, gathered, and stored in the plant of the feed.
import {
  isMqttFeedKind,
  isReadingFeedKind,
  type MqttFeedKind,
  type ReadingFeedKind,
} from '@helioport/domain/feeds';
import { ahoy } from '@helioport/protocol/ahoy/topics';
import { deye } from '@helioport/protocol/deye/topics';
import { createFeedGatherer, type FeedGatherer } from '@helioport/protocol/feeds/gather';
import type { FeedTopics } from '@helioport/protocol/feeds/messages';
import { opendtu } from '@helioport/protocol/opendtu/topics';
import { tasmota } from '@helioport/protocol/tasmota/topics';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { networkOf } from '../../platform/network.ts';
import { type Feed, feedOfToken } from '../../repositories/feeds.ts';
import type { LiveFeed } from '../../timeseries/ingestion/live.ts';
import type { Pipeline } from '../accept.ts';
import { FEED_DEVICES_MAX } from './devices.ts';
import { createHomeAssistant, type Deliver, type HomeAssistant } from './homeAssistant.ts';
import { WRONG_TOKENS_PER_MINUTE } from './input.ts';
import { createPace } from './pace.ts';
import { createFeedStore, type FeedStore } from './store.ts';

/** Messages, and logins, of one feed in a minute. */
export const FEED_MESSAGES_PER_MINUTE = 12_000;
export const FEED_LOGINS_PER_MINUTE = 120;
export const FEED_MESSAGE_BYTES = 16_384;
const TICK_MS = 500;
/** What is gathered of a feed outlasts its last connection by this time. */
const IDLE_MS = 60_000;
/** So many messages without a known topic are a wrong setting. */
const UNKNOWN_MAX = 50;

const formats: Readonly<Record<Exclude<MqttFeedKind, ReadingFeedKind>, FeedTopics>> = {
  opendtu,
  ahoy,
  tasmota,
  deye,
};

export const isFeedToken = (user: string): boolean => /^[0-9a-f]{32}$/.test(user);

export type FeedLogin = { feed: Feed } | { refused: 'wrong' | 'tooMany' };

export interface MqttFeeds {
  /** The feed of a user name and password; rejects when the database is unavailable. */
  logIn(user: string, password: string, address: string): Promise<FeedLogin>;
  /** Whether the token is still valid. */
  isValid(user: string): Promise<boolean>;
  /** A connection of the feed is open. */
  enter(feed: Feed): void;
  leave(feedId: number): void;
  /** Takes a message; the reason if the connection must end. */
  publish(feed: Feed, message: { topic: string; payload: Buffer; isRetained: boolean }): string | undefined;
  /** What a client of the feed receives when it subscribes, by topic. */
  kept(feedId: number): ReadonlyMap<string, string>;
  /** Publishes to the clients of feeds from now on. */
  open(deliver: Deliver): void;
  /** The token was revoked: nothing that is gathered is stored. */
  drop(feedId: number): void;
  /** Ends publishing, before the connections end. */
  endPublishing(): Promise<void>;
  /** Stores what is gathered. */
  close(): Promise<void>;
}

interface Session {
  feed: Feed;
  /** Undefined for a feed that only reads. */
  format: FeedTopics | undefined;
  gatherer: FeedGatherer;
  connections: number;
  idleSinceTick: number;
  isStoring: boolean;
  unknown: number;
  problem: string;
}

interface Parts {
  db: Db;
  pipeline: Pipeline;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** News of plants, and the address of the portal, for feeds that read. */
  live: Pick<LiveFeed, 'subscribe'>;
  publicUrl: string;
}

export function createMqttFeeds(parts: Parts): MqttFeeds {
  const { db, pipeline, clock, log, metrics, live, publicUrl } = parts;
  let homeAssistant: HomeAssistant | undefined;
  const store: FeedStore = createFeedStore({ db, pipeline, clock, log });
  const sessions = new Map<number, Session>();
  const failedLogins = createPace(WRONG_TOKENS_PER_MINUTE);
  const logins = createPace(FEED_LOGINS_PER_MINUTE);
  const messages = createPace(FEED_MESSAGES_PER_MINUTE);

  const refuse = (reason: string) => metrics.framesRefused.inc({ door: 'mqtt', reason });

  const note = (session: Session, problem: string) => {
    if (session.problem === problem) return;
    session.problem = problem;
    void store.note(session.feed, { readings: [], problem });
  };

  const flush = async (session: Session, all: boolean): Promise<void> => {
    if (session.isStoring) return;
    const readings = session.gatherer.due(performance.now(), all);
    if (readings.length === 0) return;
    session.isStoring = true;
    try {
      const statuses = await store.store(session.feed, readings);
      const kept = readings.filter((_, i) => statuses[i]?.status !== 'refused');
      let problem = '';
      for (const status of statuses) if (status.status === 'refused') problem ||= status.problem;
      session.problem = problem;
      await store.note(session.feed, { readings: kept, problem });
    } catch (error) {
      // The next attempt stores the last reading of each device; its counters include the energy of those before.
      session.gatherer.giveBack(readings);
      log.debug({ err: error, feed: session.feed.id }, 'readings of feed not stored');
    } finally {
      session.isStoring = false;
    }
  };

  const timer = setInterval(() => {
    const tick = performance.now();
    for (const [id, session] of sessions) {
      void flush(session, false);
      const isOver = session.connections === 0 && tick - session.idleSinceTick >= IDLE_MS;
      if (isOver && !session.isStoring) sessions.delete(id);
    }
  }, TICK_MS).unref();

  return {
    async logIn(user, password, address) {
      const network = networkOf(address);
      if (!failedLogins.look(network).isAllowed) {
        refuse('tooManyTokens');
        return { refused: 'tooMany' };
      }
      const isAlike = password === '' || password === user;
      const feed = isAlike ? await feedOfToken(db, user) : undefined;
      if (!feed || !isMqttFeedKind(feed.kind)) {
        failedLogins.take(network);
        refuse('badToken');
        return { refused: 'wrong' };
      }
      if (!logins.take(String(feed.id)).isAllowed || !messages.look(String(feed.id)).isAllowed) {
        refuse('tooMany');
        return { refused: 'tooMany' };
      }
      return { feed };
    },

    isValid: async (user) => (await feedOfToken(db, user)) !== undefined,

    enter(feed) {
      if (!isMqttFeedKind(feed.kind)) return;
      if (isReadingFeedKind(feed.kind)) homeAssistant?.enter(feed);
      const found = sessions.get(feed.id);
      if (found) {
        found.feed = feed;
        found.connections++;
        return;
      }
      const format = isReadingFeedKind(feed.kind) ? undefined : formats[feed.kind];
      const gatherer = createFeedGatherer({
        devicesMax: FEED_DEVICES_MAX,
        needsPower: format?.needsPower ?? true,
      });
      sessions.set(feed.id, {
        feed,
        format,
        gatherer,
        connections: 1,
        idleSinceTick: 0,
        isStoring: false,
        unknown: 0,
        problem: '',
      });
    },

    leave(feedId) {
      const session = sessions.get(feedId);
      if (!session) return;
      session.connections--;
      if (!session.format) homeAssistant?.leave(feedId);
      session.idleSinceTick = performance.now();
    },

    publish({ id }, { topic, payload, isRetained }) {
      const session = sessions.get(id);
      if (!session) return 'feed is closed';
      if (!messages.take(String(id)).isAllowed) {
        refuse('tooMany');
        note(session, `more than ${FEED_MESSAGES_PER_MINUTE} messages per minute`);
        return 'too many messages';
      }
      if (payload.length > FEED_MESSAGE_BYTES) {
        refuse('tooLarge');
        note(session, `message larger than ${FEED_MESSAGE_BYTES / 1024} kB`);
        return 'message too large';
      }
      const { feed, format, gatherer } = session;
      if (!format) return undefined;
      const place = { timeZone: feed.timeZone, nowMs: clock() };
      const message = format.read(topic, payload.toString('utf8'), place);
      if (!message) {
        session.unknown++;
        if (session.unknown === UNKNOWN_MAX && gatherer.deviceCount() === 0)
          note(session, 'messages arrive, but none with values: check the type and the base topic');
        return undefined;
      }
      const taken = gatherer.put(message, {
        isRetained,
        nowMs: place.nowMs,
        tickMs: performance.now(),
      });
      if (taken === 'noTime') note(session, 'retained values without a time are not stored: turn off retain');
      if (taken === 'tooMany') note(session, `a feed has at most ${FEED_DEVICES_MAX} devices`);
      return undefined;
    },

    kept: (feedId) => homeAssistant?.kept(feedId) ?? new Map(),

    open(deliver) {
      homeAssistant = createHomeAssistant({ db, clock, log, live, publicUrl, deliver });
    },

    drop(feedId) {
      const session = sessions.get(feedId);
      for (let i = 0; session && !session.format && i < session.connections; i++)
        homeAssistant?.leave(feedId);
      sessions.delete(feedId);
    },

    endPublishing: async () => await homeAssistant?.close(),

    async close() {
      clearInterval(timer);
      for (const session of sessions.values()) {
        while (session.isStoring) await new Promise((resolve) => setTimeout(resolve, 20));
        await flush(session, true);
      }
      sessions.clear();
    },
  };
}
