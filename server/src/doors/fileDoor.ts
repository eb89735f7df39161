// Uploaded pictures on their way to a browser. An <img> sends no token, so the address is the key: it is the SHA-256 of
// the bytes, which nobody guesses who has not seen the picture.
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { isFileHash, openFileStore } from '../platform/files.ts';
import type { FastifyInstance } from '../platform/http.ts';

/** Adds `GET /files/<hash>`. Only what the server itself wrote is there, and it never changes. */
export function addFileDoor(app: FastifyInstance, parts: { db: Db; dataDir: string }): void {
  const store = openFileStore(parts.dataDir);
  app.get('/files/:hash', async (request, reply) => {
    const { hash } = request.params as { hash: string };
    if (!isFileHash(hash)) return reply.callNotFound();
    const { rows } = await sql<{ mime: string }>`
      select mime from files where hash = ${hash}`.execute(parts.db);
    const mime = rows[0]?.mime;
    const data = mime === undefined ? undefined : await store.read(hash);
    if (mime === undefined || data === undefined) return reply.callNotFound();
    return reply
      .headers({
        'content-type': mime,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment; filename="picture"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(data);
  });
}
