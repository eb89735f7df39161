// The rules for the input of a call as plain data, for the forms that collect it. The build of the portal replaces each
// `fieldRules(room.call)` with its result (web/leanContract.ts), so that no page loads the schemas.
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
    ...{ minLength, maxLength, pattern, isEmail: format === 'email', min: minimum, max: maximum, isWhole },
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value !== false),
  );
}

/** The rules for each input field of a call, taken from its schema before and after its transformations. */
export function fieldRules<E extends Endpoint>({
  input,
}: E): FieldRules<keyof NonNullable<InputOf<E>> & string> {
  const [before, after] = (['input', 'output'] as const).map(
    (io) => z.toJSONSchema(input, { io, unrepresentable: 'any' }) as JsonSchema,
  );
  const rules = Object.entries(before?.properties ?? {}).map(([name, schema]) => {
    const result = after?.properties?.[name] ?? {};
    const form = { ...firstForm(schema), ...firstForm(result) };
    const mayBeEmpty = namesEmpty(schema) || namesEmpty(result);
    return [name, ruleOf(form, before?.required?.includes(name) ?? false, mayBeEmpty)];
  });
  return Object.fromEntries(rules) as FieldRules<keyof NonNullable<InputOf<E>> & string>;
}
