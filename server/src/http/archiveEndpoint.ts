// Archives of plants on their way to a browser: written while they are read, so that none is in memory or on disk.
import type { onRequestHookHandler } from 'fastify';
import type { AdmissionQueue } from '../platform/admission.ts';
import { tarGzOf } from '../platform/archive/tarGz.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { archiveFilesOf } from '../queries/archive/files.ts';
import { archiveTicket } from '../queries/archive/ticket.ts';

/** Time after which an archive ends that its reader takes too slowly: it holds a connection of the database. */
const MOST_MS = 60 * 60_000;

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  /** The queue in which archives wait for their turn. */
  queue: AdmissionQueue;
  onRequest: onRequestHookHandler;
}

/**
 * Adds `GET /archives/<ticket>`. All rows are of one snapshot. If a client reads nothing for a minute, the database
 * connection ends and the archive stays incomplete, without a manifest.
 */
export function addArchiveEndpoint(app: FastifyInstance, { db, clock, log, queue, onRequest }: Parts): void {
  app.get('/archives/:ticket', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { ticket: token } = request.params as { ticket: string };
    const now = clock();
    const read = db.transaction().setAccessMode('read only');
    const ticket = await read.execute((tx) => archiveTicket(tx, token, now));
    if (!ticket) return reply.callNotFound();
    await queue.run(String(ticket.userId), () =>
      read.setIsolationLevel('repeatable read').execute(async (tx) => {
        if (request.raw.destroyed) return;
        const { archive, finished } = tarGzOf(archiveFilesOf({ tx, now, ...ticket }), new Date(now));
        const closed = new Promise((resolve) => archive.once('close', resolve));
        const deadline = setTimeout(() => archive.destroy(new Error('archive took too long')), MOST_MS);
        archive.on('error', (error) => log.warn({ err: error, sid: ticket.sid }, 'archive not completed'));
        reply.raw.once('close', () => archive.destroy());
        reply
          .headers({
            'content-type': 'application/gzip',
            'content-disposition': `attachment; filename="${ticket.sid}_${new Date(now).toISOString().slice(0, 10)}.tar.gz"`,
            'cache-control': 'private, no-store',
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
          })
          .send(archive);
        await closed;
        clearTimeout(deadline);
        // The transaction must not end under a statement that still runs.
        await finished;
      }),
    );
    return reply;
  });
}
