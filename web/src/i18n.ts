// The portal's words. One language per visit: a change of language reloads the page, so `t` is a plain function and
// needs no hook, and numbers, dates and the kit can rely on `language` for as long as the page lives.
import { chooseLanguage, languageByWebCode } from '@helioport/domain/languages';
import type english from '@helioport/locales/en.json';
import { createInstance } from 'i18next';

const LANGUAGE = 'NEP-LANG';
const LANGUAGE_CODE = 'NEP-LANG-CODE';

/** Every key of the locale files. */
export type WordKey = Extract<keyof typeof english, string>;

type Words = Promise<{ default: Record<string, string> }>;

const parts: Record<string, { entry: () => Words; shell: () => Words }> = {
  en: part(
    () => import('@helioport/locales/en.json?entry'),
    () => import('@helioport/locales/en.json?shell'),
  ),
  gb: part(
    () => import('@helioport/locales/gb.json?entry'),
    () => import('@helioport/locales/gb.json?shell'),
  ),
  zh: part(
    () => import('@helioport/locales/zh.json?entry'),
    () => import('@helioport/locales/zh.json?shell'),
  ),
  ja: part(
    () => import('@helioport/locales/ja.json?entry'),
    () => import('@helioport/locales/ja.json?shell'),
  ),
  de: part(
    () => import('@helioport/locales/de.json?entry'),
    () => import('@helioport/locales/de.json?shell'),
  ),
  es: part(
    () => import('@helioport/locales/es.json?entry'),
    () => import('@helioport/locales/es.json?shell'),
  ),
  fr: part(
    () => import('@helioport/locales/fr.json?entry'),
    () => import('@helioport/locales/fr.json?shell'),
  ),
  pt: part(
    () => import('@helioport/locales/pt.json?entry'),
    () => import('@helioport/locales/pt.json?shell'),
  ),
  pl: part(
    () => import('@helioport/locales/pl.json?entry'),
    () => import('@helioport/locales/pl.json?shell'),
  ),
  it: part(
    () => import('@helioport/locales/it.json?entry'),
    () => import('@helioport/locales/it.json?shell'),
  ),
  nl: part(
    () => import('@helioport/locales/nl.json?entry'),
    () => import('@helioport/locales/nl.json?shell'),
  ),
};

function part(entry: () => Words, shell: () => Words) {
  return { entry, shell };
}

const i18n = createInstance();

const stored = (key: string) => {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

/** The language of this visit: the stored choice, else the browser's first two letters, else English. */
export const language = chooseLanguage(stored(LANGUAGE), globalThis.navigator?.language);

/** Loads the words of the public pages; await it before the first render. */
export async function startI18n(): Promise<void> {
  const words = await parts[language.webCode]?.entry();
  await i18n.init({
    lng: language.tag,
    resources: { [language.tag]: { translation: words?.default ?? {} } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language.tag;
}

let shellWords: Promise<void> | undefined;

/** Adds the words of the signed-in part; asked for once, however many routes wait for it. */
export function loadShellWords(): Promise<void> {
  shellWords ??= (async () => {
    const words = await parts[language.webCode]?.shell();
    i18n.addResourceBundle(language.tag, 'translation', words?.default ?? {}, true, true);
  })();
  return shellWords;
}

/** The words of a key, with `{{name}}` filled from `values`. Call it while rendering, not while a module loads. */
export function t(key: WordKey, values?: Record<string, string | number>): string {
  return i18n.t(key, values ?? {});
}

/** The words of a key that data names, such as a fault code's; `otherwise` when there are none. */
export function wordsFor(key: string, otherwise: string): string {
  return i18n.exists(key) ? i18n.t(key) : otherwise;
}

/** Keeps the choice and reloads the page in the new language. Unknown web codes are ignored. */
export function changeLanguage(webCode: string): void {
  const chosen = languageByWebCode(webCode);
  if (chosen === undefined || chosen.webCode === language.webCode) return;
  localStorage.setItem(LANGUAGE, chosen.webCode);
  localStorage.setItem(LANGUAGE_CODE, String(chosen.code));
  location.reload();
}
