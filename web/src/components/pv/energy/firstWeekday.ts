import { language } from '../../../i18n.ts';

interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  /** As older browsers have it. */
  weekInfo?: { firstDay: number };
}

/**
 * The first day of the week, 1 Monday to 7 Sunday: that of the browser's region, independent of the portal's
 * language; without a region that of the language.
 */
export function firstWeekday(browserTag = globalThis.navigator?.language, tag = language.tag): number {
  const locale: WeekLocale = new Intl.Locale(hasRegion(browserTag) ? browserTag : tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

function hasRegion(tag: string | undefined): tag is string {
  try {
    return tag !== undefined && new Intl.Locale(tag).region !== undefined;
  } catch {
    return false;
  }
}
