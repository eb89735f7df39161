// How a plant, a device or a module is, in words and figures, from what the server says of it: the same everywhere.
import { localDay } from '@helioport/domain/periods';
import { isLive, type StateKey } from '@helioport/domain/state';
import { isSilence, type Trouble } from '@helioport/domain/verdict';
import { t } from '../i18n.ts';
import { powerFigure } from '../ui/base/amounts.ts';
import { statusWords } from '../ui/base/StatusTag.tsx';
import { sinceText } from './since.ts';

/** What is seen of a plant or of a part of it. */
export interface Seen {
  state: StateKey;
  /** Milliseconds since 1970; null: there was none. */
  lastReportAt: number | null;
  /** What was found about a device, whatever its state. */
  trouble?: Trouble | null;
  /** Name of the fault that a state `alert` speaks of. */
  alertTitle?: string;
}

/** Whose clock and what time it is. */
export interface Clock {
  timeZone: string;
  nowMs: number;
}

/** The state in words: trouble first, how long something has been silent, an alert by its name. */
export function stateWords(seen: Seen, { timeZone, nowMs }: Clock): string {
  const { state, trouble, lastReportAt, alertTitle } = seen;
  const today = localDay(nowMs, timeZone);
  if (trouble && !isSilence(trouble.key)) {
    const since = sinceText(trouble.sinceDay, today);
    return t(`trouble.${trouble.key}`, { since }).trim();
  }
  if (trouble || state === 'silent') {
    const sinceDay = trouble?.sinceDay ?? (lastReportAt === null ? null : localDay(lastReportAt, timeZone));
    return sinceDay === null
      ? statusWords('silent')
      : t('status.silentSince', { since: sinceText(sinceDay, today) });
  }
  return state === 'alert' && alertTitle ? alertTitle : statusWords(state);
}

/** The power now in W as far as it is one: what sleeps makes 0, and an old power is no power (null). */
export function powerNow(state: StateKey, watts: number | string | null): number | null {
  if (isLive(state)) return watts === null ? null : Number(watts);
  return state === 'asleep' ? 0 : null;
}

/** Power now in words; a dash where the last figure is old. */
export const powerNowText = (state: StateKey, watts: number | string | null): string =>
  powerFigure(powerNow(state, watts)).text;
