// Public pages that are reached only through a link, in an email or a page footer, each with the texts of all of them:
// they would bloat the login page.
import type { WebCode } from '@helioport/domain/languages';
import { language, loadLater } from '../i18n.ts';

const words: Record<WebCode, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('@helioport/locales/en.json?linked'),
  gb: () => import('@helioport/locales/gb.json?linked'),
  zh: () => import('@helioport/locales/zh.json?linked'),
  ja: () => import('@helioport/locales/ja.json?linked'),
  de: () => import('@helioport/locales/de.json?linked'),
  es: () => import('@helioport/locales/es.json?linked'),
  fr: () => import('@helioport/locales/fr.json?linked'),
  pt: () => import('@helioport/locales/pt.json?linked'),
  pl: () => import('@helioport/locales/pl.json?linked'),
  it: () => import('@helioport/locales/it.json?linked'),
  nl: () => import('@helioport/locales/nl.json?linked'),
};

/** Loads a page and the texts in parallel. */
async function withWords<Page>(load: () => Promise<Page>): Promise<Page> {
  const [page] = await Promise.all([load(), loadLater('linked', words[language.webCode])]);
  return page;
}

export const privacyPage = () => withWords(() => import('./PrivacyPage.tsx'));
export const resetPwdPage = () => withWords(() => import('../features/account/ResetPwdPage.tsx'));
export const endReportsPage = () => withWords(() => import('../features/account/EndReportsPage.tsx'));
export const acknowledgePage = () => withWords(() => import('../features/account/AcknowledgePage.tsx'));
