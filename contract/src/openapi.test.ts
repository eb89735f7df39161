import { describe, expect, it } from 'vitest';
import { contracts } from './contracts.ts';
import type { Contract } from './endpoint.ts';
import { failures } from './failures.ts';
import { inputSchema, type JsonSchema } from './jsonSchema.ts';
import { openApiDocument } from './openapi.ts';
import { isForTokens } from './tokenAccess.ts';

const modules: Record<string, Contract> = contracts;
const make = () =>
  openApiDocument(contracts, { title: 'Helioport', version: '0.1.0' }, (key) => `Words of ${key}.`);
const document = make();
const entries = Object.values(modules).flatMap((module) => Object.values(module));

/** Every `$ref` anywhere below `node`. */
function refs(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refs(inner),
  );
}

function resolve(ref: string): unknown {
  return ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

describe('openApiDocument', () => {
  it('has every address of every call, aliases too, and nothing else', () => {
    const addresses = entries.flatMap((entry) => [entry.path, ...entry.aliases]).map((path) => `/${path}`);
    expect(Object.keys(document.paths).sort()).toEqual(addresses.sort());
  });

  it('names each operation once', () => {
    const ids = Object.values(document.paths).map(({ post }) => post.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers only to what it contains, and names every entity', () => {
    const all = [...new Set(refs(document))];
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((ref) => resolve(ref) === undefined)).toEqual([]);
    expect(all.filter((ref) => ref.includes('__schema'))).toEqual([]);
  });

  it('is pure JSON and the same each time', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(make())).toBe(JSON.stringify(document));
  });

  it('asks for a token exactly where the call is not open', () => {
    for (const entry of entries) {
      const post = document.paths[`/${entry.path}`]?.post;
      const schemes = post?.security.flatMap((one) => Object.keys(one));
      if (entry.grant.kind === 'open') expect(schemes).toEqual([]);
      else expect(schemes).toEqual(isForTokens(entry) ? ['token', 'accessToken'] : ['token']);
      expect('401' in (post?.responses ?? {})).toBe(entry.grant.kind !== 'open');
    }
  });

  it('shows the best form of an input, not all that are tolerated', () => {
    const schema =
      document.paths['/v2/site/statistics/echarts']?.post.requestBody.content['application/json']?.schema;
    expect(schema?.required).toEqual(['types', 'sid']);
    expect(schema?.properties?.types).toEqual({ type: 'integer', minimum: 0, maximum: 99 });
    expect(schema?.properties?.weatherHours).toMatchObject({ type: 'boolean' });
    expect(schema?.properties?.rangeDate).toMatchObject({ type: 'string' });
  });

  it('takes an object everywhere, also where a call has no arguments', () => {
    const types = entries.map(({ input }) => inputSchema(input).type);
    expect(new Set(types)).toEqual(new Set(['object']));
  });

  it('asks for multipart where a file is wanted', () => {
    const content = document.paths['/v2/account/avatar']?.post.requestBody.content;
    expect(Object.keys(content ?? {})).toEqual(['multipart/form-data']);
    const schema = content?.['multipart/form-data']?.schema;
    expect(schema?.properties?.file).toMatchObject({ type: 'string', format: 'binary' });
  });

  it('wants a file of exactly the calls that are let in as multipart', () => {
    const wanted = entries
      .filter(({ path }) => {
        const content = document.paths[`/${path}`]?.post.requestBody.content;
        return content !== undefined && 'multipart/form-data' in content;
      })
      .map(({ path }) => path);
    expect(entries.filter(({ takesFile }) => takesFile).map(({ path }) => path)).toEqual(wanted);
    expect(wanted).not.toEqual([]);
  });

  it('keeps fields whose names are keywords of JSON Schema', () => {
    const menuItem = document.components.schemas?.MenuItem as { properties: object; required: string[] };
    expect(Object.keys(menuItem.properties).sort()).toEqual([...menuItem.required].sort());
    expect(menuItem.required).toContain('id');
  });

  it('lists every failure by code, key and words', () => {
    const failure = document.components.schemas?.Failure as JsonSchema;
    const { enum: codes, description, 'x-enum-varnames': names } = failure.properties?.code ?? {};
    expect(codes).toEqual([...new Set(Object.values(failures).map(({ code }) => code))]);
    for (const [key, { code }] of Object.entries(failures))
      expect(description).toContain(`- ${code} \`${key}\`: Words of ${key}.`);
    expect(names).toHaveLength((codes as number[]).length);
    expect(names).toContain('SITE_UNKNOWN');
    expect(names).toContain('SERVER_BUSY_OR_SERVER_MAINTENANCE');
  });

  it('says in words what a status other than 200 may mean', () => {
    const answers = document.components.responses as Record<string, { description: string }>;
    expect(answers.Http401?.description).toContain('- 401 `session.expired`: Words of session.expired.');
    for (const [key, { code, http }] of Object.entries(failures)) {
      if (http === 200) continue;
      expect(answers[`Http${http}`]?.description).toContain(`- ${code} \`${key}\`: Words of ${key}.`);
    }
  });
});

/** Fields of a schema and of all groups and lists in it. */
function fieldsWithin(schema: JsonSchema, path: string): [string, JsonSchema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, JsonSchema][] => [
    [`${path} ${name}`, field],
    ...fieldsWithin(field, `${path} ${name}`),
  ]);
  return schema.items ? [...own, ...fieldsWithin(schema.items, path)] : own;
}

describe('the form of an input', () => {
  it('has the type of its value, where an empty text clears it too', () => {
    const { properties = {} } = inputSchema(contracts.site.createFast.input);
    for (const name of ['latitude', 'longitude', 'systemSize', 'maxPower', 'controlLimit'])
      expect([name, properties[name]?.type]).toEqual([name, 'number']);
    const fields = entries.flatMap(({ path, input }) => fieldsWithin(inputSchema(input), path));
    expect(fields.length).toBeGreaterThan(500);
    expect(fields.filter(([, { const: only }]) => only === '').map(([name]) => name)).toEqual([]);
  });
});
