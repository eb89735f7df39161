// Text of a verdict: locale key and placeholders, so that portal and server produce the same sentence.

import type { ConditionSummary } from './conditionSummary.ts';
import { dayNumber } from './periods.ts';

/** Start of a condition; `day` is YYYY-MM-DD, to be formatted by locale. */
export type SinceWords =
  | { readonly word: 'since.today' | 'since.yesterday' }
  | { readonly word: 'since.days'; readonly count: number }
  | { readonly word: 'since.date'; readonly day: string };

/** Sentence of a verdict. `since` fills the placeholder of that name; null leaves it empty. */
export type ConditionText =
  | {
      readonly word: 'verdict.allWell' | 'verdict.alert' | 'verdict.neverReported' | 'verdict.uncommissioned';
    }
  | { readonly word: 'verdict.plantSilent' | 'verdict.plantMakesNothing'; readonly since: SinceWords | null }
  | {
      readonly word:
        | 'verdict.gatewaysSilent'
        | 'verdict.devicesSilent'
        | 'verdict.devicesMakeNothing'
        | 'verdict.modulesMakeNothing'
        | 'verdict.modulesWeak'
        | 'verdict.faults';
      readonly count: number;
      readonly since: SinceWords | null;
      /** Number of connected devices, for the text `gateway.behind`; 0: no text. */
      readonly behind: number;
      /** Of faults: the text of the code, to fill `fault`. */
      readonly faultTitle?: string;
    };

/** Up to this age, days are counted; beyond it, the date is shown. */
const COUNTED_DAYS = 14;

/** Text for a past day; null if unknown. Days are plant-local, YYYY-MM-DD. */
export function sinceWords(sinceDay: string | null, today: string): SinceWords | null {
  if (sinceDay === null) return null;
  const days = dayNumber(today) - dayNumber(sinceDay);
  if (days <= 0) return { word: 'since.today' };
  if (days === 1) return { word: 'since.yesterday' };
  return days <= COUNTED_DAYS ? { word: 'since.days', count: days } : { word: 'since.date', day: sinceDay };
}

/** Sentence of a verdict. `today` is the plant's, YYYY-MM-DD. */
export function conditionTextParts(
  { key, count, behind, sinceDay, code }: ConditionSummary,
  today: string,
): ConditionText {
  switch (key) {
    case 'plantSilent':
    case 'plantMakesNothing':
      return { word: `verdict.${key}`, since: sinceWords(sinceDay, today) };
    case 'gatewaysSilent':
    case 'devicesSilent':
    case 'devicesMakeNothing':
    case 'modulesMakeNothing':
    case 'modulesWeak':
      return { word: `verdict.${key}`, count, behind, since: sinceWords(sinceDay, today) };
    case 'faults':
      return {
        word: 'verdict.faults',
        count,
        behind,
        since: sinceWords(sinceDay, today),
        faultTitle: `fault.${code}.title`,
      };
    default:
      return { word: `verdict.${key}` };
  }
}
