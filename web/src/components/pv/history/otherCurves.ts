// Curves of one measurement of several devices in one chart.
import { device } from '@helioport/contract/device';
import { useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import type { HistoryCurves } from './historyColumns.ts';

/** Most additional devices in the chart: more curves are not distinguishable. */
export const MOST_OTHERS = 4;

export interface NamedDevice {
  sn: string;
  name: string;
}

/** A series in a chart of several devices; named after its device instead of its measurement. */
export type LineOfDevice = HistoryCurves['lines'][number] & { deviceName: string };

interface CurveQuery {
  sid: string;
  rangeDate: string;
  /** The measurement; undefined: none can be drawn. */
  column: string | undefined;
  isToday: boolean;
}

interface OtherCurves {
  name: string;
  data: HistoryCurves;
}

/** The curves of other devices over the same days, as far as they have come. */
export function useOtherCurves(query: CurveQuery, others: readonly NamedDevice[]): readonly OtherCurves[] {
  // One call each, since hooks want a fixed number of them.
  const a = useCurves(query, others[0]);
  const b = useCurves(query, others[1]);
  const c = useCurves(query, others[2]);
  const d = useCurves(query, others[3]);
  return useMemo(
    () =>
      [a, b, c, d].flatMap((data, i) => {
        const other = others[i];
        return data && other ? [{ name: other.name, data }] : [];
      }),
    [a, b, c, d, others],
  );
}

function useCurves({ sid, rangeDate, column, isToday }: CurveQuery, other: NamedDevice | undefined) {
  const { data } = useCall(
    device.historyCurves,
    { sid, sn: other?.sn ?? '', rangeDate, columns: column === undefined ? [] : [column] },
    {
      live: isToday ? 'named' : 'none',
      liveEveryMs: 30_000,
      isEnabled: other !== undefined && column !== undefined,
    },
  );
  return data;
}

/** One line per device; those on another grid of time than the first are left out. */
export function devicesTogether(
  name: string,
  own: HistoryCurves,
  others: readonly OtherCurves[],
): Omit<HistoryCurves, 'lines'> & { lines: LineOfDevice[] } {
  const all = [{ name, data: own }, ...others].filter(
    ({ data }) => data.startAt === own.startAt && data.stepMinutes === own.stepMinutes,
  );
  return {
    ...own,
    lines: all.flatMap(({ name: deviceName, data }, i) =>
      data.lines.slice(0, 1).map((line) => ({ ...line, id: `${i} ${line.id}`, deviceName })),
    ),
  };
}
