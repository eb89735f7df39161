// Sentence about the condition of a plant in the caller's language, for emails and for clients without texts of their own.

import type { ConditionSummary } from '@helioport/domain/conditionSummary';
import { conditionTextParts, type SinceWords } from '@helioport/domain/conditionTextParts';
import { DAY_MS } from '@helioport/domain/duration';
import { languageByCode } from '@helioport/domain/languages';
import { dayNumber } from '@helioport/domain/periods';
import { translate } from '../platform/texts.ts';

const datesOf = new Map<string, Intl.DateTimeFormat>();

/** A calendar day as the language writes it: "Nov 21, 2026". */
export function dateText(day: string, languageCode: number): string {
  const tag = languageByCode(languageCode)?.tag ?? 'en-US';
  let dates = datesOf.get(tag);
  if (!dates) {
    dates = new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    datesOf.set(tag, dates);
  }
  return dates.format(dayNumber(day) * DAY_MS);
}

export function sinceText(since: SinceWords | null, lan: number): string {
  if (since === null) return '';
  if (since.word === 'since.days') return translate(lan, since.word, { count: since.count });
  return translate(lan, since.word, since.word === 'since.date' ? { day: dateText(since.day, lan) } : {});
}

/** "Operating normally", "1 device not reporting for 3 days", as in the portal. `today` is the plant's, YYYY-MM-DD. */
export function conditionText(condition: ConditionSummary, today: string, lan: number): string {
  const words = conditionTextParts(condition, today);
  const since = 'since' in words ? sinceText(words.since, lan) : '';
  if (!('count' in words)) return translate(lan, words.word, { since }).trim();
  const fault = words.faultTitle === undefined ? '' : translate(lan, words.faultTitle);
  const what = translate(lan, words.word, { count: words.count, since, fault }).trim();
  return words.behind === 0 ? what : translate(lan, 'gateway.behind', { count: words.behind, what });
}
