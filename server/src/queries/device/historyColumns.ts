// The columns of a device's history: what its kind has, and whatever else it reports, counters included.
import { partOf } from '@helioport/domain/deviceIdentity';
import { type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import { type MeasureKey, measures, type Place, shownAs } from '@helioport/domain/measures';
import { rounded } from '@helioport/domain/units';
import { measureColumns, type Values } from '../../timeseries/catalogue.ts';
import type { LineKey } from '../../timeseries/query/curves.ts';
import { deviceNow } from '../../timeseries/query/series.ts';
import { PHASES } from '../../timeseries/readings/readingParts.ts';
import { type FoundDevice, scopeOf, withParts } from '../findDevice.ts';
import type { QueryContext } from '../found.ts';
import { inputsOf } from './lines.ts';

export interface HistoryColumn extends LineKey {
  id: string;
  unit: string;
  decimals: number;
}

const listsAt = (values: Values, place: Place) => (place === 'input' ? values.inputs : values.phases);

/** A device with its columns. */
export interface PartColumns {
  device: FoundDevice;
  columns: HistoryColumn[];
}

/**
 * The requested columns: of the device, or of each component, whose IDs start with the component: `meter.gridPower`.
 */
export async function columnsOf(context: QueryContext, found: FoundDevice): Promise<PartColumns[]> {
  const all: PartColumns[] = [];
  for (const device of await withParts(context, found)) {
    const reported = await deviceNow(context.tx, scopeOf(device), context.now);
    const prefix = device.id === found.id ? '' : `${partOf(device.sn).part}.`;
    const columns = historyColumns(
      device,
      reported.map(({ values }) => values),
    );
    all.push({ device, columns: columns.map((column) => ({ ...column, id: `${prefix}${column.id}` })) });
  }
  return all;
}

/** `reported`: the newest values of the device. The device first, then input by input, then phase by phase. */
function historyColumns(device: FoundDevice, reported: readonly Values[]): HistoryColumn[] {
  const kind = deviceKind(device.kind as DeviceKindKey);
  const inputs = inputsOf(device, kind);
  const ofKind = new Set<MeasureKey>(kind.measures);
  const isReported = (key: MeasureKey, place: Place) =>
    reported.some((values) =>
      place === 'device' ? values.scalars[key] !== undefined : listsAt(values, place)[key] !== undefined,
    );
  const at = (place: Place, addr: number): HistoryColumn[] =>
    measureColumns
      .filter(
        ({ key, place: own }) =>
          own === place && (isReported(key, place) || (place !== 'phase' && ofKind.has(key))),
      )
      .map(({ key }) => columnOf({ key, place, addr }));
  const each = (place: Place, count: number) =>
    Array.from({ length: count }, (_, i) => at(place, i + 1)).flat();
  return [...at('device', 0), ...each('input', inputs), ...each('phase', PHASES)];
}

/** A measure of a device, or of one of its inputs or phases, as a column. */
export function columnOf({ key, place, addr }: LineKey): HistoryColumn {
  const { unit, decimals } = shownAs(measures[key]);
  return { id: addr === 0 ? key : `${key}_${addr}`, key, place, addr, unit, decimals };
}

/** A value in the unit of its column, rounded to its decimals; null without a value. */
export const shownIn = ({ key, decimals }: HistoryColumn, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : rounded(value * shownAs(measures[key]).per, decimals);

/** Value of a reading in a column. */
export const valueIn = (values: Values, { key, place, addr }: HistoryColumn): number | null =>
  (place === 'device' ? values.scalars[key] : listsAt(values, place)[key]?.[addr - 1]) ?? null;

/** A column in API responses. */
export const answerColumnOf = ({ id, key, addr, unit, decimals }: HistoryColumn) => ({
  id,
  key,
  addr,
  unit,
  decimals,
});
