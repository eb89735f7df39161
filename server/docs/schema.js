// JSON Schema of the document as rows of a table and as bodies to begin with. Pure: knows no page.

/** The schema behind a reference, with the reference's own description kept. */
export function resolve(schema, entities) {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const { $ref: _reference, ...own } = schema;
  return { ...entities[name], ...own, title: name };
}

const isNull = (schema) => schema.type === 'null';
const choicesOf = (schema) => schema.anyOf ?? schema.oneOf;

/** What a field takes or gives, in words: `list of Module`, `number or null`. */
export function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const choices = choicesOf(schema);
  if (choices) return [...new Set(choices.map((one) => typeOf(one)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(', ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.type ?? 'anything';
}

/** Description and bounds of a field as one sentence or two. */
export function aboutOf(schema) {
  const { minimum, maximum, minLength, maxLength, pattern, format } = schema;
  const span = (from, to, what) => {
    if (from !== undefined && to !== undefined) return `${from} to ${to}${what}`;
    if (from !== undefined) return `at least ${from}${what}`;
    return to === undefined ? '' : `at most ${to}${what}`;
  };
  return [
    schema.description ?? '',
    span(minimum, maximum, ''),
    span(minLength, maxLength, ' characters'),
    format ?? '',
    // A description says in words what the pattern says in signs.
    pattern && !schema.description ? `\`${pattern}\`` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The object that a schema is about, looking through lists and choices with null; undefined for plain values. */
function objectIn(schema, entities) {
  const whole = resolve(schema, entities);
  if (whole.type === 'array' && whole.items) return objectIn(whole.items, entities);
  const choice = choicesOf(whole)?.find((one) => !isNull(one));
  if (choice) return objectIn(choice, entities);
  return whole.properties || typeof whole.additionalProperties === 'object' ? whole : undefined;
}

/**
 * One row per field, depth first. An entity is spelled out once per branch, so that a tree of menus has an end.
 * @returns {{ name: string, path: string, depth: number, type: string, isRequired: boolean, about: string }[]}
 */
export function rowsOf(schema, entities, depth = 0, at = '', above = []) {
  const whole = objectIn(schema, entities);
  if (!whole) return [];
  const row = (name, field, isRequired) => {
    const path = at === '' ? name : `${at}.${name}`;
    const inner = objectIn(field, entities);
    const isAbove = inner?.title !== undefined && above.includes(inner.title);
    const below = isAbove ? [] : rowsOf(field, entities, depth + 1, path, [...above, inner?.title]);
    return [{ name, path, depth, type: typeOf(field), isRequired, about: aboutOf(field) }, ...below];
  };
  const required = new Set(whole.required);
  const named = Object.entries(whole.properties ?? {}).flatMap(([name, field]) =>
    row(name, field, required.has(name)),
  );
  const others = whole.additionalProperties;
  return typeof others === 'object' && others !== null ? [...named, ...row('<key>', others, false)] : named;
}

const beginnings = { string: '', integer: 0, number: 0, boolean: false };

/** A body to begin with: the fields that must be there, or all of them; `known` are values already typed by name. */
export function sampleOf(schema, entities, { all = false, known = {} } = {}) {
  const whole = resolve(schema, entities);
  const choice = choicesOf(whole)?.find((one) => !isNull(one));
  if (choice) return sampleOf(choice, entities, { all, known });
  if (whole.const !== undefined) return whole.const;
  if (whole.enum) return whole.enum[0];
  if (whole.type === 'array')
    return all && whole.items ? [sampleOf(whole.items, entities, { all, known })] : [];
  if (!whole.properties) return beginnings[whole.type] ?? {};
  const required = new Set(whole.required);
  return Object.fromEntries(
    Object.entries(whole.properties)
      .filter(([name]) => all || required.has(name))
      .map(([name, field]) => [name, known[name] ?? sampleOf(field, entities, { all, known })]),
  );
}
