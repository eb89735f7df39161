// Reproducible pseudo-random numbers: the same seed and position give the same number, on any host and in any order.

/** A 32-bit seed from texts (FNV-1a). */
export function seedOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of words.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** A number from 0 up to but not including 1 for a whole number `index` (mixing of MurmurHash3). */
export function chance(seed: number, index: number): number {
  let hash = Math.imul((index ^ seed) | 0, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A smooth curve through chance: 0 to 1, one independent value per whole `x`. */
export function noise(seed: number, x: number): number {
  const left = Math.floor(x);
  const part = x - left;
  const from = chance(seed, left);
  return from + (chance(seed, left + 1) - from) * part * part * (3 - 2 * part);
}

/** About normally distributed with mean 0 and deviation 1: the sum of twelve chances. */
export function bell(seed: number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += chance(seed, i);
  return sum;
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function ramp(low: number, high: number, x: number): number {
  const part = Math.min(1, Math.max(0, (x - low) / (high - low)));
  return part * part * (3 - 2 * part);
}
