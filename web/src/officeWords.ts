// Texts of the administration pages by language, in a separate module to keep their URLs out of the initial bundle.
import type { WebCode } from '@helioport/domain/languages';

export const officeWords: Record<WebCode, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('@helioport/locales/en.json?office'),
  gb: () => import('@helioport/locales/gb.json?office'),
  zh: () => import('@helioport/locales/zh.json?office'),
  ja: () => import('@helioport/locales/ja.json?office'),
  de: () => import('@helioport/locales/de.json?office'),
  es: () => import('@helioport/locales/es.json?office'),
  fr: () => import('@helioport/locales/fr.json?office'),
  pt: () => import('@helioport/locales/pt.json?office'),
  pl: () => import('@helioport/locales/pl.json?office'),
  it: () => import('@helioport/locales/it.json?office'),
  nl: () => import('@helioport/locales/nl.json?office'),
};
