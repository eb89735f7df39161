// How a plant is, in one sentence, and the way to what the sentence speaks of.
import type { Verdict, VerdictKey } from '@helioport/domain/verdict';
import { verdictWords } from '@helioport/domain/verdictWords';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { textOfSince } from './since.ts';

/** "All well", "1 device silent for 3 days". `today` is the plant's, YYYY-MM-DD. The server says the same. */
export function verdictText(verdict: Verdict, today: string): string {
  const words = verdictWords(verdict, today);
  const since = 'since' in words ? textOfSince(words.since) : '';
  if (!('count' in words)) return t(words.word, { since }).trim();
  const fault = words.faultTitle === undefined ? '' : wordsFor(words.faultTitle, '');
  const what = t(words.word, { count: words.count, since, fault }).trim();
  return words.behind === 0 ? what : t('gateway.behind', { count: words.behind, what });
}

/** Verdicts that speak from alarms. */
const foundKeys: ReadonlySet<VerdictKey> = new Set([
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
 * Where one sees what the verdict says: the plant's alarms, and for who has no alarms the devices or modules concerned,
 * the day on which a silence began.
 */
export function verdictPath(sid: string, { key, sinceDay, sns }: Verdict, mayOpenAlarms: boolean): string {
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
