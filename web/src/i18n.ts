// Texts of the portal. One language per visit: changing it reloads the page, so `t` is a plain function instead of a
// hook, and formats can rely on `language`. No library: keys are flat, texts have `{{name}}` placeholders, and the
// browser provides plural rules; i18next would add 15 kB to the login page.
import { chooseLanguage, languageByWebCode, type WebCode } from '@helioport/domain/languages';
import type english from '@helioport/locales/en.json';

const LANGUAGE = 'NEP-LANG';
const LANGUAGE_CODE = 'NEP-LANG-CODE';

type FileKey = Extract<keyof typeof english, string>;
type FormOf<Key> = Key extends `${infer Base}_other` ? Base : never;

/** Every key of a text with a number, which the files hold once for each form that the language counts in. */
export type CountKey = FormOf<FileKey>;

/** Every other key of the locale files. */
export type WordKey = Exclude<FileKey, `${CountKey}_${Intl.LDMLPluralRule}`>;

type Values = Record<string, string | number>;

type Words = Promise<{ default: Record<string, string> }>;

const parts: Record<WebCode, Record<'entry' | 'shell' | 'screens', () => Words>> = {
  en: part(
    () => import('@helioport/locales/en.json?entry'),
    () => import('@helioport/locales/en.json?shell'),
    () => import('@helioport/locales/en.json?screens'),
  ),
  gb: part(
    () => import('@helioport/locales/gb.json?entry'),
    () => import('@helioport/locales/gb.json?shell'),
    () => import('@helioport/locales/gb.json?screens'),
  ),
  zh: part(
    () => import('@helioport/locales/zh.json?entry'),
    () => import('@helioport/locales/zh.json?shell'),
    () => import('@helioport/locales/zh.json?screens'),
  ),
  ja: part(
    () => import('@helioport/locales/ja.json?entry'),
    () => import('@helioport/locales/ja.json?shell'),
    () => import('@helioport/locales/ja.json?screens'),
  ),
  de: part(
    () => import('@helioport/locales/de.json?entry'),
    () => import('@helioport/locales/de.json?shell'),
    () => import('@helioport/locales/de.json?screens'),
  ),
  es: part(
    () => import('@helioport/locales/es.json?entry'),
    () => import('@helioport/locales/es.json?shell'),
    () => import('@helioport/locales/es.json?screens'),
  ),
  fr: part(
    () => import('@helioport/locales/fr.json?entry'),
    () => import('@helioport/locales/fr.json?shell'),
    () => import('@helioport/locales/fr.json?screens'),
  ),
  pt: part(
    () => import('@helioport/locales/pt.json?entry'),
    () => import('@helioport/locales/pt.json?shell'),
    () => import('@helioport/locales/pt.json?screens'),
  ),
  pl: part(
    () => import('@helioport/locales/pl.json?entry'),
    () => import('@helioport/locales/pl.json?shell'),
    () => import('@helioport/locales/pl.json?screens'),
  ),
  it: part(
    () => import('@helioport/locales/it.json?entry'),
    () => import('@helioport/locales/it.json?shell'),
    () => import('@helioport/locales/it.json?screens'),
  ),
  nl: part(
    () => import('@helioport/locales/nl.json?entry'),
    () => import('@helioport/locales/nl.json?shell'),
    () => import('@helioport/locales/nl.json?screens'),
  ),
};

function part(entry: () => Words, shell: () => Words, screens: () => Words) {
  return { entry, shell, screens };
}

let dictionary: Record<string, string> = {};

const stored = (key: string) => {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

/** Links in emails contain the language of the recipient, who may open them in a browser without a stored choice. */
const addressed = new URLSearchParams(globalThis.location?.search).get('language') ?? '';

/** The language of this visit: that of the address, else the stored choice, else the browser's first two letters, else English. */
export const language =
  languageByWebCode(addressed) ?? chooseLanguage(stored(LANGUAGE), globalThis.navigator?.language);

/** Loads the texts of the public pages; await it before the first render. */
export async function startI18n(): Promise<void> {
  const words = await parts[language.webCode].entry();
  dictionary = { ...words.default, ...dictionary };
  document.documentElement.lang = language.tag;
}

let shellWords: Promise<void> | undefined;

/** Adds the texts of the pages behind the login; loaded once, even if several routes wait for them. */
export function loadShellWords(): Promise<void> {
  shellWords ??= (async () => {
    const words = await parts[language.webCode].shell();
    dictionary = { ...dictionary, ...words.default };
  })();
  return shellWords;
}

const later: { screens?: Promise<void>; office?: Promise<void>; linked?: Promise<void> } = {};

/** Adds a part of the texts; concurrent calls share one request, and a failed one is repeated. */
export function loadLater(name: keyof typeof later, load: () => Words): Promise<void> {
  const known = later[name];
  if (known) return known;
  const fetched = load().then((words) => {
    dictionary = { ...dictionary, ...words.default };
  });
  later[name] = fetched;
  // Allow another attempt after a failed load, so that screens do not stay without texts.
  fetched.catch(() => {
    delete later[name];
  });
  return fetched;
}

/** Adds the texts of lazily loaded screens (web/localeParts.ts). */
export const loadScreenWords = (): Promise<void> => loadLater('screens', parts[language.webCode].screens);

/** Adds the texts of the administration pages. */
export const loadOfficeWords = (): Promise<void> =>
  loadLater('office', async () => (await import('./officeWords.ts')).officeWords[language.webCode]());

let write = (value: number): string => value.toLocaleString(language.tag);

/** Applies the user's number format to numbers in texts. */
export const writeNumbersBy = (format: typeof write): void => {
  write = format;
};

let rules: Intl.PluralRules | undefined;

/** `one`, `few`, `many` …: the plural form of a number in the current language. */
function formOf(count: number): string {
  rules ??= new Intl.PluralRules(language.tag);
  return rules.select(count);
}

/**
 * The text of a key, with `{{name}}` placeholders replaced by `values`. A text with a number needs its `count`,
 * already rounded to the displayed decimals: "1 hour", "1.5 hours". Call it while rendering, not during module
 * initialization. A missing key is shown unchanged, so that it is noticed.
 */
export function t(key: WordKey, values?: Values): string;
export function t(key: CountKey, values: Values & { count: number }): string;
export function t(key: WordKey | CountKey, values: Values = {}): string {
  const { count } = values;
  const form = typeof count === 'number' ? dictionary[`${key}_${formOf(count)}`] : undefined;
  const words = form ?? dictionary[key] ?? key;
  return words.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? write(value) : value;
  });
}

/** The text of a key derived from data, such as a fault code; `otherwise` if missing. */
export const wordsFor = (key: string, otherwise: string): string => dictionary[key] ?? otherwise;

/** Keeps the choice and reloads the page in the new language. Unknown web codes are ignored. */
export function changeLanguage(webCode: string): void {
  const chosen = languageByWebCode(webCode);
  if (chosen === undefined || chosen.webCode === language.webCode) return;
  localStorage.setItem(LANGUAGE, chosen.webCode);
  localStorage.setItem(LANGUAGE_CODE, String(chosen.code));
  // The user's choice takes precedence over the language in the URL, so remove that.
  const address = new URL(location.href);
  address.searchParams.delete('language');
  history.replaceState(history.state, '', address);
  location.reload();
}
