// Server-sent events: notify an open page of plants with new data and of changed permissions or menus. The page then
// calls the API, which limits the rows; events name visible plants only. Hundreds of pages may be open, so shared
// lookups run once; see liveStream.ts for one page.
import { type SiteAccess, seesSite, siteAccessOf } from '../access/seesSite.ts';
import { whoIs } from '../access/session.ts';
import type { Clock } from '../platform/clock.ts';
import { whenOver } from '../platform/connectionLimits.ts';
import type { Db } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { hashToken, tokenOf } from '../platform/token.ts';
import type { RightsChange } from '../repositories/rights.ts';
import { type LiveStream, openStream } from './liveStream.ts';
import type { QueuePlace } from './queuePlaces.ts';

/** Announces plants (by number) whose telemetry changed; returns the end of the subscription. */
export type Subscribe = (listener: (siteIds: readonly number[]) => void) => () => void;

interface Parts {
  db: Db;
  clock: Clock;
  subscribe: Subscribe;
}

/** Notifications within this time are sent together; a page of 10,000 plants must not get 10,000 events. */
const GATHER_MS = 1_000;
/** Interval in which every session is checked for changes without an announcement, such as its expiry. */
const RECHECK_MS = 600_000;
/** Sessions looked up side by side, so that a crowd leaves connections for the API. */
const RECHECKS_AT_ONCE = 4;
/** Streams that one session may hold; a browser itself opens no more than six over HTTP/1. */
const STREAMS_PER_SESSION = 12;
/** Streams of all sessions of one account. */
const STREAMS_PER_ACCOUNT = 60;

export interface LiveFeed {
  /** Notifies the pages of all users affected by a change. */
  sendRights(change: RightsChange | 'all'): void;
  /** Sends the pages of a session the place of its waiting call. */
  sendQueuePlace(place: QueuePlace): void;
}

/**
 * Adds `GET /live`: `event: report` with `{"sids": [...]}` for visible plants (`{"sids": [], "all": true}` where they
 * became too many to name), `event: rights` when the menus of the session have changed, `event: queue` with
 * `{"place": n}` while a call of the session waits in a queue (0: it no longer waits); a comment line as
 * heartbeat. A session that was ended ends its stream. 429 for more than twelve streams of one session.
 */
export function addLiveFeed(app: FastifyInstance, { db, clock, subscribe }: Parts): LiveFeed {
  const open = new Set<LiveStream>();
  const streamsOf = new Map<string, number>();
  const changed = new Set<number>();

  /** One look-up per moment for all pages together; which of the plants a page may see is decided without one. */
  const pass = async () => {
    await recheck();
    const ids = [...changed];
    changed.clear();
    if (ids.length > 0 && open.size > 0) {
      const plants = await siteAccessOf(db, ids, clock());
      for (const stream of open) stream.sendReports(sidsFor(stream, plants));
    }
    for (const stream of open) stream.flush();
  };

  /** Checks the sessions that may have changed. */
  const recheck = async () => {
    const due = [...open].filter((stream) => stream.isDue(clock() - RECHECK_MS));
    const next = async () => {
      for (let stream = due.pop(); stream; stream = due.pop()) {
        const me = await whoIs(db, stream.token, clock());
        if (me.scope === 'none') stream.end();
        else stream.isNow(me, clock());
      }
    };
    await Promise.all(Array.from({ length: RECHECKS_AT_ONCE }, next));
  };

  let isPassing = false;
  const timer = setInterval(async () => {
    if (isPassing) return;
    isPassing = true;
    // While the database is unavailable, pages miss notifications but stay connected.
    await pass().catch(() => undefined);
    isPassing = false;
  }, GATHER_MS);
  const unsubscribe = subscribe((siteIds) => {
    if (open.size > 0) for (const id of siteIds) changed.add(id);
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    unsubscribe();
    for (const stream of open) stream.end();
  });

  app.get('/live', { config: { needsDatabase: true } }, async (request, reply) => {
    const token = tokenOf(request.headers.authorization);
    const me = await whoIs(db, token, clock());
    if (me.scope === 'none') fail('session.expired');
    const session = hashToken(token).toString('base64');
    const account = `account ${me.ownUserId}`;
    const held = streamsOf.get(session) ?? 0;
    if (held >= STREAMS_PER_SESSION || (streamsOf.get(account) ?? 0) >= STREAMS_PER_ACCOUNT) {
      fail('request.tooMany');
    }
    for (const key of [session, account]) streamsOf.set(key, (streamsOf.get(key) ?? 0) + 1);

    reply.hijack();
    const stream = openStream(reply.raw, { token, session, me, now: clock() });
    open.add(stream);
    whenOver(request.raw, reply.raw, () => {
      stream.end();
      open.delete(stream);
      for (const key of [session, account]) {
        const left = (streamsOf.get(key) ?? 1) - 1;
        if (left > 0) streamsOf.set(key, left);
        else streamsOf.delete(key);
      }
    });
  });

  return {
    sendRights(change) {
      for (const stream of open) stream.applyRights(change);
    },
    sendQueuePlace({ session, place }) {
      for (const stream of open) if (stream.session === session) stream.sendQueuePlace(place);
    },
  };
}

const sidsFor = ({ me }: LiveStream, plants: readonly SiteAccess[]): string[] =>
  plants.filter((plant) => seesSite(me, plant)).map(({ sid }) => sid);
