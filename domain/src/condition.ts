// How a module, device, plant or group of plants is: one status with one severity, derived from everything that is open.
// Every list, card, chip, filter, map, count, badge, banner and mail uses it. SQL twin: server/src/timeseries/current/state.ts.

import { isSilence } from './conditionSummary.ts';
import { eventKindOf } from './eventKinds.ts';
import { primaryFault } from './faults.ts';
import { isLive, type ReportingState, type StateKey, statusOfState } from './state.ts';
import type { StatusCode } from './status.ts';

/** From worst to best. `info`: information, no alarm. `none`: nothing is open. */
export const severities = ['critical', 'major', 'minor', 'info', 'none'] as const;
export type Severity = (typeof severities)[number];

/** Place in `severities`. */
export const severityPlace = (severity: Severity): number => severities.indexOf(severity);

/** Severity of an alarm by its kind; `none` for kinds that are no alarm. */
export function severityOfKind(kind: string): Severity {
  const found = eventKindOf(kind);
  return found?.alarm ? found.severity : 'none';
}

/** The reasons for a status with their severity. */
export const conditions = {
  criticalAlarm: 'critical',
  criticalFault: 'critical',
  silent: 'major',
  majorAlarm: 'major',
  minorAlarm: 'minor',
  fault: 'info',
  neverReported: 'info',
  offline: 'info',
  late: 'none',
  unregistered: 'none',
  well: 'none',
} as const satisfies Record<string, Severity>;
export type ConditionKey = keyof typeof conditions;

/** What the status depends on. */
export interface ConditionFacts {
  /** By the age and the status word of the current reading (state.ts). */
  readonly reportingState: ReportingState;
  readonly hasReported: boolean;
  /** Status word of the current readings; 0 without one. */
  readonly statusBits: number;
  /** Kind of the worst open alarm that is not grouped under another one; null: none. */
  readonly open: string | null;
}

export interface Condition {
  readonly key: ConditionKey;
  /** The state that is shown, filtered, counted and sorted by. */
  readonly state: StateKey;
  /** Its number for API clients. */
  readonly status: StatusCode;
  readonly severity: Severity;
  /** Event kind that determines the condition (eventKinds.ts); null if the state alone does. */
  readonly cause: string | null;
}

/** Whether a status word names a fault that endangers people. */
const isDangerous = (bits: number): boolean => primaryFault(bits)?.severity === 'critical';

/**
 * Condition of a plant or device. `isLoss` tells which alarms are its own communication loss: that outranks
 * earlier readings and ends with the next reading. Any other open alarm outranks the current state, so a
 * failed inverter is not on standby at night. A fault without an alarm is information only, unless it
 * endangers people.
 */
function conditionBy(
  { reportingState, hasReported, statusBits, open }: ConditionFacts,
  isLoss: (kind: string) => boolean,
) {
  const conditionOf = (key: ConditionKey, state: StateKey, cause: string | null = null): Condition => ({
    key,
    state,
    cause,
    status: statusOfState(state),
    severity: conditions[key],
  });
  const { state } = reportingState;
  const isLost = open !== null && isLoss(open);
  if (state === 'notRegistered') return conditionOf('unregistered', state);
  // A device that never reported while the others of its plant do is lost, commissioned or not.
  if (state === 'uncommissioned')
    return isLost ? conditionOf('silent', 'silent', open) : conditionOf('unregistered', state);
  if (!hasReported && !isLost) return conditionOf('neverReported', state);
  if (state === 'silent') return conditionOf('silent', state, isLost ? open : null);
  if (isLost && !isLive(state)) return conditionOf('silent', state === 'offline' ? state : 'silent', open);
  const severity = open === null || isLost ? 'none' : severityOfKind(open);
  if (severity === 'critical') return conditionOf('criticalAlarm', 'alert', open);
  if (state === 'alert' && isDangerous(statusBits))
    return conditionOf('criticalFault', state, causeOf(statusBits));
  if (severity === 'major') return conditionOf('majorAlarm', 'alert', open);
  if (severity === 'minor') return conditionOf('minorAlarm', 'alert', open);
  if (state === 'alert') return conditionOf('fault', state, causeOf(statusBits));
  if (state === 'offline') return conditionOf('offline', state);
  return conditionOf(state === 'stale' ? 'late' : 'well', state);
}

const causeOf = (bits: number): string | null => primaryFault(bits)?.code ?? null;

/**
 * Condition of a plant. A device or gateway that does not report is an alarm of the plant; only its own communication
 * loss makes it offline.
 */
export const plantCondition = (facts: ConditionFacts): Condition =>
  conditionBy(facts, (kind) => kind === 'plantSilent');

/** The status of a device, or of a module by what is open for it. */
export const deviceCondition = (facts: ConditionFacts): Condition => conditionBy(facts, isSilence);

/** How many of several things have each severity, worst first; those that none has are left out. */
export function countSeverities(
  some: readonly { readonly severity: Severity }[],
): { severity: Severity; count: number }[] {
  return severities.flatMap((severity) => {
    const count = some.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [{ severity, count }];
  });
}

/** The status that stands for several things, such as the plants of a company: that of the worst of them. */
export function conditionOfMany<C extends { readonly severity: Severity }>(
  some: readonly C[],
): C | undefined {
  return some.reduce<C | undefined>(
    (worst, one) =>
      worst === undefined || severityPlace(one.severity) < severityPlace(worst.severity) ? one : worst,
    undefined,
  );
}
