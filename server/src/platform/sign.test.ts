import { sign } from '@helioport/contract/sign';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signatureOf } from './sign.ts';

it('equals what a client computes for any body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (body) => {
      // Bodies arrive as UTF-8, in which half a surrogate pair cannot be written.
      fc.pre(!/\p{Surrogate}/u.test(body));
      expect(await signatureOf(Buffer.from(body))).toBe(sign(body));
    }),
  );
});

it('equals the signature of a captured call', async () => {
  expect(await signatureOf(Buffer.from('{"account":"person@example.de","password":"secret"}'))).toBe(
    'FB2AA05433D8637ACC401655A45FAED6',
  );
});

it('signs a large body with turns for other work in between', async () => {
  const body = 'e \r\n'.repeat(100_000);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const signature = await signatureOf(Buffer.from(body));
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(timer);
  expect(signature).toBe(sign(body));
  expect(turns).toBeGreaterThan(0);
});
