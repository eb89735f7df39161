// Password rules, shared by the contract, which enforces them, and the forms, which check early.

/** Fewest characters of a password that is set. */
export const PASSWORD_MIN = 6;

/** Whether a password that is to be set is long enough; spaces around it do not make it longer. */
export const isLongEnough = (password: string): boolean => password.trim().length >= PASSWORD_MIN;

export type Strength = 'weak' | 'fair' | 'good';

/** Bits of a fair and a good password: an attacker with the hashes needs some hours, or some centuries. */
const FAIR_BITS = 38;
const GOOD_BITS = 60;

/** Sizes of the alphabets whose characters a password uses. */
const alphabets: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^a-zA-Z0-9\u0080-\uffff]/, 20],
  [/[\u0080-\uffff]/, 60],
];

/**
 * Rough strength of a password as a hint while typing: the logarithm of its alphabet for each character that differs
 * from the previous one and its neighbors. The server checks for common passwords.
 */
export function strengthOf(password: string): Strength {
  const text = password.trim();
  if (!isLongEnough(text)) return 'weak';
  const size = alphabets.reduce((sum, [pattern, count]) => sum + (pattern.test(text) ? count : 0), 0);
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const distinct = codes.filter((code, i) => i === 0 || Math.abs(code - (codes[i - 1] ?? 0)) > 1).length;
  const bits = Math.min(distinct, new Set(codes).size * 2) * Math.log2(Math.max(size, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < GOOD_BITS ? 'fair' : 'good';
}
