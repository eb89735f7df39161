// Schedule of a battery: time windows by weekday, in plant time, in which it charges, discharges or covers
// consumption. Outside all windows it covers consumption.

export const scheduleModes = ['charge', 'discharge', 'selfUse'] as const;
/** Charge and discharge hold a power until a charge is reached; self-use stores what is left over and gives what is missing. */
export type ScheduleMode = (typeof scheduleModes)[number];

export interface ScheduleWindow {
  /** ISO weekdays, 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** Minutes since midnight on the clock of the plant; `to` is not part of the window. */
  readonly from: number;
  readonly to: number;
  readonly mode: ScheduleMode;
  /** W, of charge and discharge; null in self-use. */
  readonly powerW: number | null;
  /** Charge, 0 to 1, at which charging or discharging stops; null in self-use. */
  readonly targetRatio: number | null;
}

export interface BatterySchedule {
  readonly windows: readonly ScheduleWindow[];
  /** Charge, 0 to 1, that is never taken out. */
  readonly reserveRatio: number;
  /** Whether it may charge from the grid; otherwise only from what is left of the sun. */
  readonly isGridCharging: boolean;
}

export const scheduleLimits = {
  windows: 28,
  /** Minutes of a day. */
  day: 1440,
  power: { min: 100, max: 50_000 },
} as const;

/** Why a schedule cannot be. `window` counts from 0 in the order in which the windows were given. */
export interface ScheduleProblem {
  readonly key: 'noRange' | 'earlier' | 'noAmounts' | 'belowReserve';
  readonly window: number;
}

const isBetween = (value: number, min: number, max: number) => value >= min && value <= max;

/** Validates one window on its own. */
function problemIn({ days, from, to, mode, powerW, targetRatio }: ScheduleWindow, reserveRatio: number) {
  if (days.length === 0 || from === to) return 'noRange';
  if (to < from) return 'earlier';
  if (mode === 'selfUse') return null;
  const { min, max } = scheduleLimits.power;
  if (powerW === null || targetRatio === null || !isBetween(powerW, min, max)) return 'noAmounts';
  return targetRatio < reserveRatio ? 'belowReserve' : null;
}

/** The first error in a schedule; null if valid. Windows of one day may touch, not overlap. */
export function problemOf({ windows, reserveRatio }: BatterySchedule): ScheduleProblem | null {
  for (const [window, one] of windows.entries()) {
    const key = problemIn(one, reserveRatio);
    if (key) return { key, window };
  }
  for (const [window, one] of windows.entries()) {
    const before = windows.slice(0, window);
    const isInAnother = before.some(
      (other) =>
        other.from < one.to && one.from < other.to && other.days.some((day) => one.days.includes(day)),
    );
    if (isInAnother) return { key: 'earlier', window };
  }
  return null;
}

/** The same schedule in its one written form: windows by their beginning, numbers to the percent and the watt. */
export function canonicalSchedule({
  windows,
  reserveRatio,
  isGridCharging,
}: BatterySchedule): BatterySchedule {
  const percent = (ratio: number) => Math.round(ratio * 100) / 100;
  const all = windows.map(({ days, from, to, mode, powerW, targetRatio }) => {
    const isSelfUse = mode === 'selfUse';
    return {
      days: [...new Set(days)].sort((a, b) => a - b),
      from,
      to,
      mode,
      powerW: isSelfUse || powerW === null ? null : Math.round(powerW),
      targetRatio: isSelfUse || targetRatio === null ? null : percent(targetRatio),
    };
  });
  all.sort((a, b) => a.from - b.from || (a.days[0] ?? 0) - (b.days[0] ?? 0) || a.to - b.to);
  return { windows: all, reserveRatio: percent(reserveRatio), isGridCharging };
}

/** Eight hex digits that identify the content of a schedule (FNV-1a over the canonical form). */
export function scheduleVersion(schedule: BatterySchedule): string {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(canonicalSchedule(schedule)))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Whether two schedules have the same content, regardless of notation. */
export const isSameSchedule = (a: BatterySchedule, b: BatterySchedule): boolean =>
  JSON.stringify(canonicalSchedule(a)) === JSON.stringify(canonicalSchedule(b));

/**
 * The active window on a weekday (1 = Monday) at a minute of the plant's day; undefined if none is active and
 * the battery covers consumption.
 */
export const windowAt = (
  { windows }: BatterySchedule,
  weekday: number,
  minute: number,
): ScheduleWindow | undefined =>
  windows.find(({ days, from, to }) => days.includes(weekday) && minute >= from && minute < to);

type Fields = Readonly<Record<string, unknown>>;
const isNumber = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && isBetween(value, min, max);

function readWindow(value: unknown): ScheduleWindow | null {
  if (typeof value !== 'object' || value === null) return null;
  const { days, from, to, mode, powerW = null, targetRatio = null } = value as Fields;
  const known = scheduleModes.find((one) => one === mode);
  const isWeek =
    Array.isArray(days) &&
    days.length <= 7 &&
    days.every((day) => isNumber(day, 1, 7) && Number.isInteger(day));
  if (!known || !isWeek || !isNumber(from, 0, scheduleLimits.day) || !isNumber(to, 0, scheduleLimits.day))
    return null;
  if (powerW !== null && !isNumber(powerW, 0, 1e7)) return null;
  if (targetRatio !== null && !isNumber(targetRatio, 0, 1)) return null;
  return { days: days as number[], from, to, mode: known, powerW, targetRatio };
}

/** Reads a schedule that `JSON.parse` gave, in its written form; null for what is none. Never throws. */
export function readSchedule(value: unknown): BatterySchedule | null {
  if (typeof value !== 'object' || value === null) return null;
  const { windows, reserveRatio, isGridCharging } = value as Fields;
  if (!Array.isArray(windows) || windows.length > scheduleLimits.windows) return null;
  if (!isNumber(reserveRatio, 0, 1) || typeof isGridCharging !== 'boolean') return null;
  const read = windows.map(readWindow);
  if (read.includes(null)) return null;
  return canonicalSchedule({ windows: read as ScheduleWindow[], reserveRatio, isGridCharging });
}
