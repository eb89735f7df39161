import fs from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from './harness.ts';
import { readSchema, schemaText, typeOf, typesText } from './schema.ts';

let database: TestDatabase;
let schema: Awaited<ReturnType<typeof readSchema>>;
beforeAll(async () => {
  database = await freshDatabase({ staysWhole: true });
  const client = await database.pool.connect();
  schema = await readSchema(client);
  client.release();
});
afterAll(() => database.close());

const stored = (file: string): string => fs.readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const outdated = 'The file differs from server/migrations. Run: npm run db:schema';

describe('the generated files', () => {
  it('have the schema of the migrations', () => {
    expect(stored('schema.sql') === schemaText(schema), outdated).toBe(true);
  });

  it('have the row types of the migrations', () => {
    expect(stored('src/platform/databaseTypes.ts') === typesText(schema), outdated).toBe(true);
  });

  it('change with a column, a constraint, an index and a view', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`create table planted (
        id int primary key, old_state text not null default 'x', state text check (state in ('a', 'b')))`);
      await client.query('create index planted_state on planted (state) where state is not null');
      await client.query('create view planted_view as select id from planted');
      const changed = await readSchema(client);
      expect(schemaText(changed)).toContain(`create table planted (
  id integer not null,
  old_state text default 'x'::text not null,
  state text,
  constraint planted_pkey PRIMARY KEY (id),
  constraint planted_state_check CHECK (state = ANY (ARRAY['a'::text, 'b'::text]))
);
CREATE INDEX planted_state ON planted USING btree (state) WHERE state IS NOT NULL;
`);
      expect(schemaText(changed)).toContain('create view planted_view as\n SELECT id\n   FROM planted;');
      expect(typesText(changed)).toContain(`  planted: {
    id: number;
    oldState: string;
    state: 'a' | 'b' | null;
  };
`);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('refuse a type of column that they do not have', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin; create table planted (id int primary key, spot point)');
      const changed = await readSchema(client);
      expect(() => typesText(changed)).toThrow('No type in the code for point of planted.spot');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

/** A value of each type in SQL, and as the code gets it. */
const samples: Readonly<Record<string, [value: string, read: unknown]>> = {
  bigint: ['9007199254740991', 9_007_199_254_740_991],
  'bigint[]': ["'{1,9007199254740991}'", [1, 9_007_199_254_740_991]],
  boolean: ['true', true],
  bytea: ["'\\x0001'", Buffer.from([0, 1])],
  date: ["'2026-03-29'", '2026-03-29'],
  'double precision': ['0.1', 0.1],
  'double precision[]': ["'{0.1,null}'", [0.1, null]],
  integer: ['-5', -5],
  'integer[]': ["'{-5,null}'", [-5, null]],
  jsonb: [`'{"a": [1, null]}'`, { a: [1, null] }],
  real: ['0.5', 0.5],
  'real[]': ["'{0.5,null}'", [0.5, null]],
  smallint: ['7', 7],
  'smallint[]': ["'{7}'", [7]],
  text: ["'é'", 'é'],
  'text[]': ["'{a,b}'", ['a', 'b']],
  'timestamp with time zone': ["'2026-03-29T01:30:00.123Z'", new Date('2026-03-29T01:30:00.123Z')],
  tsvector: ["'a'", "'a'"],
  uuid: ["'00000000-0000-4000-8000-000000000001'", '00000000-0000-4000-8000-000000000001'],
};

/** How the generated types write the type of a value. */
function typeName(value: unknown): string {
  if (Array.isArray(value)) {
    const [first, second] = value as unknown[];
    return second === null ? `(${typeof first} | null)[]` : `${typeof first}[]`;
  }
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return typeof value === 'object' ? 'unknown' : typeof value;
}

describe('the row types', () => {
  it('name the types of all columns, and no others', () => {
    const used = new Set(schema.tables.flatMap(({ columns }) => columns.map(({ type }) => type)));
    expect([...used].sort()).toEqual(Object.keys(typeOf).sort());
    expect(Object.keys(samples).sort()).toEqual(Object.keys(typeOf).sort());
  });

  it.each(Object.entries(samples))('are those that a query returns: %s', async (type, [value, read]) => {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.raw(value)}::${sql.raw(type)} as value`.execute(database.reads);
    expect(rows[0]!.value).toEqual(read);
    expect(typeName(rows[0]!.value)).toBe(typeOf[type]);
  });
});
