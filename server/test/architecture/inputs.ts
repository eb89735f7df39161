// Input fields that no handler reads: the API document would promise something that the product does not do.
import fs from 'node:fs';
import path from 'node:path';
import { addressOf, type Contract, type Endpoint } from '@helioport/contract/endpoint';
import { inputSchema, type JsonSchema } from '@helioport/contract/jsonSchema';
import { importsOf, targetOf } from './directions.ts';

/** Fields that no code of the server names, with what keeps their promise instead. */
export const readElsewhere: Readonly<Record<string, string>> = {
  'v2/sign-up password2': 'the contract compares it with the password',
  'v2/reset-password-email password2': 'the contract compares it with the password',
  'v2/demo/remove isSure': 'the contract takes nothing but true',
  'v2/site/createFast prices.exportPrice': 'the list is kept as it came; domain/src/prices.ts reads it',
  'v2/site/createFast prices.bands': 'the list is kept as it came; domain/src/prices.ts reads it',
};

/** A handler reads its input itself, or hands it to what it imports, up to so many imports away. */
const STEPS = 3;

/** The fields of a schema with those of their groups and lists, such as `filters.status`. */
export function fieldsOf({ properties = {}, items, anyOf = [] }: JsonSchema, before = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    `${before}${name}`,
    ...fieldsOf(schema, `${before}${name}.`),
  ]);
  return [
    ...new Set([...own, ...[...(items ? [items] : []), ...anyOf].flatMap((one) => fieldsOf(one, before))]),
  ];
}

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
const typeImports = /^import type [^;]*;$/gm;

/** The source of a file and of those of the server whose values it imports, as many steps away. */
function sourceFrom(root: string, file: string, steps = STEPS, seen = new Set<string>()): string {
  const at = path.join(root, file);
  if (seen.has(file) || !fs.existsSync(at)) return '';
  seen.add(file);
  const source = withoutComments(fs.readFileSync(at, 'utf8')).replace(typeImports, '');
  if (steps === 0) return source;
  const targets = importsOf(source).flatMap((specifier) => targetOf(file, specifier) ?? []);
  return [source, ...targets.map((target) => sourceFrom(root, target, steps - 1, seen))].join('\n');
}

const isNamed = (source: string, field: string) =>
  new RegExp(`(?<![\\w$])${field.split('.').at(-1)}(?![\\w$])`).test(source);

/** Fields that calls take and that neither the file of the call nor what it leans on names, as `path field`. */
export const unreadInputs = (contracts: Readonly<Record<string, Contract>>, root: string): string[] =>
  Object.values(contracts)
    .flatMap((contract): Endpoint[] => Object.values(contract))
    .flatMap((endpoint) => {
      const { room: noun, name } = addressOf(endpoint.path);
      const source = sourceFrom(root, `server/src/api/${noun}/${name}.ts`);
      return fieldsOf(inputSchema(endpoint.input))
        .filter((field) => !isNamed(source, field))
        .map((field) => `${endpoint.path} ${field}`);
    });
