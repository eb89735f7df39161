import { expect, test } from 'vitest';
import { chooseLanguage, languageByCode, languageByWebCode, languages } from './languages.ts';

test('eleven languages with the numbers 0 to 10', () => {
  expect(languages.map((l) => l.code).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(languageByCode(7)?.tag).toBe('en-GB');
  expect(languageByWebCode('pt')?.tag).toBe('pt-PT');
  expect(languageByCode(11)).toBeUndefined();
});

test('the stored choice wins, then the browser, then English', () => {
  expect(chooseLanguage('nl', 'de-DE').webCode).toBe('nl');
  expect(chooseLanguage('xx', 'de-AT').webCode).toBe('de');
  expect(chooseLanguage(null, 'en-GB').webCode).toBe('gb');
  expect(chooseLanguage(null, 'en-AU').tag).toBe('en-GB');
  expect(chooseLanguage(null, 'en-CA').webCode).toBe('en');
  expect(chooseLanguage('en', 'en-GB').webCode).toBe('en');
  expect(chooseLanguage(null, 'sv-SE').webCode).toBe('en');
  expect(chooseLanguage(undefined, undefined).webCode).toBe('en');
});

test('Intl knows every tag', () => {
  expect(Intl.NumberFormat.supportedLocalesOf(languages.map((l) => l.tag))).toHaveLength(11);
});
