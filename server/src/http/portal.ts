// Serves the built web portal.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from '../platform/http.ts';

/** Where `npm run build` puts the portal. */
const built = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Files that browsers never open as a page, compressed or not; an SVG image would be one. */
const neverDocument = /\.(js|css|woff2?)(\.br)?$/;
/** What only a page obeys. Sent with each of two dozen files it was a tenth of the first paint. */
const forDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Permissions that a page may request: the camera, to scan serial numbers; none for frames. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()';

/** Adds the portal with its client-side routes, when it has been built. */
export async function addPortal(app: FastifyInstance): Promise<void> {
  const index = path.join(built, 'index.html');
  if (!fs.existsSync(index)) return;
  // Open pages check whether they match the served portal: the name of its entry file changes with every file.
  const version = /<script type="module"[^>]* src="([^"]+)"/.exec(fs.readFileSync(index, 'utf8'))?.[1] ?? '';
  app.get('/version', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(version),
  );
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    // The build contains Brotli files; browsers without Brotli get dynamic compression.
    preCompressed: true,
    setHeaders: (reply, file) => {
      // File names under assets carry a hash of their content.
      const isLasting = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!neverDocument.test(file)) {
        reply.header('permissions-policy', PERMISSIONS);
        return;
      }
      for (const name of forDocuments) reply.raw.removeHeader(name);
    },
  });
  // Any other URL requested by a browser is a route of the portal, which has its own not-found page.
  app.get('/*', (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    // Public plant pages are for visitors with the URL, not for search engines.
    if (request.url.startsWith('/p/')) void reply.header('x-robots-tag', 'noindex, nofollow');
    return wantsPage ? reply.sendFile('index.html') : reply.callNotFound();
  });
}
