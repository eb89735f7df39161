// `GET /calendar/<token>.ics`: the maintenance calendar of a user for calendar programs, which send no header.
import { createHash } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { maintenanceCalendar } from '../queries/maintenanceCalendar.ts';
import { calendarOfToken, touchCalendarLink } from '../repositories/calendarLinks.ts';

interface Parts {
  db: Db;
  clock: Clock;
  /** Known once the server listens. */
  publicUrl: () => string;
  /** Limits the requests of a network. */
  onRequest: onRequestHookHandler;
  /** Reads in the queue of the user. */
  read: <T>(userId: number, run: (tx: Tx) => Promise<T>) => Promise<T>;
}

export function addCalendarFeed(
  app: FastifyInstance,
  { db, clock, publicUrl, onRequest, read }: Parts,
): void {
  app.get('/calendar/:file', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const [, token] = /^([\w-]{43})\.ics$/.exec(file) ?? [];
    const link = token === undefined ? undefined : await calendarOfToken(db, token);
    if (!link) return reply.callNotFound();
    const now = clock();
    const text = await read(link.userId, (tx) =>
      maintenanceCalendar({ tx, ...link, publicUrl: publicUrl(), now }),
    );
    if (text === undefined) return reply.callNotFound();
    await touchCalendarLink(db, link.userId, now);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    void reply
      .header('cache-control', 'private, max-age=300')
      .header('etag', etag)
      .header('x-robots-tag', 'noindex');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="helioport.ics"')
      .send(text);
  });
}
