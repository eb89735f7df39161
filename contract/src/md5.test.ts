import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { md5 } from './md5.ts';

const expected = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');

it('agrees with the library of the platform on every text, around block borders too', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'e'.repeat(length);
    expect(md5(text)).toBe(expected(text));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(md5(text)).toBe(expected(text));
    }),
  );
});
