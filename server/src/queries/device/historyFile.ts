import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { partOf } from '@helioport/domain/deviceIdentity';
import { measures, type Place, shownAs } from '@helioport/domain/measures';
import { addDays, dayBounds, dayNumber } from '@helioport/domain/periods';
import { rounded } from '@helioport/domain/units';
import { offsetTime } from '@helioport/domain/wire';
import type { Call } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { type MeasureColumn, measureColumns, type Values } from '../../timeseries/catalogue.ts';
import { readingsOf, type StoredReading } from '../../timeseries/query/history.ts';
import type { RequestedDevice } from '../findDevice.ts';
import { dayOrToday } from '../found.ts';

/** A month of one reading per minute, with reserve; longer ranges are fetched in pieces. */
const MOST = 50_000;
const MOST_DAYS = 31;

interface PartReadings {
  /** '' for a device that stands for itself. */
  part: string;
  readings: readonly StoredReading[];
}

interface Column extends Pick<MeasureColumn, 'key' | 'place'> {
  /** From 0, of an input or phase. */
  index: number;
}

/** Every reading of a device on one day or a range of days as CSV. */
export async function historyFile(
  { input, tx, now }: Call<typeof device.historyDownload>,
  { found, parts: own }: RequestedDevice,
): Promise<OutputOf<typeof device.historyDownload>> {
  const day = dayOrToday(input.date, found, now);
  const { from, to } = input.rangeDate ?? { from: day, to: day };
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days > MOST_DAYS) fail('echarts.rangeTooLong');
  const parts: PartReadings[] = [];
  for (const one of own) {
    const readings = await readingsOf(
      tx,
      { siteId: one.siteId, deviceId: one.id },
      {
        fromMs: dayBounds(from, found.timezone).startMs,
        toMs: dayBounds(addDays(to, 1), found.timezone).startMs,
        // One more row detects that the file is incomplete.
        limit: MOST + 1,
        newestFirst: false,
      },
    );
    if (readings.length > MOST) fail('echarts.rangeTooLong');
    parts.push({ part: one.id === found.id ? '' : partOf(one.sn).part, readings });
  }
  return {
    fileName: `${found.sn}_${from}${to === from ? '' : `_${to}`}.csv`,
    type: 'text/csv; charset=utf-8',
    text: csvOf(parts, found.timezone),
  };
}

const listsAt = (values: Values, place: Place) => (place === 'input' ? values.inputs : values.phases);

/** The columns that any reading fills: the device, then its inputs, then its phases, each in the catalogue's order. */
const columnsOf = (readings: readonly StoredReading[]): Column[] =>
  measureColumns.flatMap(({ key, place }): Column[] => {
    if (place === 'device')
      return readings.some(({ values }) => values.scalars[key] !== undefined)
        ? [{ key, place, index: 0 }]
        : [];
    const width = readings.reduce(
      (most, { values }) => Math.max(most, listsAt(values, place)[key]?.length ?? 0),
      0,
    );
    return Array.from({ length: width }, (_, index) => ({ key, place, index }));
  });

/** `dcVoltage_2 (V)`: keys, because they are the same in every language and year. */
function headOf({ key, place, index }: Column): string {
  const { unit } = shownAs(measures[key]);
  return `${key}${place === 'device' ? '' : `_${index + 1}`}${unit === '' ? '' : ` (${unit})`}`;
}

/** Rounded to the decimals of the measurement; empty without a value. */
function cellOf({ values }: StoredReading, { key, place, index }: Column): string {
  const value = place === 'device' ? values.scalars[key] : listsAt(values, place)[key]?.[index];
  if (value === undefined || value === null) return '';
  const { per, decimals } = shownAs(measures[key]);
  return String(rounded(value * per, decimals));
}

/**
 * One line per instant, with the columns of all components side by side, as `battery.soc (%)`. Keys, units, numbers and
 * instants need no quotes.
 */
function csvOf(parts: readonly PartReadings[], timeZone: string): string {
  const sides = parts.map(({ part, readings }) => ({
    prefix: part === '' ? '' : `${part}.`,
    columns: columnsOf(readings),
    byInstant: new Map(readings.map((reading) => [reading.atMs, reading])),
  }));
  const instants = [...new Set(parts.flatMap(({ readings }) => readings.map(({ atMs }) => atMs)))];
  const lines = instants
    .sort((a, b) => a - b)
    .map((atMs) =>
      [
        offsetTime(atMs, timeZone),
        ...sides.flatMap(({ columns, byInstant }) => {
          const reading = byInstant.get(atMs);
          return columns.map((column) => (reading ? cellOf(reading, column) : ''));
        }),
      ].join(','),
    );
  const heads = sides.flatMap(({ prefix, columns }) => columns.map((column) => `${prefix}${headOf(column)}`));
  return `${[['time', ...heads].join(','), ...lines].join('\r\n')}\r\n`;
}
