// What a call must survive: bodies of every wrong shape and fields of every wrong kind.
import type { Endpoint } from '@helioport/contract/endpoint';
import { bodyFor, fieldsOf, type Ids, people, receivedBy, type World } from './world.ts';

/** A body as it goes over the wire. */
interface Rubbish {
  name: string;
  text: string;
  contentType?: string;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const form = 'application/x-www-form-urlencoded';

/** Bodies that are wrong as a whole; of those that a schema refuses, one is enough. */
const bodies: readonly Rubbish[] = [
  { name: 'null', text: 'null' },
  { name: 'a text', text: '"sid"' },
  { name: 'an array of null', text: '[null,null]' },
  { name: 'half a document', text: '{"sid":"DE_2026' },
  { name: 'deep fields', text: `${'{"sid":'.repeat(5000)}1${'}'.repeat(5000)}` },
  { name: 'a prototype', text: '{"__proto__":{"sid":"x"},"constructor":{"prototype":{}}}' },
  { name: '900 kB of a', text: JSON.stringify({ sid: 'a'.repeat(900_000) }) },
  {
    name: 'a form of structures',
    text: 'page=[1]&filters=x&sort={}&sid=[]&sn={}&types=NaN',
    contentType: form,
  },
  {
    name: 'parts without end',
    text: '--x\r\nContent-Disposition: form-data; name="sid"\r\n\r\nx',
    contentType: 'multipart/form-data; boundary=x',
  },
];

/** Bodies that never get as far as the call; a few calls are enough to ask. */
const refusedEarly: readonly Rubbish[] = [
  { name: 'true', text: 'true' },
  { name: 'a number', text: '7' },
  { name: 'an empty array', text: '[]' },
  { name: 'no JSON', text: 'sid=DE_20260101_AAAA' },
  { name: 'XML', text: '<?xml version="1.0"?><sid/>' },
  { name: 'a zero byte', text: '\0' },
  { name: 'depth', text: nested(50_000) },
  {
    name: 'fifty thousand keys',
    text: JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]))),
  },
  { name: 'more than the limit', text: JSON.stringify({ sid: 'a'.repeat(1_200_000) }) },
  { name: 'an empty form', text: '', contentType: form },
  { name: 'a form of nothing', text: '&&&===&%%%zz=%ff', contentType: form },
  { name: 'JSON called a form', text: '{"sid":1}', contentType: form },
  { name: 'parts without a boundary', text: 'x', contentType: 'multipart/form-data' },
  { name: 'an unknown kind', text: '{"sid":"x"}', contentType: 'application/x-protobuf; charset=nonsense' },
];
const EARLY_CALLS = 5;

/** Values that a field does not expect; written as JSON. */
const values: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['an array', '[]'],
  ['arrays', nested(500)],
  ['an object', '{"a":{"b":[null]}}'],
  ['minus one', '-1'],
  ['a huge number', '1e308'],
  ['an infinite number', '1e999'],
  ['a fraction', '0.1'],
  ['beyond an int', '99999999999999'],
  ['an empty text', '""'],
  ['a zero character', '"a\\u0000b"'],
  ['half a character', '"\\ud800"'],
  ['the other half', '"x\\udfffx"'],
  ['SQL', '"\' or 1=1; drop table users; --"'],
  ['SQL wildcards', '"%_\\\\"'],
  ['a statement', '"1); delete from sessions; --"'],
  ['a template', '"{{7*7}}"'],
  ['a long text', JSON.stringify('é'.repeat(20_000))],
  ['a day that is none', '"2026-02-30"'],
  ['a day of long ago', '"0001-01-01"'],
  ['days in reverse', '"2026-06-21~2026-06-01"'],
  ['a thousand entries', JSON.stringify(Array.from({ length: 1000 }, () => 'AAAAAAAA'))],
];

/** Bodies with one wrong field; everything else in them is as it should be. */
function withWrongField(ids: Ids, endpoint: Endpoint): Rubbish[] {
  const good = bodyFor(ids);
  return [...(fieldsOf(endpoint.input) ?? ['sid'])].flatMap((field) => {
    const others = Object.entries(good)
      .filter(([key]) => key !== field)
      .map(([key, kept]) => `${JSON.stringify(key)}:${JSON.stringify(kept)}`);
    const wrong = values.map(([name, value]) => ({
      name: `${field}: ${name}`,
      text: `{${[...others, `${JSON.stringify(field)}:${value}`].join(',')}}`,
    }));
    return onlyOneOfEachInput(endpoint, onlyOneRefused(endpoint, wrong));
  });
}

/** Drops bodies that reach the handler as the same input as an earlier one. */
function onlyOneOfEachInput(endpoint: Endpoint, all: readonly Rubbish[]): Rubbish[] {
  const received = new Set<string>();
  return all.filter(({ text }) => {
    let input: string;
    try {
      input = receivedBy(endpoint, JSON.parse(text));
    } catch {
      return true;
    }
    const isNew = !received.has(input);
    received.add(input);
    return isNew;
  });
}

/**
 * Drops all but the first body that the schema of the call refuses: they end in the same place, before the handler
 * runs.
 */
function onlyOneRefused({ input }: Endpoint, all: readonly Rubbish[]): Rubbish[] {
  let hasRefused = false;
  return all.filter((one) => {
    if (!isRefusedBy(input, one)) return true;
    const isFirst = !hasRefused;
    hasRefused = true;
    return isFirst;
  });
}

/** False where the body is no JSON and where the schema itself throws: the call has to be made. */
function isRefusedBy(schema: Endpoint['input'], { text, contentType }: Rubbish): boolean {
  if (contentType !== undefined) return false;
  try {
    return !schema.safeParse(JSON.parse(text) ?? {}).success;
  } catch {
    return false;
  }
}

/** Answers to rubbish that are no envelope, or that say that we did not expect it. */
export async function crashes(world: World, endpoints: readonly Endpoint[]): Promise<string[]> {
  const [ids] = await world.idsOf(people.administrator);
  if (!ids) throw new Error('the world is empty');
  const all: string[] = [];
  for (const [i, endpoint] of endpoints.entries()) {
    const { path } = endpoint;
    const early = i < EARLY_CALLS ? refusedEarly : [];
    const found: string[] = [];
    let caller = await world.sessionOf(people.administrator);
    for (const { name, text, contentType } of [
      ...early,
      ...onlyOneRefused(endpoint, bodies),
      ...withWrongField(ids, endpoint),
    ]) {
      const headers = { 'content-type': contentType ?? 'application/json' };
      const answer = await caller.send(path, text, headers).catch((error: unknown) => String(error));
      if (typeof answer === 'string') {
        found.push(`${path} has no envelope for ${name}: ${answer}`);
        continue;
      }
      const { status, envelope } = answer;
      // Logout succeeds with any body; the next call needs a new session.
      if (status === 401) caller = await world.sessionOf(people.administrator);
      const isEnvelope =
        typeof envelope.code === 'number' && typeof envelope.msg === 'string' && 'data' in envelope;
      const isExpected = status < 500 && envelope.code !== 500 && status !== 404;
      if (isEnvelope && isExpected) continue;
      found.push(`${path} answers ${status} ${envelope.code} to ${name}`);
    }
    // The first few say what is wrong; a call that always fails would fill the screen.
    all.push(...found.slice(0, 5));
  }
  return all;
}
