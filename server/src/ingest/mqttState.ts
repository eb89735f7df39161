// Current values of devices over MQTT: a retained message `helioport/<sn>/state` after each update. It subscribes to
// the change notifications of plants like an open page, so readings of every process are included and ingestion never
// waits for it.

import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { isTopicSn } from '@helioport/protocol/helioport/topics';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { createThrottledLog } from '../platform/throttledLog.ts';
import { type Newest, newestOf } from '../timeseries/current/newest.ts';
import type { LiveFeed } from '../timeseries/ingestion/live.ts';
import type { MqttEndpoint } from './mqtt.ts';

interface StateParts {
  db: Db;
  feed: Pick<LiveFeed, 'subscribe'>;
  endpoint: Pick<MqttEndpoint, 'publishState'>;
  log: Log;
  /** A device is published at most once in this time, in ms. */
  everyMs?: number;
  clock?: Clock;
  /** Values older than this, in ms, are neither published nor retained. */
  keptMs?: number;
}

const EVERY_MS = 10_000;
/**
 * Older values are not published. The broker keeps the last values of each device in memory, and those of removed
 * devices must not stay.
 */
const KEPT_MS = 7 * DAY_MS;
/** Least interval between cleanups, in ms. */
const SWEEP_EVERY_MS = HOUR_MS;
/** Plants that are read in one statement. */
const SITES_AT_ONCE = 200;

/** Measures by their keys, in their units; `inputs` and `phases` are lists whose first entry is number 1. */
const payloadOf = ({ atMs, values: { scalars, inputs, phases } }: Newest): string =>
  JSON.stringify({ at: new Date(atMs).toISOString(), values: scalars, inputs, phases });

/**
 * Publishes updates of devices until closed. Notifications are collected; a device without changes is not published
 * again, and components, which have no topic, never. Retained messages of devices without readings for a week are
 * cleared. A failure is logged, and the next notification of the plant publishes the values.
 */
export function startMqttState({
  db,
  feed,
  endpoint,
  log,
  everyMs = EVERY_MS,
  clock = systemClock,
  keptMs = KEPT_MS,
}: StateParts): {
  close(): Promise<void>;
} {
  const throttledLog = createThrottledLog(log);
  const published = new Map<string, { digest: string; atMs: number }>();
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const publish = async (newest: Newest) => {
    if (!isTopicSn(newest.sn) || clock() - newest.atMs >= keptMs) return;
    const payload = payloadOf(newest);
    const digest = createHash('sha1').update(payload).digest('base64');
    if (published.get(newest.sn)?.digest !== digest) await endpoint.publishState(newest.sn, payload);
    published.set(newest.sn, { digest, atMs: newest.atMs });
  };

  let sweptAt = clock();
  /** An empty message clears the retained one of a device. */
  const sweep = async () => {
    const now = clock();
    if (now - sweptAt < Math.min(SWEEP_EVERY_MS, keptMs)) return;
    sweptAt = now;
    for (const [sn, { atMs }] of published) {
      if (now - atMs < keptMs) continue;
      await endpoint.publishState(sn, '');
      published.delete(sn);
    }
  };

  const send = async () => {
    const ids = [...waiting];
    waiting.clear();
    try {
      for (let i = 0; i < ids.length; i += SITES_AT_ONCE)
        for (const newest of await newestOf(db, ids.slice(i, i + SITES_AT_ONCE))) await publish(newest);
      await sweep();
    } catch (error) {
      throttledLog('state', { err: error }, 'current values not published over mqtt');
    }
  };

  // The next wait begins when the last sending is over, so no two of them meet.
  const sendLater = () => {
    timer ??= setTimeout(() => {
      sending = send().finally(() => {
        timer = undefined;
        if (waiting.size > 0) sendLater();
      });
    }, everyMs);
  };
  // Updates of other devices also trigger the cleanup; this timer does if there are none.
  const sweeping = setInterval(sendLater, SWEEP_EVERY_MS).unref();
  const leave = feed.subscribe((siteIds) => {
    for (const id of siteIds) waiting.add(id);
    sendLater();
  });
  return {
    async close() {
      leave();
      clearInterval(sweeping);
      clearTimeout(timer);
      waiting.clear();
      await sending;
    },
  };
}
