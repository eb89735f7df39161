// Serves large files to browsers and devices. Neither PDF viewers nor devices send a token, so the URL is the key: it
// is random and becomes invalid with its object.
import { Readable } from 'node:stream';
import type { onRequestHookHandler } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { seesDevice } from '../queries/device/seesDevice.ts';
import { openedDownload } from '../repositories/downloads.ts';
import { type LargeFile, largeFileOfKey, piecesOf } from '../repositories/largeFiles.ts';

/** Types that browsers display; all others are downloaded. */
const shown = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']);

/**
 * Headers that contain a hostile file: its type is the detected one without sniffing, nothing in it may load or run,
 * and only this portal may frame it. PDF viewers show nothing in a sandbox and have their own; all other files get one.
 */
const policyOf = (mime: string) =>
  mime === 'application/pdf'
    ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
    : "default-src 'none'; sandbox; frame-ancestors 'self'";

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Adds `GET /attachments/<key>`; `?download` saves what would be shown. */
export function addAttachmentEndpoint(
  app: FastifyInstance,
  { db, clock, onRequest }: { db: Db; clock: Clock; onRequest: onRequestHookHandler },
): void {
  /**
   * A history file is available to its user only, for a minute after the request and while the user may see the device.
   */
  const isOpen = async ({ id, purpose }: LargeFile) => {
    if (purpose !== 'download') return true;
    const now = clock();
    const of = await openedDownload(db, id, now);
    return of !== undefined && (await seesDevice(db, of, now));
  };

  app.get('/attachments/:key', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { key } = request.params as { key: string };
    const file = /^[\w-]{32}$/.test(key) ? await largeFileOfKey(db, key) : undefined;
    if (!file || !(await isOpen(file))) return reply.callNotFound();
    const isSaved = !shown.has(file.mime) || 'download' in (request.query as object);
    const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
    return reply
      .headers({
        'content-type': file.mime,
        'content-length': String(file.bytes),
        // It may be taken away at any time.
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'content-disposition': `${isSaved ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded(file.name)}`,
        'content-security-policy': policyOf(file.mime),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      .send(Readable.from(piecesOf(db, file.id)));
  });
}
