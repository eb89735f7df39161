// Why the input of a call is not valid: its fields with the rules of the contract, for programs that call the API.
import type { z } from 'zod';
import { type JsonSchema, schemaOfInput } from './jsonSchema.ts';

const FIELDS_NAMED = 5;
const VALUES_NAMED = 20;

type Issue = z.core.$ZodIssue;
interface Found {
  issue: Issue;
  path: PropertyKey[];
}

const schemas = new WeakMap<z.ZodType, readonly JsonSchema[]>();

/** The schema before and after its transformations, calculated once per call. */
function schemasOf(input: z.ZodType): readonly JsonSchema[] {
  const known = schemas.get(input);
  if (known) return known;
  const made = (['input', 'output'] as const).map((io) => schemaOfInput(input, io));
  schemas.set(input, made);
  return made;
}

/** The issues within the form of a union that fits the value, else the union itself. */
function innermost(issue: Issue, before: PropertyKey[] = []): Found[] {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ issue, path }];
  const inside = issue.errors.find((form) => form.length > 0 && form.every((one) => one.path.length > 0));
  return inside ? inside.flatMap((one) => innermost(one, path)) : [{ issue, path }];
}

const schemaAt = (schema: JsonSchema | undefined, path: readonly PropertyKey[]): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>(
    (at, key) => (typeof key === 'number' ? at?.items : at?.properties?.[String(key)]),
    schema,
  );

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Partial<Record<PropertyKey, unknown>> | null)?.[key], value);

function rangeOf(kind: string, from: number | undefined, to: number | undefined, unit = ''): string {
  if (from !== undefined && to !== undefined) return `${kind} from ${from} to ${to}${unit}`;
  if (from !== undefined) return `${kind} from ${from}${unit}`;
  return to === undefined ? kind : `${kind} up to ${to}${unit}`;
}

const choiceOf = (values: readonly unknown[]): string =>
  values.length > VALUES_NAMED ? `one of ${values.length} values` : `one of ${values.join(', ')}`;

/** The keywords that limit a value. */
interface Limits {
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

function ruleOfSchema(schema: JsonSchema): string | undefined {
  const {
    minimum,
    maximum,
    exclusiveMaximum: below,
    minLength,
    maxLength,
    minItems,
    maxItems,
  } = schema as Limits;
  if (Array.isArray(schema.enum)) return choiceOf(schema.enum);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case 'integer':
      return rangeOf('whole number', minimum, maximum);
    case 'number':
      return `${rangeOf('number', minimum, maximum)}${below === undefined ? '' : ` to below ${below}`}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return rangeOf(minItems === undefined ? 'list of' : 'list', minItems, maxItems, ' entries');
    case 'object':
      return 'object';
    case 'string':
      if (schema.format === 'email') return 'email address';
      if (typeof schema.pattern === 'string') return `text matching ${schema.pattern}`;
      return rangeOf('text', minLength, maxLength, ' characters');
    default:
      return undefined;
  }
}

/** A rule that the contract states in words, without its beginning. */
function statedRule(issue: Issue): string | undefined {
  const isStated = issue.code === 'custom' || issue.code === 'invalid_format';
  if (!isStated || /^Invalid\b/.test(issue.message)) return undefined;
  return issue.message.replace(/^Expected (an? )?/, '').replace(/\.$/, '');
}

function ruleOf(input: z.ZodType, { issue, path }: Found): string | undefined {
  const stated = statedRule(issue);
  if (stated !== undefined) return stated;
  const [before, after] = schemasOf(input).map((schema) => schemaAt(schema, path));
  return before || after ? ruleOfSchema({ ...before, ...after }) : undefined;
}

/**
 * Fields of an input that are not valid, each with its rule: `ratedPower (whole number from 0 to 1000000), vendor
 * (required: text)`.
 */
export function invalidFields(input: z.ZodType, value: unknown, issues: readonly Issue[]): string {
  const rules = new Map<string, string | undefined>();
  for (const found of issues.flatMap((issue) => innermost(issue))) {
    const name = found.path.map(String).join('.') || 'body';
    if (rules.size >= FIELDS_NAMED || rules.has(name)) continue;
    const rule = ruleOf(input, found);
    const isMissing = found.path.length > 0 && valueAt(value, found.path) === undefined;
    rules.set(name, isMissing ? ['required', rule].filter((one) => one !== undefined).join(': ') : rule);
  }
  return [...rules].map(([name, rule]) => (rule === undefined ? name : `${name} (${rule})`)).join(', ');
}
