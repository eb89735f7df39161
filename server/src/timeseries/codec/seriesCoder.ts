// Codes a column as differences from a prediction: from its own trend, or from another column, because the modules of a
// roof have similar irradiance. The most compact form is selected per column.
import { type BitReader, type BitWriter, newChances, resetChances } from './bitCoder.ts';
import { BlockUnreadable, isPackable, MOST, NotPackable, unZigZag, zigZag } from './blockShape.ts';
import { lengthOf, type NumberModel } from './numberCoder.ts';

/** What is expected next. `Ratio` and `Shift` go by a second column, those with `Near` by a third. */
const Same = 0;
const Onward = 1;
const Ratio = 2;
const Shift = 3;
const RatioNear = 4;
const ShiftNear = 5;
const FORMS = 6;
const FORM_BITS = 3;
/** Of both sums that a ratio is made of, what is left with each reading. */
const KEPT = 15 / 16;

/**
 * Already decoded columns of the same readings for the prediction: the reference column, and the neighboring one if
 * there are several.
 */
export interface Guides {
  by?: Float64Array | undefined;
  near?: Float64Array | undefined;
}

/** Predicts the next value from the preceding ones: identical for writer and reader, so it may never change. */
class Expectation {
  readonly #isRatio: boolean;
  readonly #isOnward: boolean;
  readonly #by: Float64Array | undefined = undefined;
  #last = 0;
  #step = 0;
  #byLast = Number.NaN;
  #sum = 0;
  #bySum = 0;
  constructor(form: number, { by, near }: Guides) {
    this.#isOnward = form === Onward;
    this.#isRatio = form === Ratio || form === RatioNear;
    if (form === Ratio || form === Shift) this.#by = by;
    else if (form === RatioNear || form === ShiftNear) this.#by = near;
  }
  /** Of reading `i`. */
  next(i: number): number {
    if (this.#by === undefined) return this.#isOnward ? within(this.#last + this.#step) : this.#last;
    const now = this.#by[i]!;
    if (this.#isRatio)
      return this.#bySum > 0 && now >= 0 ? within(Math.round((this.#sum / this.#bySum) * now)) : this.#last;
    // Both start from 0.
    const shift = now - (Number.isNaN(this.#byLast) ? 0 : this.#byLast);
    return Number.isNaN(shift) ? this.#last : within(this.#last + shift);
  }
  /** Records the actual value. */
  note(i: number, value: number): void {
    this.#step = value - this.#last;
    this.#last = value;
    const now = this.#by?.[i] ?? Number.NaN;
    if (Number.isNaN(now)) return;
    this.#byLast = now;
    this.#sum = this.#sum * KEPT + value;
    this.#bySum = this.#bySum * KEPT + now;
  }
}

const within = (value: number): number => Math.max(-MOST, Math.min(MOST, value));

/** Bits that a column would take about, by a form. */
function costOf(values: Float64Array, form: number, guides: Guides): number {
  const expected = new Expectation(form, guides);
  let cost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const residual = zigZag(value - expected.next(i));
    cost += residual < 16 ? SMALL_COSTS[residual]! : 1 + 2 * lengthOf(residual);
    expected.note(i, value);
  }
  return cost;
}

/** Half a bit for what is as expected; others by how many numbers are as far off. */
const SMALL_COSTS = Float64Array.from({ length: 16 }, (_, residual) => 0.5 + 2 * Math.log2(1 + residual));

function bestForm(values: Float64Array, guides: Guides): number {
  let best = Same;
  let least = Number.POSITIVE_INFINITY;
  for (let form = Same; form < FORMS; form++) {
    if (form >= RatioNear ? !guides.near : form >= Ratio && !guides.by) continue;
    const cost = costOf(values, form, guides);
    if (cost < least) [best, least] = [form, cost];
  }
  return best;
}

/** Number of values to code: all later ones equal the prediction. */
function codedCount(values: Float64Array, form: number, guides: Guides): number {
  const expected = new Expectation(form, guides);
  let coded = 0;
  values.forEach((value, i) => {
    if (value !== expected.next(i)) coded = i + 1;
    expected.note(i, value);
  });
  return coded;
}

const gaps = newChances(2);

/**
 * Writes a column in its most compact form.
 * @throws NotPackable
 */
export function writeSeries(
  out: BitWriter,
  model: NumberModel,
  values: Float64Array,
  guides: Guides = {},
): void {
  let hasGaps = 0;
  for (const value of values) {
    if (Number.isNaN(value)) hasGaps = 1;
    else if (!isPackable(value)) throw new NotPackable(`${value}`);
  }
  const form = bestForm(values, guides);
  const least = hasGaps === 1 ? values.length : codedCount(values, form, guides);
  const coded = least < values.length / 2 ? least : values.length;
  out.plain(form, FORM_BITS);
  out.plain(hasGaps, 1);
  const isCut = coded < values.length ? 1 : 0;
  out.plain(isCut, 1);
  if (isCut === 1) for (const shift of [10, 0]) out.plain((coded >> shift) & 1023, 10);
  const expected = new Expectation(form, guides);
  resetChances(gaps);
  model.begin();
  let wasThere = 1;
  for (let i = 0; i < coded; i++) {
    const value = values[i]!;
    if (hasGaps === 1) {
      const isThere = Number.isNaN(value) ? 0 : 1;
      out.bit(gaps, wasThere, isThere);
      wasThere = isThere;
      if (isThere === 0) continue;
    }
    model.write(out, zigZag(value - expected.next(i)));
    expected.note(i, value);
  }
}

/**
 * Reads a column of this many readings.
 * @throws BlockUnreadable
 */
export function readSeries(
  from: BitReader,
  model: NumberModel,
  count: number,
  guides: Guides = {},
): Float64Array {
  const form = from.plain(FORM_BITS);
  const hasGaps = from.plain(1);
  const coded = from.plain(1) === 0 ? count : from.plain(10) * 1024 + from.plain(10);
  const isGuided = form >= RatioNear ? guides.near : form < Ratio || guides.by;
  if (form >= FORMS || !isGuided) throw new BlockUnreadable('a column in it has an unknown form');
  const values = new Float64Array(count);
  const expected = new Expectation(form, guides);
  resetChances(gaps);
  model.begin();
  let wasThere = 1;
  for (let i = 0; i < count; i++) {
    if (hasGaps === 1) {
      wasThere = from.bit(gaps, wasThere);
      if (wasThere === 0) {
        values[i] = Number.NaN;
        continue;
      }
    }
    const value = expected.next(i) + (i < coded ? unZigZag(model.read(from)) : 0);
    values[i] = value;
    expected.note(i, value);
  }
  return values;
}
