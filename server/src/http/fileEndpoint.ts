// Serves uploaded images. An <img> sends no token, so the URL is the key: the SHA-256 of the bytes, which cannot be
// guessed.
import type { onRequestHookHandler } from 'fastify';
import type { Db } from '../platform/db.ts';
import { isFileHash } from '../platform/files.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { readFile } from '../repositories/files.ts';

/** Adds `GET /files/<hash>`. Only what the server itself wrote is there, and it never changes. */
export function addFileEndpoint(
  app: FastifyInstance,
  { db, onRequest }: { db: Db; onRequest: onRequestHookHandler },
): void {
  app.get('/files/:hash', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { hash } = request.params as { hash: string };
    const file = isFileHash(hash) ? await readFile(db, hash) : undefined;
    if (!file) return reply.callNotFound();
    return reply
      .headers({
        'content-type': file.mime,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment; filename="picture"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(file.data);
  });
}
