import { sign } from '@helioport/contract/sign';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signatureOf } from './sign.ts';

it('is what a client computes, whatever the body', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (body) => {
      // What arrives is UTF-8, in which half a character cannot be written.
      fc.pre(!/\p{Surrogate}/u.test(body));
      expect(signatureOf(body)).toBe(sign(body));
    }),
  );
});

it('is that of a captured call', () => {
  expect(signatureOf('{"account":"person@example.de","password":"secret"}')).toBe(
    'FB2AA05433D8637ACC401655A45FAED6',
  );
});
