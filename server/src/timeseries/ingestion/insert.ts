// The two inserts that every reading costs. Arrays and `unnest`: one statement per batch, prepared once per connection
// and set of columns.

import { type MeasureColumn, measureColumns, namesOf } from '../catalogue.ts';
import { numberLists, numbers, plainTexts } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import { type Cells, cellOf, columnsWith, type IncomingReading } from '../reading.ts';

/** Prepared statements, one per set of columns. Devices of one model always send the same set. */
const MOST_PREPARED = 50;

/** Caches a statement per set of columns; beyond the limit, statements are unnamed and not prepared. */
export function statementsBy(
  name: string,
  textFor: (columns: readonly MeasureColumn[]) => string,
): (columns: readonly MeasureColumn[]) => { name?: string; text: string } {
  const known = new Map<string, { name: string; text: string }>();
  return (columns) => {
    const signature = namesOf(columns);
    const found = known.get(signature);
    if (found) return found;
    const text = textFor(columns);
    if (known.size >= MOST_PREPARED) return { text };
    const made = { name: `${name}-${known.size}`, text };
    known.set(signature, made);
    return made;
  };
}

/** The values of a column over all rows, as the parameter of its place in `unnest`. */
export function columnCells(column: MeasureColumn, rows: readonly Cells[]): string {
  return column.place === 'device'
    ? numbers(rows.map((row) => row.scalars[column.key] ?? null))
    : numberLists(rows.map((row) => (cellOf(row, column) as readonly (number | null)[] | undefined) ?? null));
}

/** `$8::int[], $9::text[]`: lists travel as texts, because SQL arrays cannot be ragged. */
export const parametersOf = (columns: readonly MeasureColumn[], from: number): string =>
  columns.map(({ place, type }, i) => `$${from + i}::${place === 'device' ? type : 'text'}[]`).join(', ');

/** The columns of `alias`, lists turned from texts into what they are. */
export const castOf = (columns: readonly MeasureColumn[], alias: string): string =>
  columns
    .map(({ name, place, type }) => (place === 'device' ? `${alias}.${name}` : `${alias}.${name}::${type}`))
    .join(', ');

const ownColumns = 'kind, has_own_time, status_bits, state';
const every = namesOf(measureColumns);
const replaced = `${ownColumns}, ${every}`;
const after = (alias: string) => replaced.replace(/\w+/g, `${alias}.$&`);
/** `, ` before a list that may be empty. */
const more = (list: string): string => (list === '' ? '' : `, ${list}`);

// A replacement replaces the whole reading: missing columns are null in `excluded`.
const insertStatement = statementsBy(
  'reading-insert',
  (columns) => `with input as (
             select n::int, site_id, device_id, to_timestamp(at / 1000) as at, ${ownColumns}${more(castOf(columns, 'i'))}
             from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::smallint[], $5::boolean[], $6::int[],
               $7::smallint[]${more(parametersOf(columns, 8))}) with ordinality
               as i(site_id, device_id, at, ${ownColumns}${more(namesOf(columns))}, n)
           ), stored as (
             insert into reading as r (site_id, device_id, at, ${ownColumns}${more(namesOf(columns))})
             select site_id, device_id, at, ${ownColumns}${more(namesOf(columns))} from input
             on conflict (site_id, device_id, at) do update set (${replaced}) = row(${after('excluded')})
             where (${after('r')}) is distinct from (${after('excluded')})
             returning r.device_id, r.at
           )
           select n - 1 as n from input i
           where not exists (select from stored s where s.device_id = i.device_id and s.at = i.at)`,
);

/**
 * Inserts readings; one that is there already is replaced when it differs. Returns the positions of those that were
 * there with the same content. No two may have the same device and instant.
 */
export async function insertReadings(
  sql: Queryable,
  readings: readonly IncomingReading[],
): Promise<number[]> {
  if (readings.length === 0) return [];
  const column = <T>(pick: (reading: IncomingReading) => T): T[] => readings.map(pick);
  const columns = columnsWith(readings);
  const { rows } = await sql.query<{ n: number }>({
    ...insertStatement(columns),
    values: [
      numbers(column((r) => r.siteId)),
      numbers(column((r) => r.deviceId)),
      numbers(column((r) => r.atMs)),
      numbers(column((r) => r.kind)),
      plainTexts(column((r) => (r.hasOwnTime ? 't' : 'f'))),
      numbers(column((r) => r.statusBits)),
      numbers(column((r) => r.state)),
      ...columns.map((one) => columnCells(one, readings)),
    ],
  });
  return rows.map((row) => row.n);
}

/** Stores the raw bytes of readings that have them. */
export async function insertRaw(sql: Queryable, readings: readonly IncomingReading[]): Promise<void> {
  const kept = readings.flatMap(({ deviceId, atMs, raw }) => (raw ? [{ deviceId, atMs, ...raw }] : []));
  if (kept.length === 0) return;
  await sql.query({
    name: 'raw-insert',
    text: `insert into raw_frame (device_id, at, bytes, checks)
           select device_id, to_timestamp(at / 1000), decode(hex, 'hex'), checks
           from unnest($1::bigint[], $2::float8[], $3::text[], $4::smallint[]) as i(device_id, at, hex, checks)`,
    values: [
      numbers(kept.map((k) => k.deviceId)),
      numbers(kept.map((k) => k.atMs)),
      plainTexts(
        kept.map((k) => Buffer.from(k.bytes.buffer, k.bytes.byteOffset, k.bytes.length).toString('hex')),
      ),
      numbers(kept.map((k) => k.checks)),
    ],
  });
}

/** Keeps a body that was no frame (device 0), so that a better decoder can be tried on it. */
export async function keepRefused(
  sql: Queryable,
  bytes: Uint8Array,
  atMs: number,
  refusal: string,
): Promise<void> {
  await sql.query({
    text: `insert into raw_frame (device_id, at, bytes, refusal) values (0, to_timestamp($1::float8 / 1000), $2, $3)`,
    values: [atMs, Buffer.from(bytes), refusal],
  });
}
