// States of firmware campaigns, and reasons to stop them.

/**
 * Running: continues automatically. Stopped: by a rule or a user, until a user resumes it. Done: no devices
 * left.
 */
export const campaignStates = ['running', 'stopped', 'done'] as const;
export type CampaignState = (typeof campaignStates)[number];

/**
 * State of one device. Queued: waiting for its turn. Sent: command sent. Running: the device reports that it
 * downloads or installs. Confirmed: it reports the new version. Failed: it rejected the update, runs another
 * version, or did not answer in time. Postponed: by the owner.
 */
export const rolloutStates = ['queued', 'sent', 'running', 'confirmed', 'failed', 'postponed'] as const;
export type RolloutState = (typeof rolloutStates)[number];

/** Why a campaign stopped. */
export const stopReasons = ['user', 'canary', 'failures', 'notReporting', 'power'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Bounds of what may be set: devices, minutes, devices, devices, percent. */
export const campaignLimits = {
  canaries: { least: 1, most: 100, usual: 2 },
  waitMinutes: { least: 0, most: 10_080, usual: 60 },
  batch: { least: 1, most: 1000, usual: 20 },
  maxFailures: { least: 1, most: 1000, usual: 3 },
  powerDrop: { least: 5, most: 90, usual: 30 },
  devices: 10_000,
  /** That can be named one by one. */
  serials: 500,
} as const;

/** Below this power, W, siblings are no reference. */
const LEAST_W = 20;

/** The power of a device over the mean of its siblings; null where there are none, or they have too little light. */
export function powerShare(ownW: number, siblingsW: readonly number[]): number | null {
  if (siblingsW.length === 0) return null;
  const mean = siblingsW.reduce((sum, one) => sum + one, 0) / siblingsW.length;
  return mean < LEAST_W ? null : ownW / mean;
}

/**
 * Whether a power share has dropped by more than `dropPercent` of its earlier value; false if either is
 * unknown.
 */
export const hasLostPower = (before: number | null, now: number | null, dropPercent: number): boolean =>
  before !== null && now !== null && now < before * (1 - dropPercent / 100);
