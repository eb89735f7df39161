import { contracts } from '@helioport/contract/contracts';
import type { Contract } from '@helioport/contract/endpoint';
import { type FailureKey, failures } from '@helioport/contract/failures';
import { sign as promised } from '@helioport/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { translate } from '../platform/texts.ts';
import { addOpenApi } from './openapi.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  addOpenApi(app.http);
});
afterAll(() => app.close());

const get = (url: string) => app.http.inject({ method: 'GET', url });

describe('/openapi.json', () => {
  it('describes every call at every address', async () => {
    const reply = await get('/openapi.json');
    expect(reply.headers['content-type']).toContain('application/json');
    const document = reply.json<{ openapi: string; paths: Record<string, unknown> }>();
    expect(document.openapi).toBe('3.1.0');
    const nouns: Contract[] = Object.values(contracts);
    const addresses = nouns.flatMap((noun) =>
      Object.values(noun).flatMap(({ path, aliases }) => [path, ...aliases].map((address) => `/${address}`)),
    );
    expect(Object.keys(document.paths).sort()).toEqual(addresses.sort());
  });

  it('says each failure in English words', async () => {
    const { components } = (await get('/openapi.json')).json<{
      components: { schemas: { Failure: { properties: { code: { description: string } } } } };
    }>();
    const listed = components.schemas.Failure.properties.code.description.split('\n').map((line) => {
      const [, title = '', description = ''] = /^- \d+ `([^`]+)`: (.+)$/.exec(line) ?? [];
      return { title: title as FailureKey, description };
    });
    expect(listed.map(({ title }) => title)).toEqual(Object.keys(failures));
    const words = new Map(listed.map(({ title, description }) => [title, description]));
    expect(words.get('account.unknown')).toBe(translate(6, 'failure.account.unknown'));
    // Places that a call fills stay as names, and a text with a number has the form for several.
    expect(words.get('account.companyManager')).toContain('You manage {company}.');
    expect(words.get('account.locked')).toContain('again in {count} minutes');
    // Every failure has texts; a missing one would appear as its key.
    expect(listed.filter(({ title, description }) => description === `failure.${title}`)).toEqual([]);
  });
});

describe('/docs', () => {
  it('is a page whose every file is served, and that needs no inline script', async () => {
    const reply = await get('/docs');
    expect(reply.statusCode).toBe(200);
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'self';");
    expect(reply.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style/);
    const files = [...reply.body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, url = '']) => url);
    const [, own = ''] = /from '\.\/([\w.]+)'/.exec((await get('/docs/docs.js')).body) ?? [];
    for (const url of [...files, `/docs/${own}`]) expect((await get(url)).statusCode, url).toBe(200);
    expect([...files, `/docs/${own}`].map((url) => url.split('/').at(-1)).sort()).toEqual(
      ['docs.css', 'docs.js', 'sign.js', 'swagger-ui-bundle.js', 'swagger-ui.css'].sort(),
    );
    expect((await get('/docs/docs.js')).headers['content-type']).toContain('text/javascript');
  });

  it('lets a browser keep the library for ever, under its version', async () => {
    const [url = ''] =
      /\/docs\/swagger-ui-\d+\.\d+\.\d+\/swagger-ui\.css/.exec((await get('/docs')).body) ?? [];
    const reply = await get(url);
    expect(reply.headers['cache-control']).toContain('immutable');
    expect(reply.headers['content-type']).toContain('text/css');
    expect((await get('/docs')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '',
    '{}',
    '{"account":"me@example.com","password":"hello world e"}',
    '{"siteName":"Été ☀ e"}',
    'e'.repeat(1000),
  ])('signs %j as the portal does', async (body) => {
    const page = (await import(new URL('../../docs/sign.js', import.meta.url).href)) as {
      sign: typeof promised;
    };
    expect(page.sign(body)).toBe(promised(body));
  });
});
