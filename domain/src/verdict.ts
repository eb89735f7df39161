// How a plant is, in one line, from its reports alone: what its state says now, and what was found about its devices.

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
  'faults',
  'alert',
  'neverReported',
  'uncommissioned',
] as const;
export type VerdictKey = (typeof verdictKeys)[number];

/**
 * What can be found about a device, the gravest first: it is a gateway and nothing comes through it, it is silent while
 * others speak, it makes nothing like all of its plant, it alone makes nothing, some of its modules do not, and what
 * the analytics found: a loss that is large for the plant, or a smaller one.
 */
export const troubleKeys = [
  'gatewaySilent',
  'silent',
  'plantZero',
  'makesNothing',
  'modulesMakeNothing',
  'energyLoss',
  'moduleWeak',
] as const;
export type TroubleKey = (typeof troubleKeys)[number];

/** Those that the analytics finds. */
export const findingKeys: readonly TroubleKey[] = ['energyLoss', 'moduleWeak'];

/** Whether a device is found to say nothing: what it does meanwhile nobody knows. */
export const isSilence = (key: string): key is 'gatewaySilent' | 'silent' =>
  key === 'gatewaySilent' || key === 'silent';

export interface Trouble {
  readonly key: TroubleKey;
  /** Plant-local day (YYYY-MM-DD) since which it is so; null where nobody knows. */
  readonly sinceDay: string | null;
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
  /** Of `faults`: the code, four hex digits. */
  readonly code: string | null;
}

/** The worst kind of open alarm of a plant as it is stored, all of it counted together. */
export interface FoundTrouble {
  /** Key of `eventKinds`. */
  readonly key: string;
  /** Plant-local day (YYYY-MM-DD); null where it is not known. */
  readonly sinceDay: string | null;
  readonly count: number;
  /** Devices behind silent gateways. */
  readonly behind: number;
  readonly sns: readonly string[];
}

/** The text key of each kind of condition of a plant. */
export const troubleVerdicts: Readonly<Record<TroubleKey, VerdictKey>> = {
  gatewaySilent: 'gatewaysSilent',
  silent: 'devicesSilent',
  plantZero: 'plantMakesNothing',
  makesNothing: 'devicesMakeNothing',
  modulesMakeNothing: 'modulesMakeNothing',
  energyLoss: 'modulesWeak',
  moduleWeak: 'modulesWeak',
};
