import { expect, test } from 'vitest';
import { chooseLanguage, languageByCode, languageByWebCode, languages } from './languages.ts';

test('every language has a number of its own, from 0 on without a gap', () => {
  expect(languages.map((l) => l.code).sort((a, b) => a - b)).toEqual(languages.map((_, i) => i));
  expect(languageByCode(7)?.tag).toBe('en-GB');
  expect(languageByWebCode('pt')?.tag).toBe('pt-PT');
  expect(languageByCode(languages.length)).toBeUndefined();
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
  expect(Intl.NumberFormat.supportedLocalesOf(languages.map((l) => l.tag))).toHaveLength(languages.length);
});
