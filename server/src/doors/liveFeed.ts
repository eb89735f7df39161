// Server-sent events: tells an open page which of its plants have news, and that its rights or menus changed. The page
// then asks again through the API, whose rules decide what it gets; here only plants are named that the session can see.
import { sql } from 'kysely';
import { whoIs } from '../access/session.ts';
import { visibleTo } from '../access/visible.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { tokenOf } from '../platform/token.ts';
import type { RightsChange } from '../records/rights.ts';

/** Announces plants (by number) whose telemetry changed; returns the end of the subscription. */
export type Subscribe = (listener: (siteIds: readonly number[]) => void) => () => void;

interface Parts {
  db: Db;
  clock: Clock;
  subscribe: Subscribe;
}

const HEARTBEAT_MS = 15_000;
/** News of this span go out together; a page of 10,000 plants must not get 10,000 events. */
const GATHER_MS = 1_000;

export interface LiveFeed {
  /** Tells the pages of everybody whom the change concerns. */
  tellRights(change: RightsChange | 'all'): void;
}

/**
 * Adds `GET /live`: `event: report` with `{"sids": [...]}` for visible plants, `event: rights` when the menus of the
 * session are to be asked for anew; a comment line as heartbeat. A session that was ended ends its stream.
 */
export function addLiveFeed(app: FastifyInstance, parts: Parts): LiveFeed {
  const open = new Set<() => void>();
  const rightsListeners = new Set<(change: RightsChange | 'all') => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });

  app.get('/live', async (request, reply) => {
    const token = tokenOf(request.headers.authorization);
    let me = await whoIs(parts.db, token, parts.clock());
    if (me.scope === 'none') fail('session.expired');

    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    stream.write('retry: 3000\n\n');

    const waiting = new Set<number>();
    let hasNewRights = false;
    const onRights = (change: RightsChange | 'all') => {
      const { groupId, ownGroupId, userId } = me;
      hasNewRights ||=
        change === 'all' ||
        change.userIds.includes(userId) ||
        change.groupIds.includes(groupId) ||
        change.groupIds.includes(ownGroupId);
    };
    rightsListeners.add(onRights);
    const flush = async () => {
      if (waiting.size === 0 && !hasNewRights) return;
      const ids = [...waiting];
      const tellsRights = hasNewRights;
      waiting.clear();
      hasNewRights = false;
      // Asked afresh each time, so that a right that was taken away ends here as well.
      me = await whoIs(parts.db, token, parts.clock());
      if (me.scope === 'none') return end();
      if (tellsRights) stream.write('event: rights\ndata: {}\n\n');
      if (ids.length === 0) return;
      const { rows } = await sql<{ sid: string }>`
        select v.sid from ${visibleTo(me).sites} v where v.id = any(${ids}::bigint[])`.execute(parts.db);
      if (rows.length > 0) {
        stream.write(`event: report\ndata: ${JSON.stringify({ sids: rows.map((row) => row.sid) })}\n\n`);
      }
    };
    const unsubscribe = parts.subscribe((siteIds) => {
      for (const id of siteIds) waiting.add(id);
    });
    const gather = setInterval(() => {
      // A database that is away for a moment costs this page some news, never the connection.
      flush().catch(() => undefined);
    }, GATHER_MS);
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);

    const end = () => {
      open.delete(end);
      clearInterval(gather);
      clearInterval(heartbeat);
      unsubscribe();
      rightsListeners.delete(onRights);
      stream.end();
    };
    open.add(end);
    stream.on('close', end);
  });

  return {
    tellRights(change) {
      for (const tell of rightsListeners) tell(change);
    },
  };
}
