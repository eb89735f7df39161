// The zod schemas of a call as JSON Schema that people can read.
import { z } from 'zod';

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  $defs?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  $ref?: string;
}

const entityPlace = '#/components/schemas/';
const isNull = (schema: JsonSchema) => schema.type === 'null';

const schemaMaps = new Set(['properties', '$defs']);
const schemaLists = new Set(['anyOf', 'oneOf', 'allOf']);
const schemas = new Set(['items', 'additionalProperties']);

/** Applies `change` to every schema below `node`, innermost first; field names that look like keywords stay. */
function rewrite(node: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown) =>
    typeof value === 'object' && value !== null ? rewrite(value as JsonSchema, change) : value;
  const entries = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    if (schemas.has(keyword)) return [keyword, inner(value)];
    if (schemaLists.has(keyword)) return [keyword, (value as unknown[]).map(inner)];
    if (!schemaMaps.has(keyword)) return [keyword, value];
    const map = Object.entries(value as object).map(([name, one]) => [name, inner(one)]);
    return [keyword, Object.fromEntries(map)];
  });
  return change(Object.fromEntries(entries));
}

/** Bounds that only say "fits a double" say nothing to a reader, and answers may gain fields. */
function withoutNoise(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, additionalProperties, $schema: _dialect, id: _name, ...rest } = schema;
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
  };
}

/**
 * The form to send: each field declares its best form first and the tolerated ones (numbers as text, null for
 * absent) after it; a document that listed them all at every field would hide what is meant. An empty text that clears
 * a field may come first.
 */
function bestForm(schema: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = schema;
  if (anyOf) {
    const best = anyOf.find((one) => !isNull(one) && one.const !== '') ?? {};
    return { ...best, ...rest };
  }
  return type === undefined ? rest : { type: Array.isArray(type) ? type[0] : type, ...rest };
}

/** JSON Schema of the input of a call before or after its transformations, in its best form. */
export function schemaOfInput(input: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const raw = z.toJSONSchema(input, { io, unrepresentable: 'any' }) as JsonSchema;
  return rewrite(raw, (schema) => withoutNoise(bestForm(schema)));
}

/** JSON Schema of what a call takes: an object, also for calls without arguments. */
export const inputSchema = (input: z.ZodType): JsonSchema => ({
  type: 'object',
  ...schemaOfInput(input, 'input'),
});

/**
 * JSON Schema of what a call answers. Entities that the contract names are put into `entities` and referred to as
 * `#/components/schemas/<name>`.
 */
export function outputSchema(output: z.ZodType, entities: Record<string, JsonSchema>): JsonSchema {
  const raw = z.toJSONSchema(output, { io: 'output' }) as JsonSchema;
  const placed = rewrite(raw, (schema) => {
    const name = schema.$ref?.replace('#/$defs/', '');
    return withoutNoise(name === undefined ? schema : { ...schema, $ref: entityPlace + name });
  });
  const { $defs = {}, ...schema } = placed;
  Object.assign(entities, $defs);
  return schema;
}

/** The entity behind a reference made by `outputSchema`, with its name; undefined for any other schema. */
export function entityOf(schema: JsonSchema, entities: Record<string, JsonSchema>) {
  const name = schema.$ref?.replace(entityPlace, '');
  const entity = name === undefined ? undefined : entities[name];
  return name === undefined || entity === undefined ? undefined : { name, entity };
}
