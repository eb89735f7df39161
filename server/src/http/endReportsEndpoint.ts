// One-click unsubscribe for email programs (RFC 8058). Opening the same URL in a browser shows a confirmation page;
// link scanners unsubscribe nothing.
import type { onRequestHookHandler } from 'fastify';
import { type Db, inTransaction } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { endByToken } from '../queries/report/endLink.ts';

/** Adds `POST /endReports?token=…`; the body is ignored. */
export function addEndReportsEndpoint(
  app: FastifyInstance,
  { db, onRequest }: { db: Db; onRequest: onRequestHookHandler },
): void {
  app.post('/endReports', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const ended =
      typeof token === 'string' ? await inTransaction(db, 'write', (tx) => endByToken(tx, token)) : undefined;
    if (ended === undefined) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
}
