// Condition of a plant in one line, from its readings: its current state and the issues found about its
// devices.

export const conditionLevels = ['bad', 'notice', 'good', 'none'] as const;
/** From worst to best; `none`: undetermined. */
export type ConditionLevel = (typeof conditionLevels)[number];

export const conditionSummaryKeys = [
  'allWell',
  'plantSilent',
  'gatewaysSilent',
  'devicesSilent',
  'plantMakesNothing',
  'devicesMakeNothing',
  'modulesMakeNothing',
  'modulesWeak',
  'faults',
  'alert',
  'neverReported',
  'uncommissioned',
] as const;
export type ConditionSummaryKey = (typeof conditionSummaryKeys)[number];

/**
 * Issues of a device, most severe first: a gateway without data from any connected device, a device that
 * stopped reporting while others report, no production in the whole plant, in one inverter or in some
 * modules, and findings of the analytics: an energy loss that is large for the plant, or a smaller one.
 */
export const issueKeys = [
  'gatewaySilent',
  'silent',
  'plantZero',
  'makesNothing',
  'modulesMakeNothing',
  'energyLoss',
  'moduleWeak',
] as const;
export type IssueKey = (typeof issueKeys)[number];

/** Those that the analytics finds. */
export const findingKeys: readonly IssueKey[] = ['energyLoss', 'moduleWeak'];

/** Whether the issue is a communication loss, so that the state of the device is unknown. */
export const isSilence = (key: string): key is 'gatewaySilent' | 'silent' =>
  key === 'gatewaySilent' || key === 'silent';

export interface DeviceIssue {
  readonly key: IssueKey;
  /** Plant-local day (YYYY-MM-DD) since which it is active; null if unknown. */
  readonly sinceDay: string | null;
}

export interface ConditionSummary {
  readonly level: ConditionLevel;
  readonly key: ConditionSummaryKey;
  /** Number of affected devices or modules; 0 if the plant is affected. */
  readonly count: number;
  /** Devices that do not report because of the affected gateways. */
  readonly behind: number;
  /** Plant-local day, YYYY-MM-DD. */
  readonly sinceDay: string | null;
  /** Serial numbers of the devices, three at most. */
  readonly sns: readonly string[];
  /** Of `faults`: the code, four hex digits. */
  readonly code: string | null;
}

/** The worst kind of open alarm of a plant as it is stored, all of it counted together. */
export interface WorstAlarm {
  /** Key of `eventKinds`. */
  readonly key: string;
  /** Plant-local day (YYYY-MM-DD); null where it is not known. */
  readonly sinceDay: string | null;
  readonly count: number;
  /** Devices behind gateways that do not report. */
  readonly behind: number;
  readonly sns: readonly string[];
}

/** The text key of each kind of condition of a plant. */
export const summaryOfIssue: Readonly<Record<IssueKey, ConditionSummaryKey>> = {
  gatewaySilent: 'gatewaysSilent',
  silent: 'devicesSilent',
  plantZero: 'plantMakesNothing',
  makesNothing: 'devicesMakeNothing',
  modulesMakeNothing: 'modulesMakeNothing',
  energyLoss: 'modulesWeak',
  moduleWeak: 'modulesWeak',
};
