// The server's words in the caller's language, from the same files that the portal uses.
import fs from 'node:fs';
import { languageByCode } from '@helioport/domain/languages';

const loaded = new Map<string, Record<string, string>>();

function dictionary(webCode: string): Record<string, string> {
  const known = loaded.get(webCode);
  if (known) return known;
  const file = new URL(import.meta.resolve(`@helioport/locales/${webCode}.json`));
  const words = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
  loaded.set(webCode, words);
  return words;
}

/** The text of `key` in the language of the `lan` code, its `{{name}}` places filled; English where a file lacks it. */
export function say(languageCode: number, key: string, params: Record<string, string | number> = {}): string {
  const webCode = languageByCode(languageCode)?.webCode ?? 'en';
  const text = dictionary(webCode)[key] ?? dictionary('en')[key] ?? key;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(params[name] ?? ''));
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
