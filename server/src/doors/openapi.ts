// The description of the API: for machines as OpenAPI at /openapi.json, for people as a page at /docs. Both are made
// from the contract, so they cannot say anything else than what the server does.
import fs from 'node:fs';
import { contracts } from '@helioport/contract/contracts';
import { openApiDocument } from '@helioport/contract/openapi';
import type { FastifyInstance } from '../platform/http.ts';

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The page: a few files without a build, in the folder beside this one. */
const page = ['index.html', 'docs.css', 'docs.js', 'call.js', 'dom.js', 'schema.js', 'sign.js'];

const read = (file: string) => fs.readFileSync(new URL(file, import.meta.url), 'utf8');

/** Adds `/openapi.json` and `/docs`. */
export function addOpenApi(app: FastifyInstance): void {
  const { version } = JSON.parse(read('../../package.json')) as { version: string };
  let made: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    made ??= JSON.stringify(openApiDocument(contracts, { title: 'Helioport API', version }));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(made);
  });
  for (const file of page) {
    const text = read(`../../docs/${file}`);
    const type = types[file.split('.').at(-1) as keyof typeof types];
    const path = file === 'index.html' ? '/docs' : `/docs/${file}`;
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(text));
  }
}
