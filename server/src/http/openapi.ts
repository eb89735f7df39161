// API documentation: OpenAPI at /openapi.json, and a page at /docs. Both are generated from the contract, so they match
// the server.
import fs from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { contracts } from '@helioport/contract/contracts';
import { openApiDocument } from '@helioport/contract/openapi';
import { byNetwork, type FastifyInstance } from '../platform/http.ts';
import { productVersion } from '../platform/productVersion.ts';
import { englishPattern } from '../platform/texts.ts';

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Files of the documentation page, without a build, in the folder next to this file. */
const page = ['index.html', 'docs.css', 'docs.js', 'sign.js'];

/** Swagger UI, of which the page uses the renderer without its frame (docs/decisions/2026-11-22-swagger-ui.md). */
const library = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const here = (file: string) => new URL(file, import.meta.url);
const inLibrary = (file: string) => new URL(file, import.meta.resolve('swagger-ui-dist/package.json'));
const read = (file: URL) => fs.readFileSync(file, 'utf8');
const versionOf = (packageFile: URL) => (JSON.parse(read(packageFile)) as { version: string }).version;
const typeOf = (file: string) => types[file.split('.').at(-1) as keyof typeof types];

/** Requests a minute of one network for the pages of the API; a page takes six. */
const DOCUMENTS_PER_MINUTE = 240;

/** The description, compressed once: unread answers share these bytes instead of holding a copy each. */
interface Encoded {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

async function encode(version: string): Promise<Encoded> {
  const text = JSON.stringify(
    openApiDocument(contracts, { title: 'Helioport API', version }, (key) =>
      englishPattern(`failure.${key}`),
    ),
  );
  const [gzipped, br] = await Promise.all([promisify(gzip)(text), promisify(brotliCompress)(text)]);
  return { identity: Buffer.from(text), gzip: gzipped, br };
}

/** Adds `/openapi.json` and `/docs`. */
export function addOpenApi(app: FastifyInstance): void {
  const version = productVersion;
  const onRequest = app.rateLimit({
    max: DOCUMENTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: byNetwork('api documents'),
  });
  let encoded: Promise<Encoded> | undefined;
  app.get('/openapi.json', { onRequest, compress: false }, async (request, reply) => {
    encoded ??= encode(version);
    const forms = await encoded;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(forms[encoding ?? 'identity']);
  });

  // The address carries the version, so that a browser may keep the files for ever.
  const shelf = `/docs/swagger-ui-${versionOf(inLibrary('package.json'))}`;
  for (const file of library) {
    app.get(`${shelf}/${file}`, { onRequest }, (_request, reply) =>
      reply
        .type(typeOf(file))
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(fs.createReadStream(inLibrary(file))),
    );
  }
  for (const file of page) {
    const text = read(here(`../../docs/${file}`)).replaceAll('{library}', shelf);
    const path = file === 'index.html' ? '/docs' : `/docs/${file}`;
    app.get(path, { onRequest }, (_request, reply) =>
      reply.type(typeOf(file)).header('cache-control', 'no-cache').send(text),
    );
  }
}
