import fs from 'node:fs';
import { languages } from '@helioport/domain/languages';
import { describe, expect, it } from 'vitest';
import { findCountProblems } from './localeCounts.ts';

const good = {
  en: { a_one: '{{count}} device', a_other: '{{count}} devices' },
  fr: { a_one: '{{count}} appareil', a_many: '{{count}} d’appareils', a_other: '{{count}} appareils' },
  pl: {
    a_one: '{{count}} urządzenie',
    a_few: '{{count}} urządzenia',
    a_many: '{{count}} urządzeń',
    a_other: '{{count}} urządzenia',
  },
  zh: { a_other: '{{count}} 台设备' },
};

/** The problems after `change` was planted, without those of the excused texts, which are not among these few. */
function problemsOf(change: (all: Record<string, Record<string, string>>) => void): string[] {
  const all = structuredClone(good) as Record<string, Record<string, string>>;
  change(all);
  return findCountProblems(new Map(Object.entries(all))).filter((one) => !one.includes('is excused'));
}

describe('texts with numbers', () => {
  it('are good with the forms of each language', () => {
    expect(problemsOf(() => undefined)).toEqual([]);
  });

  it.each<[string, (all: Record<string, Record<string, string>>) => void, string]>([
    ['a form that is missing', ({ pl }) => delete pl!.a_few, 'pl: "a_few" is missing'],
    [
      'a form too many',
      ({ zh }) => (zh!.a_one = '1 台设备'),
      'zh: "a_one" is a form that the language does not have',
    ],
    ['a language that forgot the text', ({ zh }) => delete zh!.a_other, 'zh: "a_other" is missing'],
    [
      'a number before a noun without forms',
      ({ en }) => (en!.b = 'wait {{minutes}} minutes'),
      'en: "b" has a number (minutes) and needs forms: b_one, …',
    ],
    [
      'a number behind a noun without forms',
      ({ en }) => (en!.b = 'You own plants: {{count}}.'),
      'en: "b" has a number (count) and needs forms: b_one, …',
    ],
    [
      'a number that got lost',
      ({ en }) => (en!.a_other = 'devices'),
      'en: "a_other" has other placeholders than English',
    ],
    [
      'a number left out of a form that is used for others, too',
      ({ fr }) => (fr!.a_one = 'un appareil'),
      'fr: "a_one" has other placeholders than English',
    ],
    ['a text beside its forms', ({ en }) => (en!.a = 'devices'), 'en: "a" exists next to its plural forms'],
    ['forms that English lacks', ({ pl }) => (pl!.c_one = 'raz'), 'pl: "c_one" is not in English'],
  ])('says %s', (_, plant, problem) => {
    expect(problemsOf(plant)).toContain(problem);
  });

  it('lets "the entry" stand for one, where one is one', () => {
    expect(problemsOf(({ en }) => (en!.a_one = 'the device'))).toEqual([]);
  });
});

/** Plurals of "module" and "device" as the languages with plurals write them. */
const plurals =
  /\b(modules|devices|inverters|Module|Geräte|módulos|equipos|appareils|moduli|dispositivi|panelen|apparaten|moduły|urządzenia|aparelhos|dispositivos)\b/;

describe('titles of events and states', () => {
  it.each(languages)('without a number fit one module or several: $webCode', ({ webCode }) => {
    const file = new URL(`../locales/${webCode}.json`, import.meta.url);
    const words = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
    const titles = Object.entries(words).filter(([key]) => /^(event|trouble)\.module\w+$/.test(key));
    expect(titles).toHaveLength(4);
    expect(titles.filter(([, text]) => plurals.test(text))).toEqual([]);
  });
});
