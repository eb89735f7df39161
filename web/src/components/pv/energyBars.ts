// From the energy answers of a plant to bars: hours of a day, days of a month, months of a year, years.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { dayBounds, monthOf } from '@helioport/domain/periods';
import { clockText, dayOfMonthText, dayText, monthName, monthText, withOffset } from './plantClock.ts';

export type Answer = OutputOf<typeof site.statisticsEcharts>;

/** One span of time. Energies in kWh, null where nothing is known. */
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
  /** What its production was worth; null where no price is set or the energy is not known. */
  money: number | null;
  /** How much of the expected reports is there, 0 to 1; null where none was expected. */
  completeness: number | null;
  /** Plant-local day on which energies of the span changed last after its days had been shown as over. */
  repairedOn: string | null;
  /** True for the span that now is in. */
  isRunning: boolean;
  /** True where the record began in the middle of the span: its sum is no sum of the whole span. */
  isPartial: boolean;
}

/** A span with fewer of its reports than this is called incomplete: single lost reports change no bar. */
const COMPLETE = 0.95;

/** Of what is known; null where nothing is. */
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

const HOUR_MS = 3_600_000;

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
      ...{ label: name, name, span: name, producedKwh: sum(data) },
      ...{ usedKwh: null, importedKwh: null, exportedKwh: null, money: null },
      completeness: completenessOfAll ?? null,
      repairedOn: repairedOn ?? null,
      isRunning: today.startsWith(name),
      isPartial: partial?.includes(true) === true,
      // A record that began with the first day of some month leaves that month whole, and its year cut all the same.
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
