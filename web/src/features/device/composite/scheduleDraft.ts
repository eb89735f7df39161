// Draft of a battery schedule: times and amounts as typed.
import type { battery } from '@helioport/contract/battery';
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import { problemOf, type ScheduleMode, scheduleLimits } from '@helioport/domain/batterySchedule';

export type ReportedSchedule = NonNullable<OutputOf<typeof battery.hxParamsView>['schedule']>;

export interface WindowDraft {
  /** Within this draft alone. */
  id: number;
  days: readonly number[];
  from: string;
  to: string;
  mode: ScheduleMode;
  /** W. */
  power: string;
  /** Percent. */
  target: string;
}

export interface ScheduleDraft {
  windows: readonly WindowDraft[];
  /** Percent. */
  reserve: string;
  gridCharging: boolean;
}

export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
export const hours: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** A new time window with default values and an id unused in the draft. */
export const newWindow = (
  windows: readonly WindowDraft[],
  window: Partial<Omit<WindowDraft, 'id'>> = {},
): WindowDraft => ({
  days: [1, 2, 3, 4, 5],
  from: '',
  to: '',
  mode: 'charge',
  power: '2000',
  target: '80',
  ...window,
  id: 1 + Math.max(0, ...windows.map(({ id }) => id)),
});

/** `HH:mm` of a whole hour; 24 is the end of the day. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** A window of one hour on one day, at a clicked cell of the week. */
export const windowAtHour = (windows: readonly WindowDraft[], day: number, hour: number): WindowDraft =>
  newWindow(windows, { days: [day], from: hourText(hour), to: hourText(hour + 1) });

/** Starts with the schedule that the battery follows, or empty. */
export const draftOf = (reported: ReportedSchedule | null): ScheduleDraft => ({
  windows: (reported?.windows ?? []).map(({ days, from, to, mode, power, target }, i) => ({
    id: i + 1,
    days,
    from,
    to,
    mode,
    power: String(power ?? 2000),
    target: String(target ?? 80),
  })),
  reserve: String(reported?.reserve ?? 10),
  gridCharging: reported?.gridCharging ?? false,
});

type Sent = NonNullable<InputOf<typeof battery.hxScheduling>>;
type Wanted = NonNullable<Sent['schedule']>;

const amountOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/** A native time field has no 24:00: midnight at the end of a window is the end of the day. */
const endOf = (to: string): string => (to === '00:00' ? '24:00' : to);

/** The schedule to send. */
export const wantedOf = ({ windows, reserve, gridCharging }: ScheduleDraft): Wanted => ({
  windows: windows.map(({ days, from, to, mode, power, target }) => ({
    days: [...days],
    from,
    to: endOf(to),
    mode,
    power: mode === 'selfUse' ? null : amountOf(power),
    target: mode === 'selfUse' ? null : amountOf(target),
  })),
  reserve: amountOf(reserve) ?? 0,
  gridCharging,
});

export const canAddWindow = ({ windows }: ScheduleDraft): boolean => windows.length < scheduleLimits.windows;

/** Minutes since midnight; NaN for none. */
const minuteOf = (clock: string): number => {
  const [hour = Number.NaN, minute = Number.NaN] = clock
    .split(':')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  return hour * 60 + minute;
};

/** The time window that makes this draft invalid; undefined: none, or the draft as a whole. */
export function windowRefused({ windows, reserve }: ScheduleDraft): WindowDraft | undefined {
  const ratioOf = (typed: string) => (amountOf(typed) ?? 0) / 100;
  const problem = problemOf({
    windows: windows.map(({ days, from, to, mode, power, target }) => ({
      days,
      mode,
      from: minuteOf(from) || 0,
      to: from && to ? minuteOf(endOf(to)) : minuteOf(from) || 0,
      powerW: amountOf(power),
      targetRatio: target.trim() === '' ? null : ratioOf(target),
    })),
    reserveRatio: ratioOf(reserve),
    isGridCharging: false,
  });
  return problem ? windows[problem.window] : undefined;
}

/** The first window that holds in an hour of a weekday; undefined: none. */
export const windowIn = <W extends Pick<WindowDraft, 'days' | 'from' | 'to'>>(
  windows: readonly W[],
  day: number,
  hour: number,
): W | undefined =>
  windows.find(
    ({ days, from, to }) =>
      days.includes(day) && minuteOf(from) < (hour + 1) * 60 && minuteOf(endOf(to)) > hour * 60,
  );
