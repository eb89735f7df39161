// Second version of the compressed day: each column separately, so that a reader can skip columns, as differences from a
// prediction (seriesCoder.ts) in an adaptive binary code (bitCoder.ts).
//
//   body:    varint readings | varint bytes, times | varint columns | per column: name, form, data
//   name:    its number, or 0, its length and itself
//   form:    all readings have the same number (zig-zag varint follows) | a series (varint bytes, series) |
//            lists (number of the reference scalar from 1, or 0; varint bytes; series of their lengths, one for each place)
import { BitReader, BitWriter } from './bitCoder.ts';
import {
  type BlockReadings,
  BlockUnreadable,
  ByteReader,
  isPackable,
  type Lists,
  listsOf,
  unZigZag,
  zigZag,
} from './blockShape.ts';
import { NumberModel } from './numberCoder.ts';
import { type Guides, readSeries, writeSeries } from './seriesCoder.ts';

/** Names that are written as their place from 1. They keep it for ever; others are written out. */
const names = [
  'kind has_own_time status_bits state power energy energy_total dc_voltage dc_current ac_voltage frequency temperature',
  'grid_power home_power battery_power generator_power soc energy_imported energy_exported energy_charged',
  'energy_discharged energy_consumed power_factor reactive_power insulation_resistance signal_strength power_limit',
  'ch_power ch_energy ch_energy_total ch_dc_voltage ch_dc_current ph_voltage ph_current ph_power',
].flatMap((line) => line.split(' '));

const SAME = 0;
const SERIES = 1;
const LISTS = 2;

/** The first index and the others have different statistics. */
const first = new NumberModel();
const others = new NumberModel();

class ByteWriter {
  readonly #bytes: number[] = [];
  byte(value: number): void {
    this.#bytes.push(value);
  }
  all(values: Uint8Array): void {
    for (const value of values) this.#bytes.push(value);
  }
  varint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
    this.#bytes.push(rest);
  }
  sized(values: Uint8Array): void {
    this.varint(values.length);
    this.all(values);
  }
  done(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

function seriesBytes(values: Float64Array): Buffer {
  const out = new BitWriter();
  first.reset();
  writeSeries(out, first, values);
  return out.done();
}

/** The values at one index of all lists, NaN for shorter lists. */
const placeOf = ({ lengths, width, values }: Lists, place: number): Float64Array =>
  Float64Array.from(lengths, (_, i) => values[i * width + place]!);

function listBytes(lists: Lists, scalar: Float64Array | undefined): Buffer {
  const out = new BitWriter();
  first.reset();
  others.reset();
  writeSeries(out, first, lists.lengths);
  first.reset();
  const guides: Guides = { by: scalar };
  for (let place = 0; place < lists.width; place++) {
    const values = placeOf(lists, place);
    writeSeries(out, place === 0 ? first : others, values, guides);
    if (place === 0) guides.by = values;
    else guides.near = values;
  }
  return out.done();
}

function readListBytes(bytes: Uint8Array, count: number, scalar: Float64Array | undefined): Lists {
  const from = new BitReader(bytes);
  first.reset();
  others.reset();
  const lists = listsOf(readSeries(from, first, count));
  first.reset();
  const { width, values } = lists;
  const guides: Guides = { by: scalar };
  for (let place = 0; place < width; place++) {
    const series = readSeries(from, place === 0 ? first : others, count, guides);
    for (let i = 0; i < count; i++) values[i * width + place] = series[i]!;
    if (place === 0) guides.by = series;
    else guides.near = series;
  }
  demandEnd(from);
  return lists;
}

function readSeriesBytes(bytes: Uint8Array, count: number): Float64Array {
  const from = new BitReader(bytes);
  first.reset();
  const series = readSeries(from, first, count);
  demandEnd(from);
  return series;
}

function demandEnd(from: BitReader): void {
  if (!from.isAtEnd()) throw new BlockUnreadable('a column in it is not as long as it says');
}

const isThere = (values: Float64Array) => values.some((value) => !Number.isNaN(value));

/**
 * Writes the part after the checksum. Columns without values are omitted.
 * @throws NotPackable if a number is not an integer or out of range.
 */
export function writeVersionTwo({ at, scalars, lists }: BlockReadings): Buffer {
  const body = new ByteWriter();
  const name = (text: string) => {
    const known = names.indexOf(text) + 1;
    body.byte(known);
    if (known === 0) body.sized(Buffer.from(text, 'ascii'));
  };
  const ofScalars = [...scalars].filter(([, values]) => isThere(values));
  const ofLists = [...lists].filter(([, { lengths }]) => isThere(lengths));
  body.varint(at.length);
  body.sized(seriesBytes(at));
  body.varint(ofScalars.length + ofLists.length);
  for (const [text, values] of ofScalars) {
    name(text);
    const isSame = isPackable(values[0]!) && values.every((value) => value === values[0]);
    body.byte(isSame ? SAME : SERIES);
    if (isSame) body.varint(zigZag(values[0]!));
    else body.sized(seriesBytes(values));
  }
  for (const [text, list] of ofLists) {
    name(text);
    body.byte(LISTS);
    // Inputs and phases are coded relative to the column of the device: the power of an input relative to that of the
    // device.
    const whole = ofScalars.findIndex(([scalar]) => text.endsWith(`_${scalar}`));
    body.varint(whole + 1);
    body.sized(listBytes(list, ofScalars[whole]?.[1]));
  }
  return body.done();
}

/** A scalar column decoded on first use: other columns may depend on it. */
type Scalar = () => Float64Array;

/**
 * Reads what follows the checksum, only the columns of `wanted` where they are named.
 * @throws BlockUnreadable
 */
export function readVersionTwo(bytes: Uint8Array, wanted?: ReadonlySet<string>): BlockReadings {
  const body = new ByteReader(bytes);
  const count = body.count();
  const at = readSeriesBytes(body.take(body.varint()), count);
  const readings: BlockReadings = { at, scalars: new Map(), lists: new Map() };
  const known: Scalar[] = [];
  for (let columns = body.varint(); columns > 0; columns--) {
    const number = body.byte();
    const name = number === 0 ? Buffer.from(body.take(body.varint())).toString('ascii') : names[number - 1];
    if (name === undefined) throw new BlockUnreadable('a column in it has an unknown name');
    const isWanted = !wanted || wanted.has(name);
    const form = body.byte();
    if (form === LISTS) {
      const place = body.varint();
      const data = body.take(body.varint());
      if (place > known.length) throw new BlockUnreadable('a column in it goes by none');
      if (isWanted) readings.lists.set(name, readListBytes(data, count, known[place - 1]?.()));
    } else {
      const scalar = scalarAt(body, form, count);
      known.push(scalar);
      if (isWanted) readings.scalars.set(name, scalar());
    }
  }
  if (!body.isAtEnd()) throw new BlockUnreadable('there is more than it says');
  return readings;
}

function scalarAt(body: ByteReader, form: number, count: number): Scalar {
  if (form === SAME) {
    const value = unZigZag(body.varint());
    return () => new Float64Array(count).fill(value);
  }
  if (form !== SERIES) throw new BlockUnreadable('a column in it has an unknown form');
  const data = body.take(body.varint());
  let read: Float64Array | undefined;
  return () => {
    read ??= readSeriesBytes(data, count);
    return read;
  };
}
