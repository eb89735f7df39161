// How a plant is, in one line, from its reports alone: what its state says now, and what was found about its devices.

import { localDay } from './periods.ts';
import { type Grade, isLive, type StateKey } from './state.ts';

export const verdictLevels = ['bad', 'notice', 'good', 'none'] as const;
/** From the worst to the best; `none`: nothing can be said. */
export type VerdictLevel = (typeof verdictLevels)[number];

export const verdictKeys = [
  'allWell',
  'plantSilent',
  'gatewaysSilent',
  'devicesSilent',
  'plantMakesNothing',
  'devicesMakeNothing',
  'modulesMakeNothing',
  'modulesWeak',
  'alert',
  'neverReported',
  'uncommissioned',
] as const;
export type VerdictKey = (typeof verdictKeys)[number];

/**
 * What can be found about a device, the gravest first: it is a gateway and nothing comes through it, it is silent while
 * others speak, it makes nothing like all of its plant, it alone makes nothing, some of its modules do not, some make clearly
 * less than they did.
 */
export const troubleKeys = [
  'gatewaySilent',
  'silent',
  'plantZero',
  'makesNothing',
  'modulesMakeNothing',
  'moduleWeak',
] as const;
export type TroubleKey = (typeof troubleKeys)[number];

/** Whether a device is found to say nothing: what it does meanwhile nobody knows. */
export const isSilence = (key: string): key is 'gatewaySilent' | 'silent' =>
  key === 'gatewaySilent' || key === 'silent';

export interface Trouble {
  readonly key: TroubleKey;
  /** Plant-local day (YYYY-MM-DD) since which it is so; null where nobody knows. */
  readonly sinceDay: string | null;
}

/**
 * The state by which a plant, device or module is shown, found and sorted: what was found about it outranks what it
 * does at the moment, so that a dead inverter does not sleep. What speaks again is no longer silent, whatever was
 * found some minutes ago. The same stands in SQL (server/src/telemetry/read/state.ts).
 */
export function shownState(seen: { state: StateKey; trouble?: Pick<Trouble, 'key'> | null }): StateKey {
  const { state, trouble } = seen;
  if (!trouble) return state;
  if (isSilence(trouble.key)) return isLive(state) ? state : 'silent';
  return 'alert';
}

export interface Verdict {
  readonly level: VerdictLevel;
  readonly key: VerdictKey;
  /** Devices or modules of which it speaks; 0 where it speaks of the plant. */
  readonly count: number;
  /** Devices that are silent with the gateways of which it speaks. */
  readonly behind: number;
  /** Plant-local day, YYYY-MM-DD. */
  readonly sinceDay: string | null;
  /** Serials of the devices, three at most. */
  readonly sns: readonly string[];
}

/** The gravest kind of trouble in a plant as it is stored, all of it counted together. */
export interface FoundTrouble extends Trouble {
  readonly count: number;
  /** Devices behind silent gateways. */
  readonly behind: number;
  readonly sns: readonly string[];
}

/** What each kind of trouble is to its plant; the order is that of gravity. */
export const troubleVerdicts: Readonly<Record<TroubleKey, { key: VerdictKey; level: VerdictLevel }>> = {
  gatewaySilent: { key: 'gatewaysSilent', level: 'bad' },
  silent: { key: 'devicesSilent', level: 'bad' },
  plantZero: { key: 'plantMakesNothing', level: 'bad' },
  makesNothing: { key: 'devicesMakeNothing', level: 'bad' },
  modulesMakeNothing: { key: 'modulesMakeNothing', level: 'notice' },
  moduleWeak: { key: 'modulesWeak', level: 'notice' },
};

export interface VerdictFacts {
  readonly grade: Grade;
  readonly timeZone: string;
  /** Newest report by which the state was judged, ms. */
  readonly lastReportAtMs: number | null;
  /** What was found about its devices; null: nothing. */
  readonly found: FoundTrouble | null;
}

/** The verdict over a plant: its own silence first, then its devices, then what is live. */
export function verdictOf({ grade, timeZone, lastReportAtMs, found }: VerdictFacts): Verdict {
  const say = (level: VerdictLevel, key: VerdictKey, sinceDay: string | null = null): Verdict => ({
    level,
    key,
    count: 0,
    behind: 0,
    sinceDay,
    sns: [],
  });
  const { state, isLong } = grade;
  if (state === 'uncommissioned' || state === 'notRegistered') return say('none', 'uncommissioned');
  if (lastReportAtMs === null) return say('notice', 'neverReported');
  const silence = (level: VerdictLevel) => say(level, 'plantSilent', localDay(lastReportAtMs, timeZone));
  if (state === 'silent') return silence('bad');
  const trouble = found && troubleVerdicts[found.key];
  const told = found &&
    trouble && {
      ...{ ...trouble, count: found.count, behind: found.behind },
      ...{ sinceDay: found.sinceDay, sns: found.sns },
    };
  if (told?.level === 'bad') return told;
  if (state === 'offline' && isLong) return silence('notice');
  if (told) return told;
  return state === 'alert' ? say('notice', 'alert') : say('good', 'allWell');
}
