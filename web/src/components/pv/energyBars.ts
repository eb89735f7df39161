// From the energy answers of a plant to bars: hours of a day, days of a month, months of a year, years.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { HOUR_MS } from '@helioport/domain/duration';
import { dayBounds, monthOf } from '@helioport/domain/periods';
import { clockText, dayOfMonthText, dayText, monthName, monthText, withOffset } from './plantClock.ts';

export type Answer = OutputOf<typeof site.statisticsEcharts>;

/** One period. Energies in kWh, null if unknown. */
export interface Bar {
  label: string;
  /** The label in full, for the text above the chart and the tooltip. */
  name: string;
  /** Of an hour the instant with its offset, else `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  span: string;
  producedKwh: number | null;
  /** Of plants with a meter. */
  usedKwh: number | null;
  importedKwh: number | null;
  exportedKwh: number | null;
  /** Value of its production in money; null without a price or a known energy. */
  money: number | null;
  /** Share of the expected readings received, 0 to 1; null if none were expected. */
  completeness: number | null;
  /** Plant-local day of the last correction of its energies after the days were complete. */
  repairedOn: string | null;
  /** True for the current period. */
  isRunning: boolean;
  /** True if recording began during the period, so that its total does not cover all of it. */
  isPartial: boolean;
}

/** Below this share of its readings a period counts as incomplete: a few lost readings do not change a bar. */
const COMPLETE = 0.95;

/** The sum of the known values; null if there are none. */
export const sum = (values: readonly (number | null | undefined)[]): number | null =>
  values.reduce<number | null>((total, value) => (value == null ? total : (total ?? 0) + value), null);

/** The values of the i-th period: `key` tells what a series is, and production has one series per device. */
function energiesAt({ series, completeness, repairedOn, partial, money }: Answer, i: number) {
  const of = (key: string) => sum(series.filter((one) => one.key === key).map(({ data }) => data[i]));
  return {
    producedKwh: of('production'),
    usedKwh: of('consumption'),
    importedKwh: of('imported'),
    exportedKwh: of('exported'),
    money: money?.[i] ?? null,
    completeness: completeness?.[i] ?? null,
    repairedOn: repairedOn?.[i] ?? null,
    isPartial: partial?.[i] === true,
  };
}

/** One bar per hour of a plant's day, which has 23 to 25, from a type 2 answer. `now` is the instant in ms. */
export function hourBars(answer: Answer, day: string, timeZone: string, now: number): Bar[] {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return answer.xAxisData.map((_, i) => {
    const [from, to] = [startMs + i * HOUR_MS, Math.min(endMs, startMs + (i + 1) * HOUR_MS)];
    return {
      label: clockText(from, timeZone),
      name: `${clockText(from, timeZone)} – ${clockText(to, timeZone)}`,
      span: withOffset(from, timeZone),
      ...energiesAt(answer, i),
      isRunning: from <= now && now < to,
    };
  });
}

/** One bar per day, from a type 3 answer over these days. `today` is the plant's. */
export const dayBars = (answer: Answer, days: readonly string[], today: string): Bar[] =>
  days.map((day, i) => ({
    // Within a month the day of the month is enough.
    label: monthOf(day) === monthOf(days[0] ?? day) ? String(Number(day.slice(8))) : dayOfMonthText(day),
    name: dayText(day),
    span: day,
    ...energiesAt(answer, i),
    isRunning: day === today,
  }));

/** One bar per month of a year, from a type 5 answer. */
export const monthBars = (answer: Answer, year: string, today: string): Bar[] =>
  Array.from({ length: 12 }, (_, i) => {
    const month = `${year}-${String(i + 1).padStart(2, '0')}`;
    return {
      label: monthName(i + 1),
      name: monthText(month),
      span: month,
      ...energiesAt(answer, i),
      isRunning: today.startsWith(month),
    };
  });

/** One bar per year, from a type 6 answer: its series are the years and its points their months. */
export const yearBars = ({ series }: Answer, today: string): Bar[] =>
  series
    .map(({ name, data, partial, completenessOfAll, repairedOn }) => ({
      label: name,
      name,
      span: name,
      producedKwh: sum(data),
      usedKwh: null,
      importedKwh: null,
      exportedKwh: null,
      money: null,
      completeness: completenessOfAll ?? null,
      repairedOn: repairedOn ?? null,
      isRunning: today.startsWith(name),
      isPartial: partial?.includes(true) === true,
      // A record that began on the first day of a month covers that month, but not its year.
      beganLater: data[0] == null,
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
    .map(({ beganLater, isPartial, ...bar }, i) => ({
      ...bar,
      isPartial: isPartial || (i === 0 && beganLater && bar.producedKwh !== null),
    }));

/** Whether readings are missing. Not known yet for the current period. */
export const isIncomplete = ({ completeness, isRunning }: Bar): boolean =>
  !isRunning && completeness !== null && completeness < COMPLETE;
