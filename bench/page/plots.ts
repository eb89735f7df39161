// The plots of a run, by the name of their file.
import type { Figure, Run } from '../book.ts';
import { type Bar, barsSvg } from './svg.ts';

/** Ours, bare PostgreSQL or Node, other stores. */
const OURS = 0;
const BARE = 1;
const OTHER = 2;

const toneOf = ({ id }: Figure): Bar['tone'] => {
  if (/\.(empty\.|bare$)/.test(id)) return BARE;
  return /\.(victoria|influx)$/.test(id) ? OTHER : OURS;
};

/** Plots of all sections that the run measured. */
export function plotsOf({ figures }: Run): Record<string, string> {
  const largest = Math.max(...figures.map(({ plants }) => plants ?? 0));
  const of = (test: (figure: Figure) => boolean): Bar[] =>
    figures.filter(test).map((figure) => ({ name: figure.name, value: figure.value, tone: toneOf(figure) }));
  const reads = figures.filter(
    ({ id, unit, plants }) => id.startsWith('queries.') && unit === 'ms' && plants === largest,
  );
  const plots: [string, string, string, Bar[]][] = [
    ['ingestion', 'Readings stored per second', 'readings/s', of(({ id }) => id.startsWith('ingestion.'))],
    [
      'queries',
      `Response times, p95 warm, ${largest} plants`,
      'ms',
      reads.map(({ name, p95, value }) => ({ name, value: p95 ?? value, tone: OURS })),
    ],
    [
      'databases',
      'Query times of time series databases',
      'ms',
      of(({ id, unit }) => id.startsWith('databases.') && unit === 'ms'),
    ],
    [
      'bytes',
      'Bytes per module reading',
      'B',
      of(({ id, unit }) => unit === 'B' && (id.startsWith('bytes.') || id.startsWith('databases.'))),
    ],
  ];
  return Object.fromEntries(
    plots.flatMap(([name, title, unit, bars]) =>
      bars.length === 0 ? [] : [[name, barsSvg(title, unit, bars, name === 'bytes' ? 12 : undefined)]],
    ),
  );
}
