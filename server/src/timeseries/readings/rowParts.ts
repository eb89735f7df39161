// Reads many rows of `reading` into typed arrays, directly from the binary stream of the database: one JavaScript value
// per field would cost several times as much.
import { type RawBuilder, sql } from 'kysely';
import type { TakeRow } from '../../platform/copyOut.ts';
import { inputCount, inputCounter, mainColumn, measureColumn } from '../catalogue.ts';
import {
  type InputName,
  isMainValue,
  type Part,
  PHASES,
  phaseName,
  type ReadingsOf,
  type ScalarName,
} from './readingParts.ts';

/** PostgreSQL counts from here. */
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 4_294_967_296;

/** A compressed day among the rows. */
export interface BlockBytes {
  width: number;
  bytes: Buffer;
}

/** Rows received of one device. */
export interface DeviceRows {
  /** Its rows in the order of time; null where it has none. */
  part: Part | null;
  blocks: BlockBytes[];
}

function scalarColumn(name: ScalarName): RawBuilder<unknown> {
  // Almost all words are 0, and null is transferred fastest.
  if (name === 'statusBits') return sql`nullif(r.status_bits, 0)`;
  return isMainValue(name) ? sql.raw(mainColumn('r', name)) : measureColumn('r', name);
}

const inputColumn = (name: InputName): RawBuilder<unknown> =>
  name === 'inputCounter' ? sql.raw(inputCounter('r')) : measureColumn('r', name, 'input');

const phasesOf = ({ phases = [] }: ReadingsOf) =>
  phases.flatMap((key) => Array.from({ length: PHASES }, (_, i) => ({ key, i, name: phaseName(key, i) })));

/**
 * Selected columns of `r`, a row of `reading`, in the order in which `RowReader` reads them: device, instant, inputs of
 * the row if the first list does not determine their number, the requested columns, and the bytes of a compressed day
 * in their place.
 */
export function columnsOfRows(which: ReadingsOf): RawBuilder<unknown>[] {
  const lists = which.inputs.map(inputColumn);
  const width = sql.raw(inputCount('r'));
  return [
    sql`r.device_id`,
    sql`r.at`,
    // For most rows, the first list determines the number of inputs; checking more costs more.
    lists[0] === undefined ? width : sql`case when ${lists[0]} is null then ${width} end`,
    ...which.scalars.map(scalarColumn),
    ...phasesOf(which).map(({ key, i }) => sql`(${measureColumn('r', key, 'phase')})[${sql.lit(i + 1)}]`),
    ...lists,
    sql`null::bytea`,
  ];
}

/** The same for `b`, a row of `reading_block`. */
export const columnsOfBlocks = (which: ReadingsOf): RawBuilder<unknown>[] => [
  sql`b.device_id`,
  sql`null`,
  sql`b.width`,
  ...[...which.scalars, ...phasesOf(which), ...which.inputs].map(() => sql`null`),
  sql`b.bytes`,
];

/** Initial capacity in rows: half a day of readings every five minutes, with reserve. */
const INITIAL_ROWS = 160;

/** Growing columns of one device's rows. */
class Columns {
  count = 0;
  width = 0;
  isInOrder = true;
  at: Float64Array;
  scalars: Float64Array[];
  inputs: Float64Array[];
  readonly blocks: BlockBytes[] = [];
  readonly #scalarCount: number;
  readonly #inputCount: number;
  constructor(scalarCount: number, inputCount: number) {
    this.#scalarCount = scalarCount;
    this.#inputCount = inputCount;
    this.at = new Float64Array(0);
    this.scalars = Array.from({ length: scalarCount }, () => this.at);
    this.inputs = Array.from({ length: inputCount }, () => this.at);
  }
  /** Increases the capacity. */
  grow(): void {
    this.#lay(Math.max(INITIAL_ROWS, 2 * this.at.length), this.width);
  }
  /** Adds columns for more inputs; earlier rows have NaN there. */
  widen(width: number): void {
    this.#lay(this.at.length, width);
  }
  /** Reallocates the columns in one buffer, with all complete rows and the values of the row being read. */
  #lay(rows: number, width: number): void {
    const buffer = new ArrayBuffer(8 * rows * (1 + this.#scalarCount + this.#inputCount * width));
    let place = 0;
    const column = (length: number) => {
      place += 8 * length;
      return new Float64Array(buffer, place - 8 * length, length);
    };
    const { at, scalars, inputs, count, width: before } = this;
    this.width = width;
    this.at = column(rows);
    this.at.set(at);
    this.scalars = scalars.map((values) => {
      const wider = column(rows);
      wider.set(values);
      return wider;
    });
    this.inputs = inputs.map((values) => {
      const wider = column(rows * width);
      if (width === before) wider.set(values);
      else {
        wider.fill(Number.NaN);
        for (let i = 0; i <= count; i++) wider.set(values.subarray(i * before, (i + 1) * before), i * width);
      }
      return wider;
    });
  }
}

/** Takes what a select of these columns copies out, row by row, and puts it together by devices. */
export class RowReader {
  readonly #names: string[];
  readonly #inputNames: readonly InputName[];
  readonly #devices = new Map<number, Columns>();
  #bytes: Buffer | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));
  constructor(which: ReadingsOf) {
    this.#names = [...which.scalars, ...phasesOf(which).map(({ name }) => name)];
    this.#inputNames = which.inputs;
  }

  /** Takes a row. */
  readonly take: TakeRow = (bytes, from) => {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const view = this.#view;
    // The number of fields, then the length of the first.
    const device = this.#columnsOf(view.getInt32(from + 6) * TWO_32 + view.getUint32(from + 10));
    let at = from + 14;
    const isBlock = view.getInt32(at) < 0;
    at += 4;
    if (isBlock) {
      this.#takeBlock(device, bytes, at);
      return;
    }
    const i = device.count;
    if (i === device.at.length) device.grow();
    const micros = view.getInt32(at) * TWO_32 + view.getUint32(at + 4);
    const atMs = Math.round(micros / 1000) + EPOCH_2000_MS;
    at += 8;
    if (i > 0 && device.at[i - 1]! > atMs) device.isInOrder = false;
    device.at[i] = atMs;
    const widthSize = view.getInt32(at);
    at += 4;
    if (widthSize > 0) {
      const width = view.getInt32(at);
      if (width > device.width) device.widen(width);
      at += widthSize;
    }
    for (const values of device.scalars) {
      const size = view.getInt32(at);
      at += 4;
      values[i] = numberAt(view, at, size);
      if (size > 0) at += size;
    }
    for (let k = 0; k < this.#inputNames.length; k++) {
      const size = view.getInt32(at);
      at += 4;
      // Dimensions, whether there are nulls, type; then per dimension its length and first index.
      const length = size < 0 || view.getInt32(at) === 0 ? 0 : view.getInt32(at + 12);
      if (length > device.width) device.widen(length);
      const { width } = device;
      const values = device.inputs[k]!;
      let entry = at + 20;
      for (let to = i * width, end = to + length; to < end; to++) {
        const isThere = view.getInt32(entry) > 0;
        values[to] = isThere ? view.getInt32(entry + 4) : Number.NaN;
        entry += isThere ? 8 : 4;
      }
      for (let to = i * width + length; to < (i + 1) * width; to++) values[to] = Number.NaN;
      if (size > 0) at += size;
    }
    device.count++;
  };

  /** What was taken, by devices. `kinds`: those of the devices. */
  devices(kinds: ReadonlyMap<number, number>): Map<number, DeviceRows> {
    return new Map(
      [...this.#devices].map(([deviceId, columns]) => [
        deviceId,
        {
          part: columns.count === 0 ? null : this.#partOf(columns, kinds.get(deviceId)!),
          blocks: columns.blocks,
        },
      ]),
    );
  }

  #columnsOf(deviceId: number): Columns {
    let columns = this.#devices.get(deviceId);
    if (!columns) {
      columns = new Columns(this.#names.length, this.#inputNames.length);
      this.#devices.set(deviceId, columns);
    }
    return columns;
  }

  /** Reads the width, skips the columns, and reads the bytes. */
  #takeBlock({ blocks }: Columns, bytes: Buffer, from: number): void {
    const size = this.#view.getInt32(from);
    const width = numberAt(this.#view, from + 4, size) || 0;
    const at = from + 4 + Math.max(0, size) + 4 * (this.#names.length + this.#inputNames.length);
    blocks.push({ width, bytes: bytes.subarray(at + 4, at + 4 + this.#view.getInt32(at)) });
  }

  #partOf({ count, width, isInOrder, at, scalars, inputs }: Columns, kind: number): Part {
    // Rows arrive in physical order, which is almost always the order of time.
    const order = isInOrder ? null : [...at.subarray(0, count).keys()].sort((a, b) => at[a]! - at[b]!);
    const column = (values: Float64Array, per = 1): Float64Array => {
      if (order === null) return values.subarray(0, count * per);
      const sorted = new Float64Array(count * per);
      order.forEach((from, to) => {
        sorted.set(values.subarray(from * per, (from + 1) * per), to * per);
      });
      return sorted;
    };
    return {
      kind,
      width,
      at: column(at),
      scalars: new Map(this.#names.map((name, i) => [name, column(scalars[i]!)])),
      inputs: new Map(this.#inputNames.map((name, i) => [name, column(inputs[i]!, width)])),
    };
  }
}

/** A whole number of 2, 4 or 8 bytes; NaN for null. */
function numberAt(view: DataView, at: number, size: number): number {
  if (size < 0) return Number.NaN;
  if (size === 4) return view.getInt32(at);
  if (size === 8) return view.getInt32(at) * TWO_32 + view.getUint32(at + 4);
  return view.getInt16(at);
}
