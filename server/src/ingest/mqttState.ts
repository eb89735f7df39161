// The newest values of devices over MQTT: a retained message `helioport/<sn>/state` after what was stored. It listens to
// the news of plants like an open page does, so reports of every process arrive and no door ever waits for it.
import { createHash } from 'node:crypto';
import { isTopicSn } from '@helioport/protocol/helioport/topics';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { createSeldom } from '../platform/seldom.ts';
import { type Newest, newestOf } from '../telemetry/read/newest.ts';
import type { LiveFeed } from '../telemetry/take/live.ts';
import type { MqttDoor } from './mqtt.ts';

interface StateParts {
  db: Db;
  feed: Pick<LiveFeed, 'subscribe'>;
  door: Pick<MqttDoor, 'publishState'>;
  log: Log;
  /** A device is published at most once in this time, in ms. */
  everyMs?: number;
}

const EVERY_MS = 10_000;
/** Plants that are read in one statement. */
const SITES_AT_ONCE = 200;

/** Measures by their keys, in their units; `inputs` and `phases` are lists whose first entry is number 1. */
const payloadOf = ({ atMs, values: { scalars, inputs, phases } }: Newest): string =>
  JSON.stringify({ at: new Date(atMs).toISOString(), values: scalars, inputs, phases });

/**
 * Publishes what is new of devices until it is closed. News is gathered; a device of which nothing changed is not
 * published again, and a part of a machine, which has no topic, never. A failure is logged, and the next news of the
 * plant says what this one would have said.
 */
export function startMqttState({ db, feed, door, log, everyMs = EVERY_MS }: StateParts): {
  close(): Promise<void>;
} {
  const seldom = createSeldom(log);
  const said = new Map<string, string>();
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const publish = async (newest: Newest) => {
    if (!isTopicSn(newest.sn)) return;
    const payload = payloadOf(newest);
    const digest = createHash('sha1').update(payload).digest('base64');
    if (said.get(newest.sn) === digest) return;
    await door.publishState(newest.sn, payload);
    said.set(newest.sn, digest);
  };

  const send = async () => {
    const ids = [...waiting];
    waiting.clear();
    try {
      for (let i = 0; i < ids.length; i += SITES_AT_ONCE)
        for (const newest of await newestOf(db, ids.slice(i, i + SITES_AT_ONCE))) await publish(newest);
    } catch (error) {
      seldom('state', { err: error }, 'newest values could not be published over MQTT');
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
  const leave = feed.subscribe((siteIds) => {
    for (const id of siteIds) waiting.add(id);
    sendLater();
  });
  return {
    async close() {
      leave();
      clearTimeout(timer);
      waiting.clear();
      await sending;
    },
  };
}
