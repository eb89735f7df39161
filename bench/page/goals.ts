// Performance goals, and whether a run meets them.
import { type Figure, type Run, shown } from '../book.ts';

export interface Goal {
  name: string;
  /** Measured value with its unit. */
  is: string;
  goal: string;
  isMet: boolean;
  /** Percentage by which it is missed; empty if met. */
  missedBy: string;
}

interface Wanted {
  name: string;
  value: (find: (id: string) => Figure | undefined) => number | undefined;
  /** At least or at most. */
  least?: number;
  most?: number;
  unit: string;
}

const ratio = (a: Figure | undefined, b: Figure | undefined): number | undefined =>
  a && b ? a.value / b.value : undefined;

const wanted: readonly Wanted[] = [
  {
    name: 'HTTP endpoint / empty Node server, a connection per frame',
    value: (find) => ratio(find('ingestion.http.each'), find('ingestion.empty.each')),
    least: 0.7,
    unit: '',
  },
  {
    name: 'HTTP endpoint / live pipeline',
    value: (find) => ratio(find('ingestion.http.each'), find('ingestion.live')),
    least: 0.5,
    unit: '',
  },
  {
    name: 'pipeline with daily totals / bare INSERT',
    value: (find) => ratio(find('ingestion.bulk.summed'), find('ingestion.bare')),
    least: 0.5,
    unit: '',
  },
  {
    name: 'a module reading, compressed',
    value: (find) => find('bytes.packed')?.value,
    most: 12,
    unit: ' B',
  },
  {
    name: 'plant list, large fleet, p95',
    value: (find) => find('queries.list')?.p95,
    most: 100,
    unit: ' ms',
  },
  {
    name: 'playback of 500 modules, p95',
    value: (find) => find('queries.playback500')?.p95,
    most: 60,
    unit: ' ms',
  },
  { name: 'chart of five years, p95', value: (find) => find('queries.years5')?.p95, most: 20, unit: ' ms' },
  {
    name: 'year of one device, all rows',
    value: (find) => find('queries.exportWhole')?.value,
    most: 2,
    unit: ' s',
  },
];

/** Goals for which the run has values. Uses the larger of two fleets. */
export function goalsOf({ figures }: Run): Goal[] {
  const find = (id: string): Figure | undefined =>
    figures.filter((one) => one.id === id).sort((a, b) => (b.plants ?? 0) - (a.plants ?? 0))[0];
  const goals = wanted.flatMap(({ name, value, least, most, unit }): Goal[] => {
    const is = value(find);
    return is === undefined
      ? []
      : [
          goalOf(
            name,
            is,
            { ...(least !== undefined && { least }), ...(most !== undefined && { most }) },
            unit,
          ),
        ];
  });
  const lists = figures
    .filter(({ id }) => id === 'queries.list')
    .sort((a, b) => (a.plants ?? 0) - (b.plants ?? 0));
  const [few, many] = lists;
  if (few?.p95 && many?.p95)
    goals.push(
      goalOf('plant list, p95 of the large fleet / small fleet', many.p95 / few.p95, { most: 1.3 }, ''),
    );
  return goals;
}

function goalOf(
  name: string,
  is: number,
  { least, most }: { least?: number; most?: number },
  unit: string,
): Goal {
  const isMet = (least === undefined || is >= least) && (most === undefined || is <= most);
  const times = least === undefined ? is / (most ?? is) : least / is;
  return {
    name,
    is: `${shown(is)}${unit}`,
    goal: least === undefined ? `at most ${most}${unit}` : `at least ${least}${unit}`,
    isMet,
    missedBy: isMet ? '' : `${Math.round((times - 1) * 100)}%`,
  };
}
