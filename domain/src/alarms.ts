// Alarms as a state machine over detections at an instant. Pure; the store (server/src/timeseries/alarms) supplies the
// detections and saves the changes.

import { isSilence } from './conditionSummary.ts';
import { type AlarmRule, eventKindOf, eventKinds } from './eventKinds.ts';
import { lightMissed, stateRule } from './state.ts';

export const alarmStates = ['open', 'acknowledged', 'snoozed', 'cleared', 'recovered'] as const;
/** `recovered`: a communication loss whose readings arrived later. */
export type AlarmState = (typeof alarmStates)[number];

/** Why an alarm ended: cause gone, late readings arrived, closed by a user, or its subject was deleted. */
export type AlarmEnd = 'over' | 'recovered' | 'byHand' | 'gone';

/** Steps in the history of an alarm: automatic changes and actions of users. */
export const alarmSteps = [
  'raised',
  'reopened',
  'grown',
  'cleared',
  'recovered',
  'gone',
  'acknowledged',
  'assigned',
  'snoozed',
  'commented',
  'clearedByHand',
] as const;
export type AlarmStep = (typeof alarmSteps)[number];

/** One cause has one alarm: the kind of event, and the device where each has its own; 0 for the plant. */
export interface AlarmCause {
  readonly siteId: number;
  /** Key of `eventKinds`. */
  readonly kind: string;
  readonly deviceId: number;
  /** The finding of the analytics that it is about; 0 for none. */
  readonly findingId: number;
}

/** Devices and inputs that an alarm affects. */
export interface AlarmReach {
  /** All devices that are in it; empty where it is the plant. */
  readonly deviceIds: readonly number[];
  /** Inputs whose modules are meant; empty where it is the whole device. */
  readonly addrs: readonly number[];
}

/** Result of one check for one cause. An open alarm without a result has cleared. */
export interface AlarmSign extends AlarmCause, AlarmReach {
  /** `unknown`: data is missing, so an open alarm stays open and no new one is raised. */
  readonly isSo: 'yes' | 'unknown';
  /** ms. */
  readonly sinceMs: number;
  /** Plant-local day, YYYY-MM-DD; null if unknown. */
  readonly sinceDay: string | null;
  /** How long it lasted already, by day, ms. */
  readonly lastedMs: number;
}

/** An alarm as stored. */
export interface Alarm extends AlarmCause, AlarmReach {
  readonly id: number;
  readonly sinceDay: string | null;
  readonly endedAtMs: number | null;
  readonly ended: AlarmEnd | null;
  readonly acknowledgedAtMs: number | null;
  readonly snoozedUntilMs: number | null;
  /** False if the last check was inconclusive. */
  readonly isSo: boolean;
  /** True if a more severe alarm covers it. */
  readonly isFolded: boolean;
}

/**
 * Change to store after a check. `step` is null if users need no notification. A reopened alarm is the same
 * alarm and causes no second notification; an extended one (`grown`) loses its acknowledgment.
 */
export type AlarmChange =
  | { readonly step: 'raised'; readonly sign: AlarmSign; readonly isFolded: boolean }
  /** It was taken for over although it went on: that it ended is struck out. */
  | { readonly step: 'resumed'; readonly id: number; readonly sign: AlarmSign; readonly isFolded: boolean }
  | {
      readonly step: 'reopened' | 'grown' | null;
      readonly id: number;
      readonly sign: AlarmSign;
      readonly isFolded: boolean;
    }
  | { readonly step: 'cleared' | 'gone'; readonly id: number; readonly siteId: number };

/** Kinds that are alarms, with their rules. */
export const alarmKinds: readonly { readonly kind: string; readonly rule: AlarmRule }[] = eventKinds.flatMap(
  ({ key, alarm }) => (alarm ? [{ kind: key, rule: alarm }] : []),
);

/** State of an alarm at an instant. */
export function alarmStateOf(
  alarm: Pick<Alarm, 'endedAtMs' | 'ended' | 'acknowledgedAtMs' | 'snoozedUntilMs'>,
  nowMs: number,
): AlarmState {
  if (alarm.endedAtMs !== null) return alarm.ended === 'recovered' ? 'recovered' : 'cleared';
  if (alarm.snoozedUntilMs !== null && alarm.snoozedUntilMs > nowMs) return 'snoozed';
  return alarm.acknowledgedAtMs === null ? 'open' : 'acknowledged';
}

/** By which a cause is known again: a finding stays the same when its loss becomes major. */
export const alarmKey = ({ siteId, kind, deviceId, findingId }: AlarmCause): string =>
  findingId === 0 ? `${siteId}/${kind}/${deviceId}` : `${siteId}/finding/${findingId}`;

/** Whether it reaches further than it did: another device or another module. */
const reachesFurther = (now: AlarmReach, before: AlarmReach): boolean =>
  now.deviceIds.some((id) => !before.deviceIds.includes(id)) ||
  now.addrs.some((addr) => !before.addrs.includes(addr));

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

export interface Look {
  /** What is so, each cause once. */
  readonly signs: readonly AlarmSign[];
  /** All open alarms of the plants, and of each cause that is so the newest that ended. */
  readonly alarms: readonly Alarm[];
  /** Whether the plant and devices of a cause are deleted: alarms about nothing else end. */
  readonly isGone: (cause: AlarmCause & AlarmReach) => boolean;
  readonly nowMs: number;
}

/**
 * Changes of the alarms after an evaluation of plants; repeating the evaluation gives none. An alarm is grouped, that
 * is kept without notifications, while a more severe cause is open: a plant that does not report covers its devices, a
 * gateway its connected devices, a device its fault codes, a severe code a device without production, and a device
 * without production the findings about it.
 */
export function alarmChanges({ signs, alarms, isGone, nowMs }: Look): AlarmChange[] {
  const open = new Map<string, Alarm>();
  const closed = new Map<string, Alarm>();
  for (const alarm of alarms) {
    if (alarm.endedAtMs === null) open.set(alarmKey(alarm), alarm);
    else if (alarm.endedAtMs > (closed.get(alarmKey(alarm))?.endedAtMs ?? 0))
      closed.set(alarmKey(alarm), alarm);
  }
  const isGrouped = folding(signs, open);
  const changes: AlarmChange[] = [];
  const handled = new Set<string>();
  for (const sign of signs) {
    const rule = eventKindOf(sign.kind)?.alarm;
    if (!rule) continue;
    const key = alarmKey(sign);
    handled.add(key);
    const known = open.get(key);
    const isUnderAnother = isGrouped(sign);
    if (known) changes.push(...stay(known, sign, isUnderAnother));
    else if (sign.isSo === 'yes' && sign.lastedMs >= rule.delayMs) {
      const before = closed.get(key);
      const isAgain = before !== undefined && (before.endedAtMs ?? 0) > nowMs - rule.reopenMs;
      changes.push(
        isAgain
          ? {
              step: isSameEpisode(before, sign) ? 'resumed' : 'reopened',
              id: before.id,
              sign,
              isFolded: isUnderAnother,
            }
          : { step: 'raised', sign, isFolded: isUnderAnother },
      );
    }
  }
  for (const [key, alarm] of open) {
    const { id, siteId } = alarm;
    if (!handled.has(key)) changes.push({ step: isGone(alarm) ? 'gone' : 'cleared', id, siteId });
  }
  return changes;
}

/**
 * Whether the detection began before the alarm ended, so that it never ended. Not for fault codes, which come and go,
 * and not for alarms closed by a user.
 */
const isSameEpisode = (before: Alarm, sign: AlarmSign): boolean =>
  eventKindOf(sign.kind)?.bit === null &&
  before.ended === 'over' &&
  before.endedAtMs !== null &&
  sign.sinceMs < before.endedAtMs;

/** Changes of an open alarm that is still active or whose check was inconclusive. */
function stay(known: Alarm, sign: AlarmSign, isGrouped: boolean): AlarmChange[] {
  const { id } = known;
  if (sign.isSo === 'unknown') {
    if (known.isFolded === isGrouped && !known.isSo) return [];
    const { kind, deviceIds, addrs, sinceDay } = known;
    return [{ step: null, id, sign: { ...sign, kind, deviceIds, addrs, sinceDay }, isFolded: isGrouped }];
  }
  // Additional inverters with the same fault code do not extend the alarm: the grid trips one after the other. An
  // additional module without production does.
  const needsNotification =
    eventKindOf(sign.kind)?.bit === null && (reachesFurther(sign, known) || sign.kind !== known.kind);
  if (needsNotification) return [{ step: 'grown', id, sign, isFolded: isGrouped }];
  const isAsItWas =
    known.isSo &&
    known.isFolded === isGrouped &&
    known.sinceDay === sign.sinceDay &&
    isSame(known.deviceIds, sign.deviceIds) &&
    isSame(known.addrs, sign.addrs);
  return isAsItWas ? [] : [{ step: null, id, sign, isFolded: isGrouped }];
}

/** Returns a function that tests whether a more severe open alarm covers a cause. */
function folding(
  signs: readonly AlarmSign[],
  open: ReadonlyMap<string, Alarm>,
): (cause: AlarmCause & AlarmReach) => boolean {
  const plants = new Set<number>();
  const devices = new Set<number>();
  const complaining = new Set<number>();
  const idle = idleModules();
  for (const sign of signs) {
    const kind = eventKindOf(sign.kind);
    const isRaised = sign.isSo === 'yes' && sign.lastedMs >= (kind?.alarm?.delayMs ?? 0);
    const isActive = isRaised || open.has(alarmKey(sign));
    if (sign.kind === 'plantSilent' && isActive) plants.add(sign.siteId);
    if (isSilence(sign.kind) && isActive) for (const id of sign.deviceIds) devices.add(id);
    if (isActive) idle.take(sign);
    const isGraveCode = kind?.bit != null && (kind.severity === 'major' || kind.severity === 'critical');
    if (isGraveCode && isActive) for (const id of sign.deviceIds) complaining.add(id);
  }
  return (cause) => {
    const { siteId, kind, deviceIds } = cause;
    if (kind === 'plantSilent') return false;
    if (plants.has(siteId)) return true;
    if (isSilence(kind) || deviceIds.length === 0) return false;
    if (deviceIds.every((id) => devices.has(id))) return true;
    if (cause.findingId !== 0 && (idle.covers(cause) || deviceIds.every((id) => complaining.has(id))))
      return true;
    return kind === 'makesNothing' && deviceIds.every((id) => complaining.has(id));
  };
}

/** Collects devices and modules without production, whose alarms cover findings about lost energy. */
function idleModules() {
  const devices = new Set<number>();
  const modules = new Set<string>();
  return {
    take({ kind, deviceIds, addrs }: AlarmSign): void {
      if (kind === 'makesNothing' || kind === 'plantZero') for (const id of deviceIds) devices.add(id);
      if (kind === 'modulesMakeNothing')
        for (const id of deviceIds) for (const addr of addrs) modules.add(`${id}/${addr}`);
    },
    covers: ({ deviceIds, addrs }: AlarmReach): boolean =>
      deviceIds.every(
        (id) => devices.has(id) || (addrs.length > 0 && addrs.every((addr) => modules.has(`${id}/${addr}`))),
      ),
  };
}

interface Silence {
  readonly fromMs: number;
  readonly toMs: number;
  /** Instants of the reports between, ascending. */
  readonly readingsAtMs: readonly number[];
  /** Degrees; null if unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Whether the readings of an ended communication loss arrived later: no remaining gap has four hours of daylight. */
export function reportedLate({ fromMs, toMs, readingsAtMs, latitude, longitude }: Silence): boolean {
  const inside = readingsAtMs.filter((at) => at > fromMs && at < toMs);
  let lastReportAtMs = fromMs;
  for (const nowMs of [...inside, toMs]) {
    const ageMs = nowMs - lastReportAtMs;
    const missedMs =
      latitude === null || longitude === null
        ? ageMs
        : lightMissed({ nowMs, lastReportAtMs, latitude, longitude }).missedMs;
    if (ageMs >= stateRule.silentMs || missedMs > stateRule.longMs) return false;
    lastReportAtMs = nowMs;
  }
  return inside.length > 0;
}
