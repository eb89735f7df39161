// Many rows of `report` as typed arrays. `array_send` packs a whole column into one value: a row per report would cost
// ten times as much to parse.
import { type RawBuilder, sql } from 'kysely';
import { inputCounter, measureColumn, roleColumn } from '../catalogue.ts';
import {
  type InputName,
  isRole,
  type Part,
  PHASES,
  phaseName,
  type ReadingsOf,
  type ScalarName,
} from './readingParts.ts';

const INT2 = 21;
const INT4 = 23;
/** PostgreSQL counts from here. */
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 4_294_967_296;

/** Unpacks `array_send` of integers of 2, 4 or 8 bytes, of any number of dimensions, flat. Null becomes NaN. */
function unpack(bytes: Buffer | null, length: number): Float64Array {
  const values = new Float64Array(length).fill(Number.NaN);
  if (bytes === null) return values;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const type = view.getInt32(8);
  let at = 12 + 8 * view.getInt32(0);
  for (let i = 0; i < length && at < bytes.length; i++) {
    const size = view.getInt32(at);
    at += 4;
    if (size < 0) continue;
    values[i] =
      type === INT4
        ? view.getInt32(at)
        : type === INT2
          ? view.getInt16(at)
          : view.getInt32(at) * TWO_32 + view.getUint32(at + 4);
    at += size;
  }
  return values;
}

const unpackInstants = (bytes: Buffer, length: number): Float64Array =>
  unpack(bytes, length).map((micros) => Math.round(micros / 1000) + EPOCH_2000_MS);

export type Row = {
  deviceId: number;
  kind: number;
  width: number;
  count: number;
  at: Buffer;
  /** Set in packed days only. */
  bytes: null;
} & Record<string, Buffer | null>;

function scalarColumn(name: ScalarName): RawBuilder<unknown> {
  // Almost all words are 0, and nothing packs smaller.
  if (name === 'statusBits') return sql`nullif(r.status_bits, 0)`;
  return isRole(name) ? sql.raw(roleColumn('r', name)) : measureColumn('r', name);
}

const inputName = (name: InputName) => `input/${name}`;

/** What is packed, under the name that its value comes back by. */
export function packsOf({
  scalars,
  inputs,
  phases = [],
}: ReadingsOf): { name: string; value: RawBuilder<unknown> }[] {
  return [
    ...scalars.map((name) => ({
      name,
      value: sql`array_agg(${scalarColumn(name)})`,
    })),
    // Lists of one length only can be aggregated, empty and null ones cannot.
    ...inputs.map((name) => {
      const list = name === 'inputCounter' ? sql.raw(inputCounter('r')) : measureColumn('r', name, 'input');
      const padded = sql`coalesce(${list}, array_fill(null::int, array[r.width]))`;
      return { name: inputName(name), value: sql`array_agg(${padded}) filter (where r.width > 0)` };
    }),
    ...phases.flatMap((key) =>
      Array.from({ length: PHASES }, (_, i) => ({
        name: phaseName(key, i),
        value: sql`array_agg((${measureColumn('r', key, 'phase')})[${sql.lit(i + 1)}])`,
      })),
    ),
  ];
}

export function partOfRow(row: Row, { scalars, inputs, phases = [] }: ReadingsOf): Part {
  const { kind, width, count } = row;
  const phased = phases.flatMap((key) => Array.from({ length: PHASES }, (_, i) => phaseName(key, i)));
  return inOrder({
    kind,
    width,
    at: unpackInstants(row.at, count),
    scalars: new Map([...scalars, ...phased].map((name) => [name, unpack(row[name] ?? null, count)])),
    inputs: new Map(
      inputs.map((name) => [name, unpack(row[inputName(name)] ?? null, count * width)] as const),
    ),
  });
}

/** The database groups reports of several widths in no order of time. */
function inOrder(part: Part): Part {
  const { at } = part;
  let isSorted = true;
  for (let i = 1; i < at.length && isSorted; i++) isSorted = at[i - 1]! <= at[i]!;
  if (isSorted) return part;
  const order = [...at.keys()].sort((a, b) => at[a]! - at[b]!);
  const reorder = (values: Float64Array): Float64Array => {
    const per = values.length / at.length;
    const sorted = new Float64Array(values.length);
    order.forEach((from, to) => {
      sorted.set(values.subarray(from * per, (from + 1) * per), to * per);
    });
    return sorted;
  };
  const all = (columns: Map<string, Float64Array>) =>
    new Map([...columns].map(([name, values]) => [name, reorder(values)]));
  return { ...part, at: reorder(at), scalars: all(part.scalars), inputs: all(part.inputs) };
}
