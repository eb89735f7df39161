// The pages of docs/api, made from the contract: the same contract gives the same pages, byte for byte.
import fs from 'node:fs';
import type { Contract, Endpoint } from '@helioport/contract/endpoint';
import { entityOf, inputSchema, type JsonSchema, outputSchema } from '@helioport/contract/jsonSchema';
import { grantInWords } from '@helioport/contract/openapi';

/** The page of docs/api that is not made from the contract but from real calls. */
export const ACCESS_PAGE = 'access.md';

type Entities = Record<string, JsonSchema>;

interface Fixture {
  path: string;
  kind: string;
  response?: { data?: unknown };
}

/** Complete answers that public clients are known to read, by path. */
function samples(): Map<string, unknown> {
  const file = new URL('../contract/fixtures/publicClients.json', import.meta.url);
  const fixtures = JSON.parse(fs.readFileSync(file, 'utf8')) as Fixture[];
  return new Map(fixtures.filter((one) => one.kind === 'whole').map((one) => [one.path, one.response?.data]));
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function typeInWords(schema: JsonSchema, entities: Entities): string {
  const entity = entityOf(schema, entities);
  if (entity) return `[${entity.name}](#${entity.name.toLowerCase()})`;
  if (schema.anyOf) return schema.anyOf.map((one) => typeInWords(one, entities)).join(' or ');
  const { enum: choices, const: only } = schema;
  if (Array.isArray(choices)) return choices.map((one) => `\`${String(one)}\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (schema.type === 'array') return `list of ${typeInWords(schema.items ?? {}, entities)}`;
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
}

/** One row per field, those of unnamed objects inside with their path. */
function fieldRows(schema: JsonSchema, entities: Entities, at = ''): string[] {
  if (schema.type === 'array') return fieldRows(schema.items ?? {}, entities, `${at}[]`);
  const needed = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const row = [
      `\`${path}\``,
      typeInWords(field, entities),
      needed.has(name) ? 'yes' : '',
      cell(field.description ?? ''),
    ];
    return [`| ${row.join(' | ')} |`, ...fieldRows(field, entities, path)];
  });
}

function table(schema: JsonSchema, entities: Entities, always: string): string[] {
  const rows = fieldRows(schema, entities);
  if (rows.length === 0) return [];
  return [`| field | type | ${always} | |`, '|---|---|---|---|', ...rows];
}

function answerLines(schema: JsonSchema, entities: Entities): string[] {
  const whole = entityOf(schema, entities);
  if (whole) return [`Response: ${typeInWords(schema, entities)}`];
  const rows = table(schema, entities, 'always');
  if (schema.type === 'array') return ['Response: a list of', '', ...rows];
  return rows.length === 0 ? ['Response: none'] : ['Response:', '', ...rows];
}

function callLines(entry: Endpoint, entities: Entities, sample: unknown): string[] {
  const takes = table(inputSchema(entry.input), entities, 'required');
  const facts = [
    `- Access: ${grantInWords(entry.grant)}`,
    `- Changes data: ${entry.writes ? 'yes' : 'no'}`,
    ...(entry.aliases.length > 0
      ? [`- Also available at: ${entry.aliases.map((path) => `\`${path}\``).join(', ')}`]
      : []),
    ...(entry.timeoutMs === 20_000 ? [] : [`- May take up to ${entry.timeoutMs / 1000} s`]),
  ];
  const shown = JSON.stringify(sample, null, 2);
  return [
    `## ${entry.path}`,
    '',
    entry.summary,
    '',
    ...facts,
    '',
    ...(takes.length === 0 ? ['Parameters: none'] : ['Parameters:', '', ...takes]),
    '',
    ...answerLines(outputSchema(entry.output, entities), entities),
    ...(shown === undefined || shown === '{}' ? [] : ['', 'Sample `data`:', '', '```json', shown, '```']),
    '',
  ];
}

/** The entities that a page mentions, and those that these mention. */
function mentioned(lines: readonly string[], entities: Entities): string[] {
  const found = new Set<string>();
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\[(\w+)\]\(#/g)) {
      const entity = entities[name];
      if (!entity || found.has(name)) continue;
      found.add(name);
      visit(fieldRows(entity, entities).join('\n'));
    }
  };
  visit(lines.join('\n'));
  return [...found].sort();
}

function modulePage(module: string, calls: Contract, answers: Map<string, unknown>): string {
  const entities: Entities = {};
  const body = Object.values(calls).flatMap((entry) => {
    const paths = [entry.path, ...entry.aliases];
    const sample = paths.map((path) => answers.get(path)).find((one) => one !== undefined);
    return callLines(entry, entities, sample);
  });
  const shapes = mentioned(body, entities).flatMap((name) => [
    `### ${name}`,
    '',
    ...table(entities[name] ?? {}, entities, 'always'),
    '',
  ]);
  return [
    `# ${module}`,
    '',
    'Generated by `npm run routes -- --docs` from the contract; edit that instead.',
    '',
    ...body,
    ...(shapes.length > 0 ? ['## Shapes', '', ...shapes] : []),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

/** File name to text of every page of docs/api. */
export function apiPages(modules: Readonly<Record<string, Contract>>): Map<string, string> {
  const answers = samples();
  const pages = Object.entries(modules).map(([module, calls]): [string, string] => [
    `${module}.md`,
    modulePage(module, calls, answers),
  ]);
  return new Map(pages);
}
