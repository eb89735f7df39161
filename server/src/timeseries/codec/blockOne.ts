// First version of the compressed day, still readable: each column separately as differences between readings, zig-zag
// varints, deflated as a whole.
//
//   body:   varint readings | times | varint columns | per column: name length, name, form, varint bytes, data
//   series: form (bit 1 with gaps: a bit per reading follows; bit 2 differences of differences) | zig-zag varints
//   lists:  series of their lengths, then one series per index, of the readings whose list is that long
import { inflateRawSync } from 'node:zlib';
import {
  type BlockReadings,
  BlockUnreadable,
  ByteReader,
  type Lists,
  listsOf,
  unZigZag,
} from './blockShape.ts';

/** No body is larger: what claims to be is no block of ours. */
const MOST_BYTES = 256 * 1024 * 1024;

const WITH_GAPS = 1;
const TWICE = 2;
const SCALAR = 0;
const LIST = 1;

/**
 * Reads what follows the checksum, only the columns of `wanted` where they are named.
 * @throws BlockUnreadable
 */
export function readVersionOne(deflated: Uint8Array, wanted?: ReadonlySet<string>): BlockReadings {
  const body = new ByteReader(inflated(deflated));
  const count = body.count();
  const readings: BlockReadings = { at: readSeries(body, count), scalars: new Map(), lists: new Map() };
  for (let columns = body.varint(); columns > 0; columns--) {
    const name = Buffer.from(body.take(body.byte())).toString('ascii');
    const form = body.byte();
    const data = body.take(body.varint());
    if (wanted && !wanted.has(name)) continue;
    const column = new ByteReader(data);
    if (form === SCALAR) readings.scalars.set(name, readSeries(column, count));
    else if (form === LIST) readings.lists.set(name, readLists(column, count));
    else throw new BlockUnreadable('a column in it has an unknown form');
    if (!column.isAtEnd()) throw new BlockUnreadable('a column in it is longer than it says');
  }
  if (!body.isAtEnd()) throw new BlockUnreadable('there is more than it says');
  return readings;
}

function inflated(deflated: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(deflated, { maxOutputLength: MOST_BYTES });
  } catch {
    throw new BlockUnreadable('it cannot be inflated');
  }
}

function readSeries(from: ByteReader, count: number): Float64Array {
  const form = from.byte();
  if (form > (WITH_GAPS | TWICE)) throw new BlockUnreadable('a column in it has an unknown form');
  const isTwice = (form & TWICE) !== 0;
  const bits = (form & WITH_GAPS) === 0 ? null : from.take(Math.ceil(count / 8));
  const values = new Float64Array(count);
  let last = 0;
  let step = 0;
  if (form === 0) {
    for (let i = 0; i < count; i++) {
      // Almost all differences take one byte.
      const byte = from.bytes[from.at];
      if (byte !== undefined && byte < 128) {
        from.at++;
        last += (byte >>> 1) ^ -(byte & 1);
      } else last += unZigZag(from.varint());
      values[i] = last;
    }
    return values;
  }
  for (let i = 0; i < count; i++) {
    if (bits !== null && (bits[i >> 3]! & (1 << (i & 7))) === 0) {
      values[i] = Number.NaN;
      continue;
    }
    const difference = unZigZag(from.varint());
    step = isTwice ? step + difference : difference;
    last += step;
    values[i] = last;
  }
  return values;
}

function readLists(from: ByteReader, count: number): Lists {
  const lists = listsOf(readSeries(from, count));
  const { lengths, width, values } = lists;
  for (let place = 0; place < width; place++) {
    let reach = 0;
    for (const length of lengths) if (length > place) reach++;
    const series = readSeries(from, reach);
    for (let i = 0, n = 0; i < count; i++) if (lengths[i]! > place) values[i * width + place] = series[n++]!;
  }
  return lists;
}
