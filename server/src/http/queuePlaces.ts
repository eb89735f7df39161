// Queue positions of waiting calls, sent to the pages of their session. The page may be connected to another process
// than the one that runs the queue, so the notification goes through the database.
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { announce } from '../platform/notifications.ts';
import { hashToken } from '../platform/token.ts';

/** Channel of the database. */
export const QUEUE_PLACES = 'queue_place';

export interface QueuePlace {
  /** Hash of the session's token, base64. */
  session: string;
  /** From 1; 0: the call no longer waits. */
  place: number;
}

/** Shorter waits are not shown. */
const SHOWN_AFTER_MS = 500;
/** Between two messages of one session. */
const INTERVAL_MS = 500;

interface Waiting {
  /** Place of each waiting call of the session. */
  places: Map<object, number>;
  shown: number;
  timer: NodeJS.Timeout;
}

/** Collects the places that one process reports and announces them, at most two a second for each session. */
export function createQueuePlaces(db: Db, log: Log) {
  const sessions = new Map<string, Waiting>();

  const announcePlace = (place: QueuePlace) => {
    announce(db, QUEUE_PLACES, JSON.stringify(place), '').catch((error: unknown) =>
      log.debug({ err: error }, 'queue place not announced'),
    );
  };

  /** Shows the next waiting call; sessions without waiting calls are removed. */
  const show = (session: string) => {
    const one = sessions.get(session);
    if (!one) return;
    const place = one.places.size === 0 ? 0 : Math.min(...one.places.values());
    if (place === 0) sessions.delete(session);
    else one.timer = setTimeout(() => show(session), INTERVAL_MS).unref();
    if (one.shown === place) return;
    one.shown = place;
    announcePlace({ session, place });
  };

  return {
    /** Notes the place of a call of this session; 0: the call no longer waits. */
    report(token: string, call: object, place: number): void {
      const session = hashToken(token).toString('base64');
      let one = sessions.get(session);
      if (!one) {
        if (place === 0) return;
        one = { places: new Map(), shown: 0, timer: setTimeout(() => show(session), SHOWN_AFTER_MS).unref() };
        sessions.set(session, one);
      }
      if (place > 0) one.places.set(call, place);
      else one.places.delete(call);
    },
  };
}

/** Parses a notification; undefined if malformed. */
export function queuePlaceOf(payload: string): QueuePlace | undefined {
  try {
    const { session, place } = JSON.parse(payload) as Partial<QueuePlace>;
    return typeof session === 'string' && typeof place === 'number' ? { session, place } : undefined;
  } catch {
    return undefined;
  }
}
