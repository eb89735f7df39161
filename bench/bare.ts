// Bare PostgreSQL with the same rows: what nothing of ours could beat.
import type { Database } from '@helioport/server/platform/db';
import { measureColumns } from '@helioport/server/timeseries/catalogue';

const BATCH = 2_000;
const AT_ONCE = 2;

interface Span {
  fromMs: number;
  toMs: number;
}

/**
 * Inserts the stored reports of a span into a table of the same columns and key, without asking whether they are there, and
 * returns the ms: batches as the pipeline makes them, two on their way, each durable. What is sent is made before.
 */
export async function insertBare(
  pool: Database['pool'],
  { fromMs, toMs }: Span,
  most: number,
): Promise<number> {
  await pool.query(
    `create table if not exists bench_bare (like reading, primary key (site_id, device_id, at))`,
  );
  const scalars = ['site_id', 'device_id', 'kind', 'has_own_time', 'status_bits', 'state'];
  const columns = measureColumns.filter(({ name }) => used.has(name));
  const texts = [
    'array_agg(extract(epoch from at)::float8)::text',
    ...scalars.map((name) => `array_agg(${name})::text`),
    ...columns.map(({ name, place }) => `array_agg(${name}${place === 'device' ? '' : '::text'})::text`),
  ];
  const { rows: batches } = await pool.query<{ values: string[] }>(
    `select array[${texts.join(', ')}] as values from (
       select r.*, (row_number() over (order by at, device_id) - 1) / ${BATCH} as batch from reading r
       where at >= to_timestamp($1::float8 / 1000) and at < to_timestamp($2::float8 / 1000) limit $3
     ) r group by batch order by batch`,
    [fromMs, toMs, most],
  );
  const types = [
    'float8',
    'bigint',
    'bigint',
    'smallint',
    'boolean',
    'int',
    'smallint',
    ...columns.map(({ place, type }) => (place === 'device' ? type : 'text')),
  ];
  const names = [...scalars, ...columns.map(({ name }) => name)];
  const statement = {
    name: 'bare-insert',
    text: `insert into bench_bare (at, ${names.join(', ')})
           select to_timestamp(at), ${[...scalars, ...columns.map(({ name, place, type }) => (place === 'device' ? name : `${name}::${type}`))].join(', ')}
           from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) as i(at, ${names.join(', ')})`,
  };
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        await pool.query({ ...statement, values: batch.values });
    }),
  );
  return performance.now() - startedAt;
}

/** The columns that frames fill. */
const used = new Set(
  ['power', 'dc_voltage', 'ac_voltage', 'frequency', 'temperature', 'energy'].flatMap((name) =>
    ['dc_voltage', 'power', 'energy'].includes(name) ? [name, `ch_${name}`] : [name],
  ),
);
