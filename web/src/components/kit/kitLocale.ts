// The kit's own words ("No data", names of months) in the language of the visit: one small pack, fetched when needed.
import type { WebCode } from '@helioport/domain/languages';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { language } from '../../i18n.ts';

type Pack = () => Promise<{ default: Locale }>;

/** By web code: the kit's pack and the dates of its pickers. */
const packs: Record<WebCode, { kit: Pack; dates: () => Promise<unknown>; datesName: string }> = {
  en: { kit: () => import('antd/es/locale/en_US'), dates: () => import('dayjs/locale/en'), datesName: 'en' },
  gb: {
    kit: () => import('antd/es/locale/en_GB'),
    dates: () => import('dayjs/locale/en-gb'),
    datesName: 'en-gb',
  },
  zh: {
    kit: () => import('antd/es/locale/zh_CN'),
    dates: () => import('dayjs/locale/zh-cn'),
    datesName: 'zh-cn',
  },
  ja: { kit: () => import('antd/es/locale/ja_JP'), dates: () => import('dayjs/locale/ja'), datesName: 'ja' },
  de: { kit: () => import('antd/es/locale/de_DE'), dates: () => import('dayjs/locale/de'), datesName: 'de' },
  es: { kit: () => import('antd/es/locale/es_ES'), dates: () => import('dayjs/locale/es'), datesName: 'es' },
  fr: { kit: () => import('antd/es/locale/fr_FR'), dates: () => import('dayjs/locale/fr'), datesName: 'fr' },
  pt: { kit: () => import('antd/es/locale/pt_PT'), dates: () => import('dayjs/locale/pt'), datesName: 'pt' },
  pl: { kit: () => import('antd/es/locale/pl_PL'), dates: () => import('dayjs/locale/pl'), datesName: 'pl' },
  it: { kit: () => import('antd/es/locale/it_IT'), dates: () => import('dayjs/locale/it'), datesName: 'it' },
  nl: { kit: () => import('antd/es/locale/nl_NL'), dates: () => import('dayjs/locale/nl'), datesName: 'nl' },
};

let kitLocale: Locale | undefined;

/** Fetches the packs of the visit's language. A missing pack leaves the kit English, which is no reason to stop. */
export async function loadKitLocale(): Promise<void> {
  if (kitLocale !== undefined) return;
  const pack = packs[language.webCode];
  const [kit] = await Promise.all([pack.kit(), pack.dates()]);
  dayjs.locale(pack.datesName);
  kitLocale = kit.default;
}

/** The kit's words, once `loadKitLocale` has come back. */
export const kitLocaleNow = (): Locale | undefined => kitLocale;
