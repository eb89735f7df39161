// When somebody is told of an alarm: at once, in the morning, or never; not in his quiet hours, and within the hours
// that he named for a plant.
import type { FaultSeverity } from './faults.ts';
import { wallClockAsUtcSeconds } from './periods.ts';

/** By which people are told. */
export const noticeChannels = ['mail', 'webhook', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeWays = ['now', 'digest', 'off'] as const;
/** At once, gathered in the morning of the plant, or not at all. */
export type NoticeWay = (typeof noticeWays)[number];

export type AlarmSeverity = Exclude<FaultSeverity, 'info'>;

/** What somebody is told of who has said nothing. */
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
 * Mails about alarms that one person gets within an hour at most. The last two are about all plants that are left, and what
 * comes after them waits until the hour is over.
 */
export const MAILS_AN_HOUR = 10;
/** Of danger that nobody has taken up somebody is told again after so long. */
export const DANGER_AGAIN_MS = 24 * 3_600_000;

/** Hour of the plant's morning at which what was gathered is sent. */
export const DIGEST_HOUR = 8;
const HOUR_MS = 3_600_000;

const isWithin = (hour: number, { from, to }: Hours): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to;

interface Telling {
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
 * When to tell of it, ms; null: never. Danger is told at once, whatever the hour. Two equal hours are no limit.
 */
export function noticeDueAt({ nowMs, timeZone, severity, way, quiet, window }: Telling): number | null {
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
