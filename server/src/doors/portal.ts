// The browser's side of the house: the built portal, and for people and machines that watch the server its health and
// its figures.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import type { Metrics } from '../platform/metrics.ts';

/** Where `npm run build` puts the portal. */
const built = fileURLToPath(new URL('../../../web/dist', import.meta.url));

interface Parts {
  db: Db;
  metrics: Metrics;
  /** False while the server starts or stops. */
  isReady: () => boolean;
  /** Brings gauges up to date just before they are read. */
  refreshGauges?: () => Promise<void>;
}

/** Adds `/healthz`, `/readyz`, `/metrics` and, when it has been built, the portal with its client-side routes. */
export async function addPortal(app: FastifyInstance, parts: Parts): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    try {
      if (!parts.isReady()) throw new Error('starting or stopping');
      await sql`select 1`.execute(parts.db);
      return { status: 'ready' };
    } catch (error) {
      return reply.code(503).send({ status: 'not ready', reason: (error as Error).message });
    }
  });

  app.get('/metrics', async (_request, reply) => {
    await parts.refreshGauges?.();
    return reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics());
  });

  if (!fs.existsSync(path.join(built, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    // File names under assets carry a hash of their content.
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  // Any other address that a browser asks for is a route of the portal, which knows its own not-found page.
  app.get('/*', (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    return wantsPage ? reply.sendFile('index.html') : reply.callNotFound();
  });
}
