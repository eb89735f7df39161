// How a plant is, in one sentence, and the way to what the sentence speaks of.
import type { Verdict } from '@helioport/domain/verdict';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { sinceText } from './since.ts';

/** "All well", "1 device silent for 3 days". `today` is the plant's, YYYY-MM-DD. */
export function verdictText({ key, count, sinceDay }: Verdict, today: string): string {
  const since = sinceText(sinceDay, today);
  switch (key) {
    case 'allWell':
      return t('verdict.allWell');
    case 'plantSilent':
      return t('verdict.plantSilent', { since }).trim();
    case 'devicesSilent':
      return t('verdict.devicesSilent', { count, since }).trim();
    case 'devicesMakeNothing':
      return t('verdict.devicesMakeNothing', { count, since }).trim();
    case 'modulesMakeNothing':
      return t('verdict.modulesMakeNothing', { count, since }).trim();
    case 'alert':
      return t('verdict.alert');
    case 'neverReported':
      return t('verdict.neverReported');
    case 'uncommissioned':
      return t('verdict.uncommissioned');
  }
}

/** Where one sees what the verdict says: the devices or modules concerned, the day on which a silence began. */
export function verdictPath(sid: string, { key, sinceDay, sns }: Verdict): string {
  switch (key) {
    case 'devicesSilent':
    case 'devicesMakeNothing':
    case 'alert':
      return paths.siteDevices(sid);
    case 'modulesMakeNothing':
      return paths.siteModules(sid, sns.length === 1 ? sns[0] : undefined);
    case 'plantSilent':
      return paths.siteDay(sid, sinceDay ?? undefined);
    default:
      return paths.site(sid);
  }
}
