// Adaptive binary range coder: codes bits by probabilities learned from the preceding bits. Writer and reader learn
// alike, so no model is stored. Based on the coder of LZMA, with 31 bits of range so that all numbers of the reader are
// small integers; G. N. N. Martin, "Range encoding" (1979).
// Stored blocks of 25 years depend on these exact numbers: none of them may ever change.

/** A probability has 12 bits; 4 more bits count how often it was used, up to 15. */
const BITS = 12;
const CERTAIN = 1 << BITS;
/** No bit is ever so certain that the other one could not be written. */
const MARGIN = 32;
/** Adaptation rate of a probability by its number of uses: fast at first, slower later. */
const SLOWNESS = Uint8Array.from([2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5]);
/** Initial probability. */
const UNKNOWN = (CERTAIN / 2) << 4;
const MOST_RANGE = 0x7fff_ffff;
/** Below this range a byte is certain and leaves. */
const LEAST_RANGE = 2 ** 23;
/** Bytes by which a writer is behind its range. */
const BEHIND = 4;

/** Initial probabilities. */
export const newChances = (count: number): Uint16Array => new Uint16Array(count).fill(UNKNOWN);

/** The same for another stream. */
export const resetChances = (chances: Uint16Array): Uint16Array => chances.fill(UNKNOWN);

/**
 * Updated probability after a bit; `zeros` is all ones after a 0, else 0. Without a branch, because it would be
 * unpredictable.
 */
const learned = (state: number, zeros: number): number => {
  const chance = state >>> 4;
  const times = state & 15;
  const wanted = MARGIN + (zeros & (CERTAIN - 2 * MARGIN));
  return ((chance + ((wanted - chance) >> SLOWNESS[times]!)) << 4) | (times + ((times - 15) >>> 31));
};

export class BitWriter {
  #bytes = Buffer.allocUnsafe(512);
  #at = 0;
  #low = 0;
  #range = MOST_RANGE;

  /** Encodes a bit with the probability at an index of `chances`. */
  bit(chances: Uint16Array, place: number, bit: number): void {
    const state = chances[place]!;
    const bound = (this.#range >>> BITS) * (state >>> 4);
    if (bit === 0) {
      this.#range = bound;
    } else {
      this.#low += bound;
      this.#range -= bound;
    }
    chances[place] = learned(state, bit - 1);
    while (this.#range < LEAST_RANGE) this.#shift();
  }
  /** Writes a number of up to 12 bits with equal probabilities. */
  plain(value: number, bits: number): void {
    this.#range >>>= bits;
    this.#low += this.#range * value;
    while (this.#range < LEAST_RANGE) this.#shift();
  }
  /** The fewest bytes that identify the written bits; a reader assumes zeros after the end. */
  done(): Buffer {
    const highest = this.#low + this.#range - 1;
    let unit = 2 ** 31;
    while (Math.ceil(this.#low / unit) * unit > highest) unit /= 2;
    this.#low = Math.ceil(this.#low / unit) * unit;
    const least = this.#at;
    for (let i = 0; i < BEHIND; i++) this.#shift();
    while (this.#at > least && this.#bytes[this.#at - 1] === 0) this.#at--;
    return this.#bytes.subarray(0, this.#at);
  }
  #shift(): void {
    if (this.#low >= 2 ** 32) this.#carry();
    if (this.#at === this.#bytes.length) {
      const wider = Buffer.allocUnsafe(2 * this.#at);
      this.#bytes.copy(wider);
      this.#bytes = wider;
    }
    this.#bytes[this.#at++] = Math.floor(this.#low / 2 ** 24);
    this.#low = (this.#low % 2 ** 24) * 256;
    this.#range *= 256;
  }
  #carry(): void {
    this.#low -= 2 ** 32;
    let at = this.#at - 1;
    while (this.#bytes[at] === 255) this.#bytes[at--] = 0;
    this.#bytes[at]!++;
  }
}

export class BitReader {
  #range = MOST_RANGE;
  #code = 0;
  #at = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let i = 0; i < BEHIND; i++) this.#code = ((this.#code << 8) | this.#next()) & MOST_RANGE;
  }
  /** See `BitWriter.bit`. */
  bit(chances: Uint16Array, place: number): number {
    return this.tree(chances, place, 0, 1);
  }
  /**
   * Decodes `bits` bits with the probabilities after `root`: each bit selects the index of the next, starting at
   * `node`. Returns `node` with the bits appended.
   */
  tree(chances: Uint16Array, root: number, node: number, bits: number): number {
    const bytes = this.#bytes;
    let range = this.#range;
    let code = this.#code;
    let place = node;
    for (let i = 0; i < bits; i++) {
      const state = chances[root + place]!;
      const bound = Math.imul(range >>> BITS, state >>> 4);
      const zeros = (code - bound) >> 31;
      code -= bound & ~zeros;
      range = (bound & zeros) + ((range - bound) & ~zeros);
      chances[root + place] = learned(state, zeros);
      place = (place << 1) + 1 + zeros;
      while (range < LEAST_RANGE) {
        const at = this.#at++;
        code = ((code << 8) | (at < bytes.length ? bytes[at]! : 0)) & MOST_RANGE;
        range <<= 8;
      }
    }
    this.#range = range;
    this.#code = code;
    return place;
  }
  /** See `BitWriter.plain`. */
  plain(bits: number): number {
    this.#range >>>= bits;
    const value = Math.min((this.#code / this.#range) | 0, (1 << bits) - 1);
    this.#code -= value * this.#range;
    if (this.#range < LEAST_RANGE) this.#shift();
    return value;
  }
  /** Whether exactly all written bits have been read. */
  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length && this.#at <= this.#bytes.length + BEHIND;
  }
  #next(): number {
    const at = this.#at++;
    return at < this.#bytes.length ? this.#bytes[at]! : 0;
  }
  #shift(): void {
    do {
      this.#code = ((this.#code << 8) | this.#next()) & MOST_RANGE;
      this.#range <<= 8;
    } while (this.#range < LEAST_RANGE);
  }
}
