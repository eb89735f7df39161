import { language } from './i18n.ts';

// The page reloads into another language.
let names: Intl.DisplayNames | undefined;

/** Name of a country by its ISO 3166 code, in the language of the portal; an unknown code as it is. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(language.tag, { type: 'region' });
  return names.of(code) ?? code;
}
