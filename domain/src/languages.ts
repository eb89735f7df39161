// The languages of the portal and the three names each of them has: web code, number, BCP-47 tag.

/** Names of the locale files. Types all data per language, so that a missing language does not compile. */
export type WebCode = (typeof known)[number]['webCode'];

export interface Language {
  /** Name of the locale file and of the setting stored in the browser. Not a language tag: `gb` is English. */
  readonly webCode: WebCode;
  /** Number in the `lan` header. */
  readonly code: number;
  /** BCP-47 tag for Intl and for the `lang` attribute. */
  readonly tag: string;
  /** The language's name in the language itself. */
  readonly title: string;
}

const known = [
  { webCode: 'en', code: 6, tag: 'en-US', title: 'English (US)' },
  { webCode: 'gb', code: 7, tag: 'en-GB', title: 'English (UK)' },
  { webCode: 'zh', code: 0, tag: 'zh-CN', title: '简体中文' },
  { webCode: 'ja', code: 9, tag: 'ja-JP', title: '日本語' },
  { webCode: 'de', code: 1, tag: 'de-DE', title: 'Deutsch' },
  { webCode: 'es', code: 4, tag: 'es-ES', title: 'Español' },
  { webCode: 'fr', code: 2, tag: 'fr-FR', title: 'Français' },
  { webCode: 'pt', code: 5, tag: 'pt-PT', title: 'Português' },
  { webCode: 'pl', code: 3, tag: 'pl-PL', title: 'Polski' },
  { webCode: 'it', code: 8, tag: 'it-IT', title: 'Italiano' },
  { webCode: 'nl', code: 10, tag: 'nl-NL', title: 'Nederlands' },
] as const satisfies readonly { webCode: string; code: number; tag: string; title: string }[];

/** In display order. */
export const languages: readonly Language[] = known;

export const defaultLanguage: Language = known[0];

const byCode: ReadonlyMap<number, Language> = new Map(languages.map((language) => [language.code, language]));
const byWebCode: ReadonlyMap<string, Language> = new Map(
  languages.map((language) => [language.webCode, language]),
);

/** The language of a `lan` number; undefined for unknown numbers. */
export const languageByCode = (code: number): Language | undefined => byCode.get(code);

/** The language of a web code such as `gb`; undefined for unknown codes. */
export const languageByWebCode = (webCode: string): Language | undefined => byWebCode.get(webCode);

/** Regions that write English with the day before the month. */
const BRITISH = /^en-(GB|IE|AU|NZ|ZA|IN|SG|HK|MT|CY|KE|NG)\b/i;

/**
 * The language to start in: the stored choice if it is one of ours, else British English where the browser's language
 * is a relative of it, else the first two letters of that language, else English.
 */
export function chooseLanguage(
  stored: string | null | undefined,
  browserTag: string | null | undefined,
): Language {
  return (
    byWebCode.get(stored ?? '') ??
    (BRITISH.test(browserTag ?? '') ? byWebCode.get('gb') : undefined) ??
    byWebCode.get((browserTag ?? '').slice(0, 2).toLowerCase()) ??
    defaultLanguage
  );
}
