// Server texts in the caller's language, from the same files as the portal.

import fs from 'node:fs';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { defaultLanguage, type Language, languageByCode } from '@helioport/domain/languages';

const loaded = new Map<string, Record<string, string>>();

function dictionary(webCode: string): Record<string, string> {
  const known = loaded.get(webCode);
  if (known) return known;
  const file = new URL(import.meta.resolve(`@helioport/locales/${webCode}.json`));
  const words = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
  loaded.set(webCode, words);
  return words;
}

/** A count of the items named by the forms of `key`, such as `count.plants`. */
export interface Counted {
  key: string;
  count: number;
}

/** Value of a placeholder: text, a number to be formatted, or a list such as "2 users and 1 plant". */
export type Filling = string | number | readonly Counted[];

/**
 * Text of `key` in the language of the `lan` code with its `{{name}}` placeholders filled; English if missing. A text
 * with a number has a form per plural category (`x_one`, `x_few` …) and is requested as `x` with a `count`.
 */
export function translate(languageCode: number, key: string, params: Record<string, Filling> = {}): string {
  const language = languageByCode(languageCode) ?? defaultLanguage;
  const text = textOf(language, key, params.count) ?? textOf(defaultLanguage, key, params.count) ?? key;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (typeof value === 'number') return value.toLocaleString(language.tag);
    return typeof value === 'string' ? value : listOf(language, value);
  });
}

/** Whether there is a text of `key`, in the language of the `lan` code or in English. */
export const hasText = (languageCode: number, key: string): boolean =>
  textOf(languageByCode(languageCode) ?? defaultLanguage, key, undefined) !== undefined ||
  textOf(defaultLanguage, key, undefined) !== undefined;

/** The English text of `key` without values: placeholders as `{company}`. */
export function englishPattern(key: string): string {
  const text = textOf(defaultLanguage, key, undefined) ?? textOf(defaultLanguage, key, 2) ?? key;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, '{$1}');
}

const formsOf = new Map<string, Intl.PluralRules>();

function textOf({ webCode, tag }: Language, key: string, count: Filling | undefined): string | undefined {
  const words = dictionary(webCode);
  if (typeof count !== 'number') return words[key];
  let rules = formsOf.get(tag);
  if (!rules) {
    rules = new Intl.PluralRules(tag);
    formsOf.set(tag, rules);
  }
  return words[`${key}_${rules.select(count)}`] ?? words[key];
}

/** Everything of which there is any, as a list. */
function listOf({ code, tag }: Language, all: readonly Counted[]): string {
  const present = all
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => translate(code, key, { count }));
  return new Intl.ListFormat(tag).format(present);
}

const namesOf = new Map<string, Intl.DisplayNames>();

/** The name of a country (ISO 3166-1 alpha-2) in the language of the code; '' for no country. */
export function countryName(countryCode: string, languageCode: number): string {
  if (!/^[A-Z]{2}$/.test(countryCode)) return '';
  const tag = languageByCode(languageCode)?.tag ?? 'en-US';
  let names = namesOf.get(tag);
  if (!names) {
    names = new Intl.DisplayNames([tag], { type: 'region' });
    namesOf.set(tag, names);
  }
  return names.of(countryCode) ?? countryCode;
}

const agoOf = new Map<string, Intl.RelativeTimeFormat>();

/** Relative time as text: "Just now", "72 minutes ago", hours after two hours, days after two days; '' for never. */
export function ago(atMs: number | null, now: number, languageCode: number): string {
  if (atMs === null) return '';
  const passedMs = now - atMs;
  if (passedMs < MINUTE_MS) return translate(languageCode, 'time.justNow');
  const tag = languageByCode(languageCode)?.tag ?? 'en-US';
  let words = agoOf.get(tag);
  if (!words) {
    words = new Intl.RelativeTimeFormat(tag, { numeric: 'always' });
    agoOf.set(tag, words);
  }
  if (passedMs < 2 * HOUR_MS) return words.format(-Math.floor(passedMs / MINUTE_MS), 'minute');
  if (passedMs < 48 * HOUR_MS) return words.format(-Math.floor(passedMs / HOUR_MS), 'hour');
  return words.format(-Math.floor(passedMs / (24 * HOUR_MS)), 'day');
}
