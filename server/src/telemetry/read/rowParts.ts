// Many rows of `report` as typed arrays, from the bytes in which the store hands them over: a value of JavaScript per value
// of a row would cost several times as much.
import { type RawBuilder, sql } from 'kysely';
import { inputCount, inputCounter, measureColumn, roleColumn } from '../catalogue.ts';
import {
  type InputName,
  isRole,
  type Part,
  PHASES,
  phaseName,
  type ReadingsOf,
  type ScalarName,
} from './readingParts.ts';

/** PostgreSQL counts from here. */
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 4_294_967_296;

/** A packed day among the rows. */
export interface PackedDay {
  width: number;
  bytes: Buffer;
}

/** What was handed over of one device. */
export interface DeviceRows {
  /** Its rows in the order of time; null where it has none. */
  part: Part | null;
  packed: PackedDay[];
}

function scalarColumn(name: ScalarName): RawBuilder<unknown> {
  // Almost all words are 0, and nothing is handed over quicker.
  if (name === 'statusBits') return sql`nullif(r.status_bits, 0)`;
  return isRole(name) ? sql.raw(roleColumn('r', name)) : measureColumn('r', name);
}

const inputColumn = (name: InputName): RawBuilder<unknown> =>
  name === 'inputCounter' ? sql.raw(inputCounter('r')) : measureColumn('r', name, 'input');

const phasesOf = ({ phases = [] }: ReadingsOf) =>
  phases.flatMap((key) => Array.from({ length: PHASES }, (_, i) => ({ key, i, name: phaseName(key, i) })));

/**
 * What is selected of `r`, a row of `report`, in the order in which `rowsOf` reads it: device, instant, inputs of the row
 * where none of the lists says how many there are, what was asked for, and in place of it the bytes of a packed day.
 */
export function columnsOfRows(which: ReadingsOf): RawBuilder<unknown>[] {
  const lists = which.inputs.map(inputColumn);
  const width = sql.raw(inputCount('r'));
  return [
    sql`r.device_id`,
    sql`r.at`,
    lists.length === 0 ? width : sql`case when coalesce(${sql.join(lists)}) is null then ${width} end`,
    ...which.scalars.map(scalarColumn),
    ...phasesOf(which).map(({ key, i }) => sql`(${measureColumn('r', key, 'phase')})[${sql.lit(i + 1)}]`),
    ...lists,
    sql`null::bytea`,
  ];
}

/** The same of `b`, a row of `report_block`. */
export const columnsOfBlocks = (which: ReadingsOf): RawBuilder<unknown>[] => [
  sql`b.device_id`,
  sql`null`,
  sql`b.width`,
  ...[...which.scalars, ...phasesOf(which), ...which.inputs].map(() => sql`null`),
  sql`b.bytes`,
];

/** Reads fields one after the other: each is its length, and then its bytes. */
class Fields {
  at = 0;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }
  /** The number of fields stands before each row. */
  count(): number {
    this.at += 2;
    return this.#view.getInt16(this.at - 2);
  }
  skip(): void {
    const size = this.#view.getInt32(this.at);
    this.at += size < 0 ? 4 : 4 + size;
  }
  /** A whole number of 2, 4 or 8 bytes; NaN for null. */
  number(): number {
    const view = this.#view;
    const size = view.getInt32(this.at);
    const from = this.at + 4;
    if (size < 0) {
      this.at = from;
      return Number.NaN;
    }
    this.at = from + size;
    if (size === 4) return view.getInt32(from);
    if (size === 8) return view.getInt32(from) * TWO_32 + view.getUint32(from + 4);
    return view.getInt16(from);
  }
  /** Entries of a list; 0 for null. */
  length(): number {
    const from = this.at;
    this.skip();
    // Dimensions, whether there are nulls, type; then per dimension its length and first index.
    return this.#view.getInt32(from) < 0 || this.#view.getInt32(from + 4) === 0
      ? 0
      : this.#view.getInt32(from + 16);
  }
  /** Writes a list's entries from a place on; those that are null leave what is there. */
  list(into: Float64Array, place: number): void {
    const view = this.#view;
    const end = this.at + 4 + Math.max(0, view.getInt32(this.at));
    let from = this.at + 24;
    for (let i = place; from < end; i++) {
      const size = view.getInt32(from);
      from += 4;
      if (size < 0) continue;
      into[i] = view.getInt32(from);
      from += size;
    }
    this.at = end;
  }
  bytes(): Buffer {
    const from = this.at + 4;
    this.skip();
    return this.#bytes.subarray(from, this.at);
  }
}

interface Found {
  instants: number[];
  /** Where the values of each row begin. */
  places: number[];
  width: number;
  packed: PackedDay[];
}

/** Takes apart what a select of these columns copied out, by devices. `kinds`: those of the devices. */
export function rowsOf(
  bytes: Buffer,
  which: ReadingsOf,
  kinds: ReadonlyMap<number, number>,
): Map<number, DeviceRows> {
  const devices = findRows(bytes, which);
  const fields = new Fields(bytes);
  return new Map(
    [...devices].map(([deviceId, found]) => [
      deviceId,
      {
        part: found.places.length === 0 ? null : partOf(fields, found, which, kinds.get(deviceId)!),
        packed: found.packed,
      },
    ]),
  );
}

/** Which rows each device has, and where they stand. */
function findRows(bytes: Buffer, which: ReadingsOf): Map<number, Found> {
  const devices = new Map<number, Found>();
  const values = which.scalars.length + phasesOf(which).length;
  const fields = new Fields(bytes);
  while (!fields.isAtEnd()) {
    fields.count();
    const deviceId = fields.number();
    let found = devices.get(deviceId);
    if (!found) {
      found = { instants: [], places: [], width: 0, packed: [] };
      devices.set(deviceId, found);
    }
    const micros = fields.number();
    let width = fields.number() || 0;
    const place = fields.at;
    for (let i = 0; i < values; i++) fields.skip();
    for (let i = 0; i < which.inputs.length; i++) width = Math.max(width, fields.length());
    if (Number.isNaN(micros)) {
      found.packed.push({ width, bytes: fields.bytes() });
      continue;
    }
    fields.skip();
    found.instants.push(Math.round(micros / 1000) + EPOCH_2000_MS);
    found.places.push(place);
    if (width > found.width) found.width = width;
  }
  return devices;
}

function partOf(fields: Fields, { instants, places, width }: Found, which: ReadingsOf, kind: number): Part {
  const count = places.length;
  const names = [...which.scalars, ...phasesOf(which).map(({ name }) => name)];
  const scalars = names.map(() => new Float64Array(count));
  const inputs = which.inputs.map(() => new Float64Array(count * width).fill(Number.NaN));
  const order = inOrder(instants);
  for (let i = 0; i < count; i++) {
    fields.at = places[order === null ? i : order[i]!]!;
    for (const values of scalars) values[i] = fields.number();
    for (const values of inputs) fields.list(values, i * width);
  }
  return {
    kind,
    width,
    at: Float64Array.from(order === null ? instants : order.map((i) => instants[i]!)),
    scalars: new Map(names.map((name, i) => [name, scalars[i]!])),
    inputs: new Map(which.inputs.map((name, i) => [name, inputs[i]!])),
  };
}

/** Rows come as they lie, which is almost always the order of time: null. Else the places of the earlier ones first. */
function inOrder(instants: readonly number[]): number[] | null {
  for (let i = 1; i < instants.length; i++)
    if (instants[i - 1]! > instants[i]!)
      return [...instants.keys()].sort((a, b) => instants[a]! - instants[b]!);
  return null;
}
