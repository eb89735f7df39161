import { describe, expect, it } from 'vitest';
import { isCommonPassword, isNamePassword } from './weakPassword.ts';

describe('a password', () => {
  it.each([
    'password',
    '12345678',
    'aaaaaaaa',
    'Password',
    'qwertz',
    'P.a.s.s.w.o.r.d',
    'dragon2024',
    '!!monkey!!',
    'abcdef',
    '987654',
    ' letmein ',
  ])('like "%s" is among the first that are tried', (password) =>
    expect(isCommonPassword(password)).toBe(true),
  );

  it.each(['helioport-demo', 'a red roof in May', 'Kq7#vbM2', '太陽光発電所の鍵', 'correct horse'])(
    'like "%s" is not',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );

  it.each([
    ['anna.meier', ['anna.meier@demo.test', 'anna.meier', 'Helioport']],
    ['AnnaMeier2024', ['anna.meier']],
    ['helioport1', ['Helioport']],
    ['meier-anna', ['anna', 'meier-anna']],
    ['Sunny Meadow!', ['Sunny Meadow']],
  ])('"%s" is no more than a name that everybody knows', (password, names) => {
    expect(isNamePassword(password, names)).toBe(true);
  });

  it('may hold a name among other words', () => {
    expect(isNamePassword('anna and the seven roofs', ['anna'])).toBe(false);
    expect(isNamePassword('helioport-demo', ['Helioport'])).toBe(false);
    expect(isNamePassword('x7!paperclip', ['x', ''])).toBe(false);
  });
});
