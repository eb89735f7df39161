// The packed form of what one device reported on one day. Pure: bytes in, numbers out. Measures change slowly, so each
// column is written by itself as differences from report to report in as few bytes as they need, and what still repeats
// is left to deflate.
//
//   version (1 byte) | CRC-32 of the rest (4, big-endian) | deflated body
//   body:   varint reports | times | varint columns | per column: name length, name, form, varint bytes, data
//   series: form (bit 1 with gaps: a bit per report follows; bit 2 differences of differences) | zig-zag varints
//   lists:  series of their lengths, then one series for each place in them, of the reports that reach so far
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** The only version there is. A reader keeps all that ever were. */
const VERSION = 1;
const HEAD = 5;
/** Differences of two values up to here are exact in a double, after zig-zag too. */
const MOST = 2 ** 51;
/** No report comes more often than four times a second for a whole day. */
const MOST_REPORTS = 4 * 86_400;
/** No body is larger: what claims to be is no block of ours. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Lists of one column over all reports. */
export interface Lists {
  /** Their lengths; NaN where a report has none. */
  lengths: Float64Array;
  /** The longest. */
  width: number;
  /** `width` values for each report, NaN where there is none. */
  values: Float64Array;
}

/** Reports of one device in the order of time, in the numbers that the store keeps; NaN is "not there". */
export interface PackedReports {
  /** Instants in ms. */
  at: Float64Array;
  scalars: Map<string, Float64Array>;
  lists: Map<string, Lists>;
}

/** The bytes are no block, or no longer the one that was written. */
export class BlockUnreadable extends Error {
  override readonly name = 'BlockUnreadable';
}

/** A number that no block can hold: not whole, or beyond any measure. */
export class NotPackable extends Error {
  override readonly name = 'NotPackable';
}

class Writer {
  #bytes = Buffer.allocUnsafe(4096);
  #at = 0;

  byte(value: number): void {
    if (this.#at === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#at++] = value;
  }
  bytes(values: Uint8Array): void {
    this.#grow(values.length);
    this.#bytes.set(values, this.#at);
    this.#at += values.length;
  }
  varint(value: number): void {
    let rest = value;
    for (; rest >= 0x4000_0000; rest = Math.floor(rest / 128)) this.byte((rest % 128) + 128);
    for (; rest >= 128; rest >>>= 7) this.byte((rest & 127) | 128);
    this.byte(rest);
  }
  /** 0, -1, 1, -2 … as 0, 1, 2, 3 …: small whatever the sign. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }
  done(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
  #grow(by: number): void {
    if (this.#at + by <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + by));
    this.#bytes.copy(wider, 0, 0, this.#at);
    this.#bytes = wider;
  }
}

class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new BlockUnreadable('it ends too early');
    return value;
  }
  bytes(length: number): Uint8Array {
    if (!(this.#at + length <= this.#bytes.length)) throw new BlockUnreadable('it ends too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  varint(): number {
    const first = this.byte();
    if (first < 128) return first;
    let value = first & 127;
    let worth = 128;
    for (let length = 1; length < 8; length++) {
      const byte = this.byte();
      value += (byte & 127) * worth;
      if (byte < 128) return value;
      worth *= 128;
    }
    throw new BlockUnreadable('a number in it is too long');
  }
  signed(): number {
    const value = this.varint();
    // Almost all differences are short, and integers of 31 bits are quicker than doubles.
    if (value < 0x4000_0000) return (value >>> 1) ^ -(value & 1);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  /** Adds up `count` differences, and hands over what they come to. */
  sums(values: Float64Array, count: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    let last = 0;
    for (let i = 0; i < count; i++) {
      const byte = bytes[at];
      // Almost all differences take one byte.
      if (byte !== undefined && byte < 128) {
        at++;
        last += (byte >>> 1) ^ -(byte & 1);
      } else {
        this.#at = at;
        last += this.signed();
        at = this.#at;
      }
      values[i] = last;
    }
    this.#at = at;
  }
  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}

const WITH_GAPS = 1;
const TWICE = 2;

function writeSeries(out: Writer, values: Float64Array, isTwice = false): void {
  const hasGaps = values.some((value) => Number.isNaN(value));
  out.byte((hasGaps ? WITH_GAPS : 0) | (isTwice ? TWICE : 0));
  if (hasGaps) {
    const bits = new Uint8Array(Math.ceil(values.length / 8));
    values.forEach((value, i) => {
      if (!Number.isNaN(value)) bits[i >> 3]! |= 1 << (i & 7);
    });
    out.bytes(bits);
  }
  let last = 0;
  let step = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || Math.abs(value) > MOST) throw new NotPackable(`${value}`);
    const difference = value - last;
    out.signed(isTwice ? difference - step : difference);
    last = value;
    step = difference;
  }
}

function readSeries(from: Reader, count: number): Float64Array {
  const form = from.byte();
  if (form > (WITH_GAPS | TWICE)) throw new BlockUnreadable('a column in it has an unknown form');
  const isTwice = (form & TWICE) !== 0;
  const bits = (form & WITH_GAPS) === 0 ? null : from.bytes(Math.ceil(count / 8));
  const values = new Float64Array(count);
  if (form === 0) {
    from.sums(values, count);
    return values;
  }
  let last = 0;
  let step = 0;
  for (let i = 0; i < count; i++) {
    if (bits !== null && (bits[i >> 3]! & (1 << (i & 7))) === 0) {
      values[i] = Number.NaN;
      continue;
    }
    step = isTwice ? step + from.signed() : from.signed();
    last += step;
    values[i] = last;
  }
  return values;
}

const placeOf = ({ lengths, width, values }: Lists, place: number): Float64Array => {
  const reach: number[] = [];
  for (let i = 0; i < lengths.length; i++) if (lengths[i]! > place) reach.push(values[i * width + place]!);
  return Float64Array.from(reach);
};

function writeLists(out: Writer, lists: Lists): void {
  writeSeries(out, lists.lengths);
  for (let place = 0; place < lists.width; place++) writeSeries(out, placeOf(lists, place));
}

function readLists(from: Reader, count: number): Lists {
  const lengths = readSeries(from, count);
  let width = 0;
  for (const length of lengths) {
    if (length < 0 || length > 1000) throw new BlockUnreadable('a list in it is too long');
    if (length > width) width = length;
  }
  const values = new Float64Array(count * width).fill(Number.NaN);
  for (let place = 0; place < width; place++) {
    let reach = 0;
    for (const length of lengths) if (length > place) reach++;
    const series = readSeries(from, reach);
    for (let i = 0, n = 0; i < count; i++) if (lengths[i]! > place) values[i * width + place] = series[n++]!;
  }
  return { lengths, width, values };
}

/** The list of one report; null where it has none. */
export function listAt({ lengths, width, values }: Lists, report: number): (number | null)[] | null {
  const length = lengths[report]!;
  if (Number.isNaN(length)) return null;
  return Array.from(values.subarray(report * width, report * width + length), (value) =>
    Number.isNaN(value) ? null : value,
  );
}

const SCALAR = 0;
const LIST = 1;

/**
 * Packs reports. Columns of which no report has anything are left out.
 * @throws NotPackable when a number is not whole or out of all bounds.
 */
export function packBlock({ at, scalars, lists }: PackedReports): Buffer {
  const columns: { name: string; form: number; data: Buffer }[] = [];
  const isThere = (values: Float64Array) => values.some((value) => !Number.isNaN(value));
  for (const [name, values] of scalars) {
    if (!isThere(values)) continue;
    const data = new Writer();
    writeSeries(data, values);
    columns.push({ name, form: SCALAR, data: data.done() });
  }
  for (const [name, list] of lists) {
    if (!isThere(list.lengths)) continue;
    const data = new Writer();
    writeLists(data, list);
    columns.push({ name, form: LIST, data: data.done() });
  }
  const body = new Writer();
  body.varint(at.length);
  writeSeries(body, at, true);
  body.varint(columns.length);
  for (const { name, form, data } of columns) {
    body.byte(name.length);
    body.bytes(Buffer.from(name, 'ascii'));
    body.byte(form);
    body.varint(data.length);
    body.bytes(data);
  }
  const deflated = deflateRawSync(body.done());
  const block = Buffer.allocUnsafe(HEAD + deflated.length);
  block[0] = VERSION;
  block.writeUInt32BE(crc32(deflated), 1);
  block.set(deflated, HEAD);
  return block;
}

/**
 * Unpacks a block, only the columns of `wanted` where they are named.
 * @throws BlockUnreadable for bytes that are torn, of a newer version, or were never a block.
 */
export function unpackBlock(block: Buffer, wanted?: ReadonlySet<string>): PackedReports {
  if (block.length < HEAD) throw new BlockUnreadable('it is too short');
  if (block[0] !== VERSION) throw new BlockUnreadable(`it is of version ${block[0]}`);
  const deflated = block.subarray(HEAD);
  if (crc32(deflated) !== block.readUInt32BE(1)) throw new BlockUnreadable('its checksum is wrong');
  let inflated: Buffer;
  try {
    inflated = inflateRawSync(deflated, { maxOutputLength: MOST_BYTES });
  } catch {
    throw new BlockUnreadable('it cannot be inflated');
  }
  const body = new Reader(inflated);
  const count = body.varint();
  if (count > MOST_REPORTS) throw new BlockUnreadable('it claims more reports than a day has room for');
  const reports: PackedReports = { at: readSeries(body, count), scalars: new Map(), lists: new Map() };
  for (let columns = body.varint(); columns > 0; columns--) {
    const name = Buffer.from(body.bytes(body.byte())).toString('ascii');
    const form = body.byte();
    const data = body.bytes(body.varint());
    if (wanted && !wanted.has(name)) continue;
    const column = new Reader(data);
    if (form === SCALAR) reports.scalars.set(name, readSeries(column, count));
    else if (form === LIST) reports.lists.set(name, readLists(column, count));
    else throw new BlockUnreadable('a column in it has an unknown form');
    if (!column.isAtEnd()) throw new BlockUnreadable('a column in it is longer than it says');
  }
  if (!body.isAtEnd()) throw new BlockUnreadable('there is more than it says');
  return reports;
}
