// The rules for the input of a call as plain data, for the forms that collect it. The build of the portal replaces each
// `fieldRules(room.call)` and `fieldRules(room.call, 'part')` with the result (web/leanContract.ts), so that no page
// loads the schemas.
import { z } from 'zod';
import type { Endpoint, InputOf } from './endpoint.ts';
import type { JsonSchema } from './jsonSchema.ts';

/** What a field takes. Absent members do not restrict it. */
export interface FieldRule {
  /** The field takes no empty text, or is a number that must be given. */
  isRequired?: boolean;
  /** Characters. */
  minLength?: number;
  maxLength?: number;
  /** Source of a regular expression that the whole text matches. */
  pattern?: string;
  isEmail?: boolean;
  /** Smallest and largest number, in the unit of the field. */
  min?: number;
  max?: number;
  isWhole?: boolean;
}

export type FieldRules<Name extends string = string> = Readonly<Partial<Record<Name, FieldRule>>>;

/** The first form that a field takes, except null and '': others are for tolerated clients. */
function firstForm(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const form = anyOf?.find(({ type, const: only }) => type !== 'null' && only !== '');
  return form === undefined ? rest : firstForm({ ...rest, ...form });
}

const namesEmpty = ({ const: only, anyOf }: JsonSchema): boolean => only === '' || !!anyOf?.some(namesEmpty);

function ruleOf(form: JsonSchema, isNeeded: boolean, mayBeEmpty: boolean): FieldRule {
  const { minLength, maxLength, pattern, format, minimum, maximum, type } = form as Record<string, never>;
  const isWhole = type === 'integer';
  const isNumber = isWhole || type === 'number';
  const takesEmpty = mayBeEmpty || (!minLength && (pattern === undefined || new RegExp(pattern).test('')));
  const all: { [K in keyof FieldRule]: FieldRule[K] | undefined } = {
    isRequired: isNumber ? isNeeded : !takesEmpty,
    minLength,
    maxLength,
    pattern,
    isEmail: format === 'email',
    min: minimum,
    max: maximum,
    isWhole,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value !== false),
  );
}

/** The names of the fields of an object, or of the objects in a list. */
type NamesIn<T> = keyof (NonNullable<T> extends readonly (infer Item)[]
  ? NonNullable<Item>
  : NonNullable<T>) &
  string;

/** What this file reads of the definition of a schema. */
interface Definition {
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
}

/** The object behind a schema that may be absent, a list or transformed; undefined if there is none. */
function objectIn(schema: z.core.$ZodType | undefined): z.ZodObject | undefined {
  if (schema === undefined) return undefined;
  if (schema instanceof z.ZodObject) return schema;
  const { in: before, out, innerType, element, options = [] } = schema._zod.def as Definition;
  const found = [before, out, innerType, element, ...options].map(objectIn);
  return found.find((object) => object !== undefined);
}

/**
 * The rules for each input field of a call, or of a part of its input, taken from its schema before and after its
 * transformations.
 */
export function fieldRules<E extends Endpoint>(endpoint: E): FieldRules<NamesIn<InputOf<E>>>;
export function fieldRules<E extends Endpoint, P extends NamesIn<InputOf<E>>>(
  endpoint: E,
  part: P,
): FieldRules<
  NamesIn<Extract<NonNullable<InputOf<E>>, object>[P & keyof Extract<NonNullable<InputOf<E>>, object>]>
>;
export function fieldRules({ input }: Endpoint, part?: string): FieldRules {
  const schema = part === undefined ? input : objectIn(objectIn(input)?.shape[part]);
  if (schema === undefined) throw new Error(`Input has no object or list of objects named ${part}`);
  const [before, after] = (['input', 'output'] as const).map(
    (io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema,
  );
  const rules = Object.entries(before?.properties ?? {}).map(([name, schema]) => {
    const result = after?.properties?.[name] ?? {};
    const form = { ...firstForm(schema), ...firstForm(result) };
    const mayBeEmpty = namesEmpty(schema) || namesEmpty(result);
    return [name, ruleOf(form, before?.required?.includes(name) ?? false, mayBeEmpty)];
  });
  return Object.fromEntries(rules) as FieldRules;
}
