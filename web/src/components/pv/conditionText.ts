// The condition of a plant in one sentence, and the link to its cause.
import type { ConditionSummary, ConditionSummaryKey } from '@helioport/domain/conditionSummary';
import { conditionTextParts } from '@helioport/domain/conditionTextParts';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { textOfSince } from './since.ts';

/**
 * The condition as text, such as "1 device not reporting for 3 days". `today` is the plant's, YYYY-MM-DD. Matches the
 * server's text.
 */
export function conditionText(verdict: ConditionSummary, today: string): string {
  const words = conditionTextParts(verdict, today);
  const since = 'since' in words ? textOfSince(words.since) : '';
  if (!('count' in words)) return t(words.word, { since }).trim();
  const fault = words.faultTitle === undefined ? '' : wordsFor(words.faultTitle, '');
  const what = t(words.word, { count: words.count, since, fault }).trim();
  return words.behind === 0 ? what : t('gateway.behind', { count: words.behind, what });
}

/** Verdicts derived from alarms. */
const foundKeys: ReadonlySet<ConditionSummaryKey> = new Set([
  'plantSilent',
  'gatewaysSilent',
  'devicesSilent',
  'plantMakesNothing',
  'devicesMakeNothing',
  'modulesMakeNothing',
  'modulesWeak',
  'faults',
]);

/**
 * Link to the cause of the verdict: the plant's alarms, or without access to alarms the affected devices or modules,
 * on the day when they stopped reporting.
 */
export function conditionPath(
  sid: string,
  { key, sinceDay, sns }: ConditionSummary,
  mayOpenAlarms: boolean,
): string {
  if (mayOpenAlarms && foundKeys.has(key)) return paths.alarms({ site: sid });
  switch (key) {
    case 'gatewaysSilent':
    case 'devicesSilent':
    case 'devicesMakeNothing':
      return paths.siteDevices(sid);
    case 'alert':
      return paths.siteEvents(sid);
    case 'modulesMakeNothing':
    case 'modulesWeak':
      return paths.siteModules(sid, sns.length === 1 ? sns[0] : undefined);
    case 'plantSilent':
    case 'plantMakesNothing':
      return paths.siteDay(sid, sinceDay ?? undefined);
    default:
      return paths.site(sid);
  }
}
