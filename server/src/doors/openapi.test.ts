import { contracts } from '@helioport/contract/contracts';
import type { Contract } from '@helioport/contract/endpoint';
import { sign as promised } from '@helioport/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { addOpenApi } from './openapi.ts';

type Json = Record<string, unknown>;
interface Row {
  path: string;
  depth: number;
  type: string;
  isRequired: boolean;
  about: string;
}
/** The page's own modules, which no compiler reads. */
interface Page {
  rowsOf(schema: Json, entities: Json): Row[];
  sampleOf(schema: Json, entities: Json, how?: { all?: boolean; known?: Json }): unknown;
  sign(body: string): string;
}

let app: TestApp;
let page: Page;

beforeAll(async () => {
  app = await startTestApp();
  addOpenApi(app.http);
  const load = async (file: string) =>
    (await import(new URL(`../../docs/${file}`, import.meta.url).href)) as Page;
  page = { ...(await load('schema.js')), ...(await load('sign.js')) };
});
afterAll(() => app.close());

const get = (url: string) => app.http.inject({ method: 'GET', url });

describe('/openapi.json', () => {
  it('describes every call at every address', async () => {
    const reply = await get('/openapi.json');
    expect(reply.headers['content-type']).toContain('application/json');
    const document = reply.json<{ openapi: string; paths: Json }>();
    expect(document.openapi).toBe('3.1.0');
    const rooms: Contract[] = Object.values(contracts);
    const addresses = rooms.flatMap((room) =>
      Object.values(room).flatMap(({ path, aliases }) => [path, ...aliases].map((address) => `/${address}`)),
    );
    expect(Object.keys(document.paths).sort()).toEqual(addresses.sort());
  });
});

describe('/docs', () => {
  it('is a page whose every file is served, and that needs no inline script', async () => {
    const reply = await get('/docs');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(reply.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style/);
    const seen = new Set<string>();
    const follow = async (url: string): Promise<void> => {
      if (seen.has(url)) return;
      seen.add(url);
      const file = await get(url);
      expect(file.statusCode, url).toBe(200);
      for (const [, name = ''] of file.body.matchAll(/from '\.\/([\w.]+)'/g)) await follow(`/docs/${name}`);
    };
    for (const [, url = ''] of reply.body.matchAll(/(?:src|href)="(\/docs\/[\w.]+)"/g)) await follow(url);
    expect([...seen].sort()).toEqual(
      ['call.js', 'docs.css', 'docs.js', 'dom.js', 'schema.js', 'sign.js'].map((file) => `/docs/${file}`),
    );
    expect((await get('/docs/docs.js')).headers['content-type']).toContain('text/javascript');
  });

  it.each([
    '',
    '{}',
    '{"account":"me@example.com","password":"hello world e"}',
    '{"siteName":"Été ☀ e"}',
    'e'.repeat(1000),
  ])('signs %j as the portal does', (body) => {
    expect(page.sign(body)).toBe(promised(body));
  });
});

describe('the tables of a call', () => {
  const entities = {
    Menu: {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1 },
        children: { type: 'array', items: { $ref: '#/components/schemas/Menu' } },
      },
      required: ['id'],
    },
  };
  const schema = {
    type: 'object',
    properties: {
      sid: { type: 'string', pattern: '^x$' },
      flag: { type: 'boolean', description: 'Ours.' },
      size: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      order: { type: 'string', enum: ['asc', 'desc'] },
      list: { type: 'array', items: { $ref: '#/components/schemas/Menu' } },
      titles: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['sid', 'list'],
  };

  it('name every field, and come to an end in trees', () => {
    const rows = page.rowsOf(schema, entities);
    expect(rows.map(({ path, depth, type }) => [path, depth, type])).toEqual([
      ['sid', 0, 'string'],
      ['flag', 0, 'boolean'],
      ['size', 0, 'number or null'],
      ['order', 0, '"asc", "desc"'],
      ['list', 0, 'list of Menu'],
      ['list.id', 1, 'integer'],
      ['list.children', 1, 'list of Menu'],
      ['titles', 0, 'object'],
      ['titles.<key>', 1, 'string'],
    ]);
    expect(rows.filter((row) => row.isRequired).map((row) => row.path)).toEqual(['sid', 'list', 'list.id']);
    expect(rows[0]?.about).toBe('`^x$`');
    expect(rows[5]?.about).toBe('at least 1');
  });

  it('begin a body with what is needed, or with everything', () => {
    expect(page.sampleOf(schema, entities, { known: { sid: 'DE_1' } })).toEqual({ sid: 'DE_1', list: [] });
    expect(page.sampleOf({ ...schema, required: [] }, entities)).toEqual({});
  });

  it('give bodies that every call of the contract can read', async () => {
    const document = (await get('/openapi.json')).json<{
      paths: Record<string, unknown>;
      components: { schemas: Json };
    }>();
    for (const room of Object.values(contracts) as Contract[]) {
      for (const { path, input } of Object.values(room)) {
        const { post } = document.paths[`/${path}`] as {
          post: { requestBody: { content: Record<string, { schema: Json }> } };
        };
        const asked = post.requestBody.content['application/json']?.schema ?? {};
        const all = page.sampleOf(asked, document.components.schemas, { all: true });
        // Texts and zeros may be refused for what they say, never for what they are. An empty text means absent.
        const filled: unknown = JSON.parse(JSON.stringify(all).replaceAll('""', '"x"'));
        const issues = input.safeParse(filled).error?.issues ?? [];
        const wrongKinds = issues.filter(
          ({ code }) => code === 'invalid_type' || code === 'unrecognized_keys',
        );
        expect(wrongKinds, path).toEqual([]);
      }
    }
  });
});
