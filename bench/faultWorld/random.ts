// Random numbers by seed. The same parts give the same stream in every run and on every machine.

/** FNV-1a over the parts. */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of parts.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** A stream of random numbers (mulberry32). */
export class Dice {
  private state: number;
  private spare = Number.NaN;

  constructor(...parts: readonly (string | number)[]) {
    this.state = hashOf(...parts);
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** Whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor((to - from + 1) * this.next());
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(values.length * this.next())]!;
  }

  /** Standard normal (polar method of Marsaglia). */
  normal(): number {
    if (!Number.isNaN(this.spare)) {
      const value = this.spare;
      this.spare = Number.NaN;
      return value;
    }
    for (;;) {
      const a = 2 * this.next() - 1;
      const b = 2 * this.next() - 1;
      const s = a * a + b * b;
      if (s >= 1 || s === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(s)) / s);
      this.spare = b * scale;
      return a * scale;
    }
  }

  /** Exponential with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  shuffle<T>(values: readonly T[]): T[] {
    const result = [...values];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.whole(0, i);
      [result[i], result[j]] = [result[j]!, result[i]!];
    }
    return result;
  }
}
