// Whole numbers from 0 as bits whose chances are learned: first whether it is 0, then how many bits it has, then those
// below the first. Small numbers are learned one by one, of large ones only the first bits: the rest is noise.
import { type BitReader, type BitWriter, newChances, resetChances } from './bitCoder.ts';

/** Contexts: how long the two numbers before were. */
const CONTEXTS = 5;
/** Lengths from 1 to 15 by themselves; the last place stands for all above, and the length follows. */
const LENGTHS = 16;
const LONGER = LENGTHS - 1;
/** Numbers with up to this many bits are fully adaptive; of longer ones, the first `LEARNED` bits. */
const ALL_LEARNED = 8;
const LEARNED = 4;
const AT_ONCE = 12;

const TREES = 8;
const SMALL = TREES + CONTEXTS * LENGTHS;
const LARGE = SMALL + (2 << ALL_LEARNED);
const CHANCES = LARGE + (LENGTHS - ALL_LEARNED) * (1 << LEARNED);

/** What is known of the numbers of one stream. */
export class NumberModel {
  readonly #chances = newChances(CHANCES);
  #last = 0;
  #before = 0;

  /** Resets the model for another stream. */
  reset(): void {
    resetChances(this.#chances);
    this.begin();
  }
  /** Another series of the same stream begins: what was learned stays. */
  begin(): void {
    this.#last = 0;
    this.#before = 0;
  }

  write(out: BitWriter, value: number): void {
    const chances = this.#chances;
    const context = this.#context();
    if (value === 0) {
      out.bit(chances, context, 0);
      this.#note(0);
      return;
    }
    out.bit(chances, context, 1);
    const length = lengthOf(value);
    this.#note(length);
    const below = length - 1;
    const kind = Math.min(below, LONGER);
    writeTree(out, chances, TREES + context * LENGTHS, kind, 4);
    if (kind === LONGER) out.plain(length, 6);
    if (below <= ALL_LEARNED) {
      writeTree(out, chances, SMALL + (1 << below), value - (1 << below), below);
      return;
    }
    let rest = below - LEARNED;
    const first = Math.floor(value / 2 ** rest) % (1 << LEARNED);
    writeTree(out, chances, LARGE + (kind - ALL_LEARNED) * (1 << LEARNED), first, LEARNED);
    while (rest > 0) {
      const bits = Math.min(rest, AT_ONCE);
      rest -= bits;
      out.plain(Math.floor(value / 2 ** rest) % 2 ** bits, bits);
    }
  }

  read(from: BitReader): number {
    const chances = this.#chances;
    const context = this.#context();
    if (from.bit(chances, context) === 0) {
      this.#note(0);
      return 0;
    }
    const tree = TREES + context * LENGTHS;
    const kind = from.tree(chances, tree, 1, 4) - LENGTHS;
    if (kind <= ALL_LEARNED) {
      this.#note(kind + 1);
      return from.tree(chances, SMALL + (1 << kind), 1, kind);
    }
    const length = kind === LONGER ? from.plain(6) : kind + 1;
    this.#note(length);
    let value = from.tree(chances, LARGE + (kind - ALL_LEARNED) * (1 << LEARNED), 1, LEARNED);
    for (let rest = length - 1 - LEARNED; rest > 0; ) {
      const bits = Math.min(rest, AT_ONCE);
      rest -= bits;
      value = value * 2 ** bits + from.plain(bits);
    }
    return value;
  }

  #context(): number {
    const sum = this.#last + this.#before;
    return sum < 3 ? (sum === 0 ? 0 : 1) : sum < 7 ? 2 : sum < 12 ? 3 : 4;
  }
  #note(length: number): void {
    this.#before = this.#last;
    this.#last = length;
  }
}

/** Bits of a whole number up to 2^53. */
export function lengthOf(value: number): number {
  const high = Math.floor(value / 2 ** 32);
  return high === 0 ? 32 - Math.clz32(value) : 64 - Math.clz32(high);
}

/** Writes the lowest `bits` of a number, most significant first; preceding bits select the probability of the next. */
function writeTree(out: BitWriter, chances: Uint16Array, root: number, value: number, bits: number): void {
  let node = 1;
  for (let rest = bits - 1; rest >= 0; rest--) {
    const bit = (value >> rest) & 1;
    out.bit(chances, root + node, bit);
    node = node * 2 + bit;
  }
}
