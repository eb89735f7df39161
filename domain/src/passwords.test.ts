import { describe, expect, it } from 'vitest';
import { isLongEnough, strengthOf } from './passwords.ts';

describe('a password', () => {
  it('is long enough without the spaces around it', () => {
    expect([isLongEnough('123456'), isLongEnough(' 12345 ')]).toEqual([true, false]);
  });

  it.each([
    ['', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['12345678901234', 'weak'],
    ['abcdefghijkl', 'weak'],
    ['Sun2024', 'fair'],
    ['sunflower', 'fair'],
    ['three red roofs', 'good'],
    ['Kq7#vbM2xP', 'good'],
    ['abababababababababab', 'weak'],
  ] as const)('like "%s" is %s', (password, strength) => {
    expect(strengthOf(password)).toBe(strength);
  });
});
