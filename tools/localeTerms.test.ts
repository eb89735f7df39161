// One term for one state: all texts about it use the same word in each language.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readLocales } from './localeRules.ts';

const locales = new Map(
  [...readLocales(fileURLToPath(new URL('..', import.meta.url)))].map(([webCode, { words }]) => [
    webCode,
    new Map(Object.entries(words)),
  ]),
);

/** The word for standby, without its ending where it has several. */
const standby: Readonly<Record<string, string>> = {
  en: 'standby',
  gb: 'standby',
  de: 'standby',
  fr: 'en veille',
  es: 'en espera',
  it: 'standby',
  nl: 'stand-by',
  pl: 'czuwani',
  pt: 'standby',
  ja: 'スタンバイ',
  zh: '待机',
};

it('has a word for standby in every language', () => {
  expect(Object.keys(standby).toSorted()).toEqual([...locales.keys()].toSorted());
});

it.each(Object.entries(standby))('uses one word for standby in %s', (webCode, word) => {
  const keys = [...locales.get('en')!].filter(([, text]) => /standby/i.test(text)).map(([key]) => key);
  expect(keys).toContain('status.asleep');
  expect(keys.length).toBeGreaterThan(6);
  const others = keys
    .map((key) => `${key}: ${locales.get(webCode)!.get(key)}`)
    .filter((text) => !text.toLowerCase().includes(word));
  expect(others).toEqual([]);
});
