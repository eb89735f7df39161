// What public clients send and read, held against the promises: this is what keeps them working.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ownKeys } from '../fixtures/ownKeys.ts';
import { contracts } from './contracts.ts';
import type { Contract, Endpoint } from './endpoint.ts';

interface Fixture {
  path: string;
  /**
   * `whole`: a complete answer. `fragment`: only some fields were published. `failure`: not a success.
   * `request`: no answer, or one with invented values.
   */
  kind: 'whole' | 'fragment' | 'failure' | 'request';
  /** For a fragment of `data`: which part of it. */
  part?: 'alert' | 'sn[]' | 'modules[]' | 'time';
  request: unknown;
  response?: { data?: unknown } & Record<string, unknown>;
}

const file = new URL('../fixtures/publicClients.json', import.meta.url);
const fixtures: Fixture[] = z.array(z.custom<Fixture>()).parse(JSON.parse(fs.readFileSync(file, 'utf8')));

const modules: Record<string, Contract> = contracts;
const byPath = new Map<string, Endpoint>(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .flatMap((entry) => [entry.path, ...entry.aliases].map((path) => [path, entry] as const)),
);

/** The paths of fields that are unknown to the schema or do not fit it; absent fields are no complaint. */
function misfits(schema: z.core.$ZodType, value: unknown, at = ''): string[] {
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => {
      const field = schema.shape[key];
      return field ? misfits(field, inner, `${at}.${key}`) : [`${at}.${key} is not promised`];
    });
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((inner, i) => misfits(schema.element, inner, `${at}[${i}]`));
  }
  const parsed = z.safeParse(schema, value);
  return parsed.success ? [] : [`${at}: ${parsed.error.message}`];
}

function dataOf({ part, response }: Fixture): unknown {
  if (part === 'alert') return { alert: response };
  if (part === 'sn[]') return { list: [{ sn: [response] }] };
  if (part === 'modules[]') return { list: [{ modules: [response] }] };
  return part === 'time' ? response : response?.data;
}

describe.each(fixtures)('$path $kind $part $request', (fixture) => {
  const entries = fixture.path === '*' ? [...byPath.values()] : [byPath.get(fixture.path)];

  it('is a call that we answer and takes the request', () => {
    for (const entry of entries) {
      expect(entry).toBeDefined();
      if (fixture.path === '*' || fixture.request === null) continue;
      expect(entry?.input.safeParse(fixture.request).error?.issues ?? []).toEqual([]);
    }
  });

  if (fixture.kind === 'whole' || fixture.kind === 'fragment') {
    it('promises the answer', () => {
      const [entry] = entries;
      const output = entry?.output ?? z.never();
      expect(misfits(output, dataOf(fixture))).toEqual([]);
      if (fixture.kind !== 'whole') return;
      const issues = output.safeParse(dataOf(fixture)).error?.issues ?? [];
      expect(issues.filter(({ path }) => !path.some((key) => ownKeys.has(String(key))))).toEqual([]);
    });
  }
});

/** A body as a form gives it: every value a text, structures as JSON. */
const asForm = (request: object) =>
  Object.fromEntries(
    Object.entries(request).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

describe('bodies in other forms', () => {
  const sent = fixtures.filter((one) => one.path !== '*' && one.request !== null);

  it.each(sent)('$path takes $request as the texts of a form, with the same meaning', (fixture) => {
    const input = byPath.get(fixture.path)?.input ?? z.never();
    const form = asForm(fixture.request as object);
    expect(input.parse(form)).toEqual(input.parse(fixture.request));
  });

  it.each([...byPath.keys()])('%s refuses or accepts rubbish, but never throws', (path) => {
    const input = byPath.get(path)?.input ?? z.never();
    const none = input.safeParse({});
    expect(input.safeParse(null)).toEqual(none);
    expect(input.safeParse(undefined)).toEqual(none);
    for (const rubbish of [
      '',
      'x',
      7,
      true,
      [],
      [null],
      { page: 3, filters: [], sort: 'x', sid: {}, sn: [[]] },
    ]) {
      expect(() => input.safeParse(rubbish)).not.toThrow();
    }
  });
});
