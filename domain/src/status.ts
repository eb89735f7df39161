// The five states of plants and devices, their numbers on the wire, and the rule that chooses among them.
import { isAlert } from './faults.ts';

/** Three intervals of a five-minute device: after this a silent device counts as offline. */
export const STALE_AFTER_MS = 15 * 60_000;

export type StatusCode = -1 | 0 | 1 | 2 | 3;

export interface Status {
  /** Only 0 and -1 are known from the live service; the others are ours. */
  readonly code: StatusCode;
  readonly key: 'online' | 'offline' | 'alert' | 'notRegistered' | 'uncommissioned';
  /** English word that existing clients read in `statusTitle`. */
  readonly title: string;
  readonly titleKey: string;
}

const status = (code: StatusCode, key: Status['key'], title: string): Status => ({
  code,
  key,
  title,
  titleKey: `status.${key}`,
});

export const statuses: readonly Status[] = [
  status(0, 'online', 'online'),
  status(-1, 'offline', 'offline'),
  status(1, 'alert', 'alert'),
  status(2, 'notRegistered', 'not registered'),
  status(3, 'uncommissioned', 'uncommissioned'),
];

const byCode = new Map<number, Status>(statuses.map((s) => [s.code, s]));

/** The status behind a number; undefined for numbers that mean nothing. */
export const statusByCode = (code: number): Status | undefined => byCode.get(code);

/** What the rule needs to know of a plant, or of a device with `isClaimed` for the plant that claims it. */
export interface StatusFacts {
  /** False for a serial that no plant claims. */
  readonly isClaimed: boolean;
  readonly isCommissioned: boolean;
  /** Instant of the newest report in ms, null when there never was one. */
  readonly lastReportAtMs: number | null;
  /** Status words of the newest reports, or-ed together. */
  readonly statusBits: number;
  readonly nowMs: number;
}

/**
 * The status of a plant or device. Silence outranks faults: what a device last complained of is old news once it
 * has stopped speaking. Low light is no alert. The same rule stands in SQL for lists and is held to this one.
 */
export function siteStatus(facts: StatusFacts): StatusCode {
  if (!facts.isClaimed) return 2;
  if (!facts.isCommissioned) return 3;
  if (facts.lastReportAtMs === null || facts.nowMs - facts.lastReportAtMs > STALE_AFTER_MS) return -1;
  return isAlert(facts.statusBits) ? 1 : 0;
}
