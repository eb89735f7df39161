import { expect, it } from 'vitest';
import { isSetupCode, setupCodeOf } from './setupCode.ts';

it('follows from the secret, and is recognized as people type it', () => {
  const code = setupCodeOf('secret of the installation');
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(setupCodeOf('secret of the installation')).toBe(code);
  expect(setupCodeOf('another secret')).not.toBe(code);
  expect(isSetupCode(code, code)).toBe(true);
  expect(isSetupCode(` ${code.toLowerCase().replace('-', ' ')} `, code)).toBe(true);
  expect(isSetupCode('o0il-1lio', '0011-1110')).toBe(true);
  for (const wrong of ['', '-', code.slice(0, -1), `${code}0`, 'é'.repeat(9)])
    expect(isSetupCode(wrong, code)).toBe(false);
});
