// `GET /metrics/plant/<site ID>`: the values of a plant for Prometheus, with the token of a program or a session.
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Me } from '../access/me.ts';
import { visibleTo } from '../access/visible.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { plantMetrics } from '../queries/plantMetrics.ts';

interface Parts {
  clock: Clock;
  /** Admits users who may see plants, within the rate limit. */
  onRequest: onRequestHookHandler;
  /** Reads for the caller of a request, in the turn of the caller. */
  read: <T>(request: FastifyRequest, run: (tx: Tx, me: Me) => Promise<T>) => Promise<T>;
}

export function addPlantMetrics(app: FastifyInstance, { clock, onRequest, read }: Parts): void {
  app.get('/metrics/plant/:sid', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { sid } = request.params as { sid: string };
    const now = clock();
    const text = /^[\w.-]{1,60}$/.test(sid)
      ? await read(request, (tx, me) => plantMetrics({ tx, visible: visibleTo(me, now), now }, sid))
      : undefined;
    if (text === undefined) return reply.callNotFound();
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text);
  });
}
