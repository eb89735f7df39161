// Event kinds of a plant's log: the sixteen inverter codes, and issues found about the plant and its devices. Each with
// its texts: explanation, and actions for owner and installer; and the rule by which it becomes an alarm.

import { issueKeys } from './conditionSummary.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';
import { type FaultSeverity, faults } from './faults.ts';

/** When an event becomes an alarm, and when it is the same alarm again. */
export interface AlarmRule {
  /** Least duration in daylight; issues of devices include their delay in the detection. */
  readonly delayMs: number;
  /** Ends once the device has reported without it for this long. */
  readonly clearMs: number;
  /** A recurrence within this time reopens the same alarm. */
  readonly reopenMs: number;
  /** `plant`: on several devices of a plant it has one cause and is one alarm. `device`: each device has its own. */
  readonly folds: 'plant' | 'device';
}

/** Kinds found about a plant or its devices, most severe first. */
export const foundKeys = ['plantSilent', ...issueKeys] as const;
export type FoundKey = (typeof foundKeys)[number];

/** What is doubtful about the figures of a device: lines of the log, and no alarms. */
export const implausibleKeys = ['tooMuch', 'nightPower'] as const;
export type ImplausibleKey = (typeof implausibleKeys)[number];

/** What is missing in the readings of a device: lines of the log, and no alarms. */
export const gapKey = 'dataGap';

export interface EventKind {
  /** `0040` for a code, else what was found, such as `silent`. */
  readonly key: string;
  /** Of a code; null for what was found. */
  readonly bit: number | null;
  readonly severity: FaultSeverity;
  readonly titleKey: string;
  readonly explanationKey: string;
  readonly ownerKey: string;
  readonly installerKey: string;
  /** Null: it stays a line of the log. */
  readonly alarm: AlarmRule | null;
}

type Owner = 'light' | 'hour' | 'call' | 'cool' | 'danger' | 'power' | 'breaker' | 'plant' | 'dirt' | 'data';
type Installer =
  | 'module'
  | 'light'
  | 'restart'
  | 'replace'
  | 'frequency'
  | 'voltage'
  | 'current'
  | 'heat'
  | 'earth'
  | 'relay'
  | 'plc'
  | 'silent'
  | 'gateway'
  | 'nothing'
  | 'input'
  | 'plant'
  | 'weak'
  | 'rating'
  | 'clock';

/** By bit. Several codes share the same advice. */
const adviceByBit: readonly (readonly [Owner, Installer])[] = [
  ['call', 'module'],
  ['light', 'light'],
  ['hour', 'restart'],
  ['call', 'replace'],
  ['hour', 'frequency'],
  ['hour', 'frequency'],
  ['hour', 'voltage'],
  ['hour', 'voltage'],
  ['hour', 'voltage'],
  ['call', 'current'],
  ['call', 'current'],
  ['cool', 'heat'],
  ['call', 'replace'],
  ['danger', 'earth'],
  ['danger', 'relay'],
  ['light', 'plc'],
];

const ofFound: Readonly<
  Record<FoundKey | ImplausibleKey | typeof gapKey, readonly [FaultSeverity, Owner, Installer]>
> = {
  plantSilent: ['major', 'power', 'silent'],
  gatewaySilent: ['major', 'power', 'gateway'],
  silent: ['major', 'power', 'silent'],
  plantZero: ['major', 'plant', 'plant'],
  makesNothing: ['major', 'breaker', 'nothing'],
  modulesMakeNothing: ['minor', 'call', 'input'],
  energyLoss: ['major', 'dirt', 'weak'],
  moduleWeak: ['minor', 'dirt', 'weak'],
  tooMuch: ['info', 'data', 'rating'],
  nightPower: ['info', 'data', 'clock'],
  dataGap: ['info', 'power', 'silent'],
};

/** Frequency and voltage of the grid: temporary outages. */
const GRID_BITS = [4, 5, 6, 7, 8];

/** Delay before a fault is an alarm: none for danger, 15 minutes for the grid, an hour for the rest. Notes are no alarms. */
function ruleOfCode(bit: number, severity: FaultSeverity): AlarmRule | null {
  if (severity === 'info') return null;
  const rule = { clearMs: 15 * MINUTE_MS, folds: 'plant' } as const;
  if (severity === 'critical') return { ...rule, delayMs: 0, reopenMs: 7 * DAY_MS };
  if (GRID_BITS.includes(bit)) return { ...rule, delayMs: 15 * MINUTE_MS, reopenMs: DAY_MS };
  return { ...rule, delayMs: HOUR_MS, reopenMs: 2 * DAY_MS };
}

const found = (folds: AlarmRule['folds'], reopenMs: number): AlarmRule => ({
  delayMs: 0,
  clearMs: 0,
  reopenMs,
  folds,
});

const ruleOfFound: Readonly<Record<FoundKey | ImplausibleKey | typeof gapKey, AlarmRule | null>> = {
  plantSilent: found('plant', 2 * DAY_MS),
  gatewaySilent: found('device', 2 * DAY_MS),
  silent: found('plant', 2 * DAY_MS),
  plantZero: found('plant', 2 * DAY_MS),
  makesNothing: found('device', 7 * DAY_MS),
  modulesMakeNothing: found('device', 7 * DAY_MS),
  energyLoss: found('device', 30 * DAY_MS),
  moduleWeak: found('device', 30 * DAY_MS),
  tooMuch: null,
  nightPower: null,
  dataGap: null,
};

const advice = ([owner, installer]: readonly [Owner, Installer]) => ({
  ownerKey: `advice.owner.${owner}`,
  installerKey: `advice.installer.${installer}`,
});

/** The codes in the order of their bits, then what is found, what is doubtful, and what is missing. */
export const eventKinds: readonly EventKind[] = [
  ...faults.map(
    ({ bit, code, severity, titleKey, explanationKey }): EventKind => ({
      key: code,
      bit,
      severity,
      titleKey,
      explanationKey,
      ...advice(adviceByBit[bit]!),
      alarm: ruleOfCode(bit, severity),
    }),
  ),
  ...([...foundKeys, ...implausibleKeys, gapKey] as const).map((key): EventKind => {
    const [severity, owner, installer] = ofFound[key];
    return {
      key,
      bit: null,
      severity,
      titleKey: `event.${key}`,
      explanationKey: `event.${key}.explanation`,
      ...advice([owner, installer]),
      alarm: ruleOfFound[key],
    };
  }),
];

const byKey = new Map(eventKinds.map((kind) => [kind.key, kind]));

/** The kind of a key; undefined for unknown keys. */
export const eventKindOf = (key: string): EventKind | undefined => byKey.get(key);
