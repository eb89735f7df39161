// The contract as an OpenAPI 3.1 document.
import type { Contract, Endpoint, Grant } from './endpoint.ts';
import { SUCCESS } from './envelope.ts';
import { type FailureKey, failures } from './failures.ts';
import { inputSchema, type JsonSchema, outputSchema } from './jsonSchema.ts';
import { isForTokens } from './tokenAccess.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { $ref: string }[];
  security: Record<string, string[]>[];
  requestBody: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
  'x-grant': Grant;
  'x-timeout-ms': number;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, { post: Operation }>;
  components: Record<string, Record<string, unknown>>;
}

/** Who may call, as text. */
export function grantInWords(grant: Grant): string {
  if (grant.kind === 'open') return 'Everyone';
  if (grant.kind === 'signedIn') return 'Every logged-in user';
  return `Roles with the ${grant.kind} \`${grant.name}\``;
}

const headers: Record<string, { description: string; schema: JsonSchema }> = {
  lan: {
    description: 'Language number for messages; see v1/common/lan for the list.',
    schema: { type: 'integer', default: 6 },
  },
  client: { description: 'Type of client.', schema: { type: 'string', default: 'web' } },
  oem: { description: 'Brand of the client. Optional.', schema: { type: 'string' } },
  sign: {
    description:
      'Upper-case MD5 of the body text without spaces and line breaks and with every lower-case e written as NEP. ' +
      'Checked and counted; rejected only if the operator enforces it.',
    schema: { type: 'string', pattern: '^[0-9A-F]{32}$' },
  },
  app: {
    description: 'Company ID of the caller, else the brand number, else 0.',
    schema: { type: 'integer', default: 0 },
  },
};

const failureList = Object.entries(failures) as [FailureKey, (typeof failures)[FailureKey]][];

const formBody = { schema: { type: 'object', description: 'The same fields as text, structures as JSON.' } };

/** How a caller can authenticate; each entry alone is enough. */
function securityOf(entry: Endpoint): Record<string, string[]>[] {
  if (entry.grant.kind === 'open') return [];
  return isForTokens(entry) ? [{ token: [] }, { accessToken: [] }] : [{ token: [] }];
}

const isFile = (field: JsonSchema) => field.format === 'binary';

/** The forms in which a body may be sent; with a file in it there is only one. */
function bodyForms(input: JsonSchema): Record<string, { schema: JsonSchema }> {
  if (Object.values(input.properties ?? {}).some(isFile)) return { 'multipart/form-data': { schema: input } };
  return { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': formBody };
}

/** One answer per HTTP status that is not 200, naming the failures that carry it. */
function failureResponses(grant: Grant): Record<string, unknown> {
  // An access token gets 403 from calls for sessions only, so this status is possible wherever there is a caller.
  const isPossible = (http: number) => (http !== 401 && http !== 403) || grant.kind !== 'open';
  const statuses = [...new Set(failureList.map(([, failure]) => failure.http as number))]
    .filter((http) => http !== 200 && http !== 404 && isPossible(http))
    .sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((http) => [http, { $ref: `#/components/responses/Http${http}` }]));
}

/** Text of a failure by its key. */
type WordsOf = (key: FailureKey) => string;

/** One line of a Markdown list for each failure that carries the status. */
const failureAnswer = (http: number, wordsOf: WordsOf) => ({
  description: failureList
    .filter(([, failure]) => failure.http === http)
    .map(([key, failure]) => `- ${failure.code} \`${key}\`: ${wordsOf(key)}`)
    .join('\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const successSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { code: { const: SUCCESS }, msg: { type: 'string' }, data },
  required: ['code', 'msg', 'data'],
});

function describe(entry: Endpoint, path: string): string {
  const others = [entry.path, ...entry.aliases].filter((other) => other !== path);
  return [
    `Access: ${grantInWords(entry.grant)}. ${entry.writes ? 'Changes data.' : 'Read-only.'}`,
    entry.callsPerHour ? `Up to ${entry.callsPerHour} calls per hour from one network address.` : '',
    entry.timeoutMs === 20_000 ? '' : `May take up to ${entry.timeoutMs / 1000} s.`,
    others.length > 0 ? `Also available at ${others.map((other) => `\`${other}\``).join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * All calls of the contract as an OpenAPI 3.1 document. The same contract gives the same document, field by field.
 * `wordsOf` returns the text of a failure, with placeholders as names in braces.
 */
export function openApiDocument(
  modules: Readonly<Record<string, Contract>>,
  about: { title: string; version: string },
  wordsOf: WordsOf,
): OpenApiDocument {
  const entities: Record<string, JsonSchema> = {};
  const paths: OpenApiDocument['paths'] = {};

  for (const [module, calls] of Object.entries(modules)) {
    for (const [name, entry] of Object.entries(calls)) {
      const input = inputSchema(entry.input);
      const data = outputSchema(entry.output, entities);
      const answer = { oneOf: [successSchema(data), { $ref: '#/components/schemas/Failure' }] };
      for (const [i, path] of [entry.path, ...entry.aliases].entries()) {
        paths[`/${path}`] = {
          post: {
            operationId: i === 0 ? `${module}.${name}` : `${module}.${name}.${i}`,
            tags: [module],
            summary: entry.summary,
            description: describe(entry, path),
            parameters: Object.keys(headers).map((header) => ({ $ref: `#/components/parameters/${header}` })),
            security: securityOf(entry),
            requestBody: {
              required: (input.required ?? []).length > 0,
              content: bodyForms(input),
            },
            responses: {
              200: {
                description: 'Success, or a failure indicated only by `code`.',
                content: { 'application/json': { schema: answer } },
              },
              ...failureResponses(entry.grant),
            },
            'x-grant': entry.grant,
            'x-timeout-ms': entry.timeoutMs,
          },
        };
      }
    }
  }

  return {
    openapi: '3.1.0',
    info: {
      ...about,
      description:
        'Every call is a POST. Every response is an envelope `{code, msg, data}` with code 200 for success. ' +
        'Inputs are lenient: numbers and flags may be sent as text, null counts as absent, unknown fields are ignored, ' +
        'and serial numbers are case-insensitive. Fields marked “Extension” are additions of this portal.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(modules).map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...sorted(entities), Failure: failureSchema(wordsOf) },
      parameters: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => [
          name,
          { name, in: 'header', required: false, ...header },
        ]),
      ),
      responses: Object.fromEntries(
        [...new Set(failureList.map(([, failure]) => failure.http as number))]
          .filter((http) => http !== 200)
          .sort((a, b) => a - b)
          .map((http) => [`Http${http}`, failureAnswer(http, wordsOf)]),
      ),
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token from `v2/sign-in`, without a prefix; `Bearer ` is accepted.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token from *Account*, starting with `hp_`: acts as its user, limited to its permissions ' +
            'and plants. Calls that do not list it answer 403.',
        },
      },
    },
  };
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * The codes as one enumeration with their keys as names: generators make no usable type of a list of alternatives, and
 * two keys with one code would be two alternatives that both match.
 */
function failureSchema(wordsOf: WordsOf): JsonSchema {
  const keysOf = new Map<number, FailureKey[]>();
  for (const [key, { code }] of failureList) keysOf.set(code, [...(keysOf.get(code) ?? []), key]);
  const nameOf = (key: FailureKey) => key.replace(/\W|(?=[A-Z])/g, '_').toUpperCase();
  return {
    type: 'object',
    description: 'A failure: `msg` describes it in the language of `lan`.',
    properties: {
      code: {
        type: 'integer',
        description: failureList.map(([key, { code }]) => `- ${code} \`${key}\`: ${wordsOf(key)}`).join('\n'),
        enum: [...keysOf.keys()],
        'x-enum-varnames': [...keysOf.values()].map((keys) => keys.map(nameOf).join('_OR_')),
      },
      msg: { type: 'string' },
      data: {},
    },
    required: ['code', 'msg'],
  };
}
