// Column names of a device's history, and curves of the selected columns.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { isPer, measureOf } from '@helioport/domain/measures';
import { dateFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import type { ColorToken } from '../../../theme.ts';
import type { ChartData } from '../../chart/series.ts';
import { lookOf } from '../measureLook.ts';
import { clockText, dayText, withOffset } from '../plantClock.ts';
import { curveRead, type Read } from '../reading.ts';

export type HistoryRows = OutputOf<typeof device.historyRows>;
export type HistoryColumn = HistoryRows['columns'][number];
export type HistoryCurves = OutputOf<typeof device.historyCurves>;

/** "DC voltage 2", without its unit. */
export const wordsOf = ({ key, addr }: HistoryColumn): string =>
  lookOf({ key, addr: addr === 0 ? undefined : addr, name: key }).name;

/** "DC voltage 2 (V)". */
export const headOf = (column: HistoryColumn): string =>
  column.unit === '' ? wordsOf(column) : `${wordsOf(column)} (${column.unit})`;

/**
 * Ids of the default columns: the first column of each given input, which is its power; without inputs the first
 * column of the device.
 */
export function columnsAtFirst(columns: readonly HistoryColumn[], inputs: readonly number[]): string[] {
  const isOfInput = ({ key, addr }: HistoryColumn, input: number) => {
    const measure = measureOf(key);
    return addr === input && measure !== undefined && isPer(measure, 'input');
  };
  const found = inputs.flatMap((input) => columns.find((column) => isOfInput(column, input)) ?? []);
  return (found.length > 0 ? found : columns.slice(0, 1)).map(({ id }) => id);
}

/** Counters have no curve: only their increase is meaningful. */
export const canBeDrawn = ({ key }: HistoryColumn): boolean => measureOf(key)?.overTime !== 'counter';

const palette: readonly ColorToken[] = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

/** Each of the two y axes has one unit. */
const MOST_UNITS = 2;

/** The selected columns that fit into one chart. */
export function drawnTogether(columns: readonly HistoryColumn[]): HistoryColumn[] {
  const drawable = columns.filter(canBeDrawn);
  const units = [...new Set(drawable.map(({ unit }) => unit))].slice(0, MOST_UNITS);
  return drawable.filter(({ unit }) => units.includes(unit));
}

/** The curves over a period; the x axis shows the time, over several days the date as well. */
export function historyChart(answer: HistoryCurves, title: string, read: Read): ChartData {
  const { timezone: timeZone, startAt, stepMinutes, lines } = answer;
  const count = lines[0]?.values.length ?? 0;
  const at = Array.from({ length: count }, (_, i) => startAt + i * stepMinutes * 60_000);
  const isOneDay = count * stepMinutes <= 25 * 60;
  const short = dateFormat({ day: 'numeric', month: 'numeric', timeZone });
  const full = dateFormat({
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return {
    title,
    xName: t('site.curve.time', { zone: timeZone }),
    x: at.map((ms) =>
      isOneDay ? clockText(ms, timeZone) : `${short.format(ms)} ${clockText(ms, timeZone)}`,
    ),
    xFull: at.map((ms) => full.format(ms)),
    xFile: at.map((ms) => withOffset(ms, timeZone)),
    series: lines.map((line, i) => ({
      key: line.id,
      name: 'deviceName' in line ? String(line.deviceName) : wordsOf(line),
      kind: 'line' as const,
      unit: read(line.unit).unit,
      decimals: line.decimals,
      color: lines.length === 1 ? lookOf({ key: line.key, name: '' }).color : palette[i % palette.length]!,
      values: curveRead(line.values, read(line.unit)),
    })),
  };
}

/** "Sat, Nov 21, 2026 – Sun, Nov 22, 2026", or the one day. */
export const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
