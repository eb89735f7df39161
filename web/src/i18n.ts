// Texts of the portal. One language per visit: changing it reloads the page, so `t` is a plain function instead of a
// hook, and formats can rely on `language`. No library: keys are flat, texts have `{{name}}` placeholders, and the
// browser provides plural rules; i18next would add 15 kB to the login page.
import { chooseLanguage, languageByWebCode } from '@helioport/domain/languages';
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

interface Words {
  default: Record<string, string>;
}

/** One part of the texts (web/localeParts.ts) by locale file, as `import.meta.glob` lists them. */
type Files = Readonly<Record<string, () => Promise<Words>>>;

const parts: Readonly<Record<'entry' | 'shell' | 'screens', Files>> = {
  entry: import.meta.glob<Words>('../../locales/??.json', { query: '?entry' }),
  shell: import.meta.glob<Words>('../../locales/??.json', { query: '?shell' }),
  screens: import.meta.glob<Words>('../../locales/??.json', { query: '?screens' }),
};

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

/** Loads the texts of the current language. */
async function load(files: Files): Promise<Record<string, string>> {
  const name = Object.keys(files).find((file) => file.endsWith(`/${language.webCode}.json`));
  const words = await files[name ?? '']?.();
  return words?.default ?? {};
}

/** Loads the texts of the public pages; await it before the first render. */
export async function startI18n(): Promise<void> {
  const words = await load(parts.entry);
  dictionary = { ...words, ...dictionary };
  document.documentElement.lang = language.tag;
}

let shellWords: Promise<void> | undefined;

/** Adds the texts of the pages behind the login; loaded once, even if several routes wait for them. */
export function loadShellWords(): Promise<void> {
  shellWords ??= (async () => {
    const words = await load(parts.shell);
    dictionary = { ...dictionary, ...words };
  })();
  return shellWords;
}

const later: { screens?: Promise<void>; office?: Promise<void>; linked?: Promise<void> } = {};

/** Adds a part of the texts; concurrent calls share one request, and a failed one is repeated. */
export function loadLater(name: keyof typeof later, find: () => Files | Promise<Files>): Promise<void> {
  const known = later[name];
  if (known) return known;
  const fetched = (async () => {
    const words = await load(await find());
    dictionary = { ...dictionary, ...words };
  })();
  later[name] = fetched;
  // Allow another attempt after a failed load, so that screens do not stay without texts.
  fetched.catch(() => {
    delete later[name];
  });
  return fetched;
}

/** Adds the texts of lazily loaded screens (web/localeParts.ts). */
export const loadScreenWords = (): Promise<void> => loadLater('screens', () => parts.screens);

/** Adds the texts of the administration pages. */
export const loadOfficeWords = (): Promise<void> =>
  loadLater('office', async () => (await import('./officeWords.ts')).officeWords);

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
