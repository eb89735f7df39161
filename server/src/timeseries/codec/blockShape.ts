// Content and errors of compressed days in all versions. Pure.

/** Largest value that can be compressed. Differences of two are exact in a double, also after zig-zag. */
export const MOST = 2 ** 51;

export const isPackable = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= MOST;

/** Limit: four readings per second for a whole day. */
const MOST_READINGS = 4 * 86_400;

/** Lists of one column over all readings. */
export interface Lists {
  /** Their lengths; NaN where a reading has none. */
  lengths: Float64Array;
  /** The longest. */
  width: number;
  /** `width` values for each reading, NaN where there is none. */
  values: Float64Array;
}

/** Readings of one device in the order of time, in the numbers that the store keeps; NaN is "not there". */
export interface BlockReadings {
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

/** The list of one reading; null where it has none. */
export function listAt({ lengths, width, values }: Lists, reading: number): (number | null)[] | null {
  const length = lengths[reading]!;
  if (Number.isNaN(length)) return null;
  return Array.from(values.subarray(reading * width, reading * width + length), (value) =>
    Number.isNaN(value) ? null : value,
  );
}

/** Allocates the values of lists of these lengths, all NaN. */
export function listsOf(lengths: Float64Array): Lists {
  let width = 0;
  for (const length of lengths) {
    if (length < 0 || length > 1000) throw new BlockUnreadable('a list in it is too long');
    if (length > width) width = length;
  }
  return { lengths, width, values: new Float64Array(lengths.length * width).fill(Number.NaN) };
}

/** 0, -1, 1, -2 … as 0, 1, 2, 3 …: small whatever the sign. */
export const zigZag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

export function unZigZag(value: number): number {
  // Almost all are short, and integers of 31 bits are quicker than doubles.
  if (value < 0x4000_0000) return (value >>> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** Bytes one after the other, of which some are whole numbers of any length. */
export class ByteReader {
  at = 0;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new BlockUnreadable('it ends too early');
    return value;
  }
  take(length: number): Uint8Array {
    if (!(this.at + length <= this.bytes.length)) throw new BlockUnreadable('it ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
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
  /** A number of readings. */
  count(): number {
    const count = this.varint();
    if (count > MOST_READINGS) throw new BlockUnreadable('it claims more readings than a day has room for');
    return count;
  }
  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}
