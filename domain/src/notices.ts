// When to notify a user of an alarm: immediately, in the morning, or never; outside their quiet hours and
// within the alert hours of the plant.
import { HOUR_MS } from './duration.ts';
import type { FaultSeverity } from './faults.ts';
import { wallClockAsUtcSeconds } from './periods.ts';

/** Channels of notifications. */
export const noticeChannels = ['mail', 'webhook', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeWays = ['now', 'digest', 'off'] as const;
/** Immediately, in the plant's morning digest, or never. */
export type NoticeWay = (typeof noticeWays)[number];

export type AlarmSeverity = Exclude<FaultSeverity, 'info'>;

/** Default for users who have set nothing. */
export const usualWays: Readonly<Record<AlarmSeverity, NoticeWay>> = {
  critical: 'now',
  major: 'now',
  minor: 'digest',
};

/** Whole hours on the clock of the plant, from inclusive to exclusive; over midnight where `from` is the later one. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

/**
 * Most alarm emails to one user per hour. The last two cover all remaining plants; later alarms wait until
 * the hour is over.
 */
export const MAILS_AN_HOUR = 10;
/** Interval of repeated notifications about danger that no user has acknowledged. */
export const DANGER_AGAIN_MS = 24 * HOUR_MS;

/** Hour, in plant time, at which the morning digest is sent. */
export const DIGEST_HOUR = 8;

const isWithin = (hour: number, { from, to }: Hours): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to;

interface NoticeTiming {
  readonly nowMs: number;
  readonly timeZone: string;
  readonly severity: AlarmSeverity;
  readonly way: NoticeWay;
  /** Null: at any hour. */
  readonly quiet: Hours | null;
  /** The alert window of a plant's report settings; null: at any hour. */
  readonly window: Hours | null;
}

/**
 * When to send the notification, ms; null: never. Danger is sent immediately at any hour. Two equal hours
 * mean no limit.
 */
export function noticeDueAt({ nowMs, timeZone, severity, way, quiet, window }: NoticeTiming): number | null {
  if (way === 'off') return null;
  if (way === 'now' && severity === 'critical') return nowMs;
  const limits = (hours: Hours | null) => hours !== null && hours.from !== hours.to;
  const fits = (hour: number) =>
    way === 'digest'
      ? hour === DIGEST_HOUR
      : !(limits(quiet) && isWithin(hour, quiet!)) && (!limits(window) || isWithin(hour, window!));
  let atMs = nowMs;
  // Hours repeat within a day; a second one covers the changes of the clock.
  for (let i = 0; i < 50; i++) {
    const wallS = wallClockAsUtcSeconds(atMs, timeZone);
    const isGathered = way === 'digest' && i === 0;
    if (!isGathered && fits(Math.floor(wallS / 3600) % 24)) return atMs;
    atMs += HOUR_MS - (wallS % 3600) * 1000 - (atMs % 1000);
  }
  return null;
}
