// Plausibility of the server's clock. Frames carry no time, so a wrong clock stores readings at wrong times;
// the server therefore reports any doubt. Pure; all instants in ms.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './duration.ts';

/** How a clock is seen to be wrong. */
export const clockFaults = ['behindReports', 'behindBuild', 'ahead', 'jump'] as const;
export type ClockFault = (typeof clockFaults)[number];

/** Reports of devices with a clock of their own may be ten minutes ahead of us. */
const BEHIND_MS = 15 * MINUTE_MS;
/** Time that a portal may be off without causing doubt. */
const AHEAD_MS = 30 * DAY_MS;
/** Clocks that are set by the network are moved by less at a time. */
const JUMP_MS = MINUTE_MS;

export interface ClockFacts {
  nowMs: number;
  /** Latest stored reading whose time is not in doubt. */
  newestReadingMs: number | null;
  /** When the program was made. */
  builtMs: number | null;
  /** When the portal was last known to run. */
  lastRunMs: number | null;
}

export interface ClockDeviation {
  kind: Exclude<ClockFault, 'jump'>;
  referenceMs: number;
}

/** Returns why a clock is wrong or probably wrong; null if nothing indicates it. */
export function clockDeviationOf({
  nowMs,
  newestReadingMs,
  builtMs,
  lastRunMs,
}: ClockFacts): ClockDeviation | null {
  if (newestReadingMs !== null && nowMs < newestReadingMs - BEHIND_MS)
    return { kind: 'behindReports', referenceMs: newestReadingMs };
  if (builtMs !== null && nowMs < builtMs - BEHIND_MS) return { kind: 'behindBuild', referenceMs: builtMs };
  if (lastRunMs !== null && nowMs > lastRunMs + AHEAD_MS) return { kind: 'ahead', referenceMs: lastRunMs };
  return null;
}

/** Wall-clock time and two monotonic counters: one stops while the host is suspended, the other continues. */
export interface ClockReading {
  wallMs: number;
  awakeMs: number;
  /** Some systems set it along with the wall clock, so both are checked. */
  uptimeMs: number;
}

/**
 * By how much the wall clock was set between two readings; 0 if it ran on, also while the host was suspended.
 */
export function jumpBetween(before: ClockReading, after: ClockReading): number {
  const wall = after.wallMs - before.wallMs;
  const awake = wall - (after.awakeMs - before.awakeMs);
  const up = wall - (after.uptimeMs - before.uptimeMs);
  const jump = Math.abs(up) < Math.abs(awake) && awake > 0 ? up : awake;
  return Math.abs(jump) > JUMP_MS ? jump : 0;
}

const units = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

/** `-1200d`, `90m`, `-17s`: an offset in the largest unit in which it is whole, to the second. */
export function offsetText(offsetMs: number): string {
  const rounded = Math.round(offsetMs / SECOND_MS) * SECOND_MS;
  const [unit, ms] = units.find(([, size]) => rounded % size === 0) ?? units[3];
  return `${rounded / ms}${unit}`;
}

/** Parses the output of `offsetText`; null for other input. */
export function parseOffset(text: string): number | null {
  const [, amount, unit] = /^([+-]?\d{1,9})([dhms])$/.exec(text.trim()) ?? [];
  const size = units.find(([name]) => name === unit)?.[1];
  const offset = size === undefined ? 0 : Number(amount) * size;
  return offset === 0 ? null : offset;
}

/** Reports of a span, both ends included, and what is added to their time. */
export interface ClockShift {
  fromMs: number;
  toMs: number;
  byMs: number;
  /** Of one plant; '' of all. */
  sid: string;
}

/** The command that moves the reports of a time in doubt to where they belong. */
export const correctionCommand = (fromMs: number, toMs: number, offsetMs: number): string => {
  const text = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
  const from = Math.floor(fromMs / SECOND_MS) * SECOND_MS;
  const to = Math.ceil(toMs / SECOND_MS) * SECOND_MS;
  return `npm run reclock -- --from ${text(from)} --to ${text(to)} --by=${offsetText(offsetMs)}`;
};
