// The state of a plant, device or module as text and values, from the server's answer: the same everywhere.
import type { Severity } from '@helioport/domain/condition';
import { type IssueKey, isSilence, issueKeys } from '@helioport/domain/conditionSummary';
import { localDay } from '@helioport/domain/periods';
import { isLive, type StateKey } from '@helioport/domain/state';
import { t, wordsFor } from '../../i18n.ts';
import { powerFigure } from '../base/amounts.ts';
import { statusWords } from '../base/StatusTag.tsx';
import { sinceText } from './since.ts';

/** The state of a plant or one of its parts. */
export interface Seen {
  state: StateKey;
  severity: Severity;
  /** Milliseconds since 1970; null: there was none. */
  lastReportAt: number | null;
  /** Type of the deciding event of a device or module; for a plant, the verdict contains it. */
  cause?: string | null;
  /** Plant-local day since which it is so, YYYY-MM-DD. */
  causeSince?: string | null;
  /** Name of the fault that is reported now. */
  alertTitle?: string;
}

/** Time zone and current time. */
export interface Clock {
  timeZone: string;
  nowMs: number;
}

const isIssueKey = (key: string): key is IssueKey => issueKeys.some((one) => one === key);

/** The state as text: a detected issue first, the duration of a communication loss, a fault by name. */
export function stateWords(seen: Seen, { timeZone, nowMs }: Clock): string {
  const { state, cause = null, causeSince = null, lastReportAt, alertTitle } = seen;
  const today = localDay(nowMs, timeZone);
  if (state === 'silent') {
    const sinceDay = causeSince ?? (lastReportAt === null ? null : localDay(lastReportAt, timeZone));
    return sinceDay === null
      ? statusWords('silent')
      : t('status.silentSince', { since: sinceText(sinceDay, today) });
  }
  if (state !== 'alert' || cause === null) return statusWords(state);
  if (isIssueKey(cause) && !isSilence(cause))
    return t(`trouble.${cause}`, { since: sinceText(causeSince, today) }).trim();
  // The current fault includes its count; an alarm can outlast the fault.
  const title = wordsFor(`fault.${cause}.title`, '');
  return alertTitle && title !== '' && alertTitle.startsWith(title)
    ? alertTitle
    : title || statusWords(state);
}

/** The present power in W: 0 in standby, null if the last reading is too old. */
export function powerNow(reporting: StateKey, watts: number | string | null): number | null {
  if (isLive(reporting)) return watts === null ? null : Number(watts);
  return reporting === 'asleep' ? 0 : null;
}

/** Present power as text; a dash if the last value is outdated. */
export const powerNowText = (reporting: StateKey, watts: number | string | null): string =>
  powerFigure(powerNow(reporting, watts)).text;
