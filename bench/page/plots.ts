// The plots of a run, by the name of their file.
import type { Figure, Run } from '../book.ts';
import { type Bar, barsSvg } from './svg.ts';

/** Ours, bare PostgreSQL or Node, other stores. */
const OURS = 0;
const BARE = 1;
const PEER = 2;

const toneOf = ({ id }: Figure): Bar['tone'] => {
  if (/\.(empty\.|bare$)/.test(id)) return BARE;
  return /\.(victoria|influx)$/.test(id) ? PEER : OURS;
};

/** Those of which the run has something. */
export function plotsOf({ figures }: Run): Record<string, string> {
  const largest = Math.max(...figures.map(({ plants }) => plants ?? 0));
  const of = (test: (figure: Figure) => boolean): Bar[] =>
    figures.filter(test).map((figure) => ({ name: figure.name, value: figure.value, tone: toneOf(figure) }));
  const reads = figures.filter(
    ({ id, unit, plants }) => id.startsWith('reads.') && unit === 'ms' && plants === largest,
  );
  const plots: [string, string, string, Bar[]][] = [
    ['doors', 'Reports that become durable', 'reports/s', of(({ id }) => id.startsWith('doors.'))],
    [
      'reads',
      `What people wait for, p95 warm, ${largest} plants`,
      'ms',
      reads.map(({ name, p95, value }) => ({ name, value: p95 ?? value, tone: OURS })),
    ],
    [
      'peers',
      'The same questions to other stores',
      'ms',
      of(({ id, unit }) => id.startsWith('peers.') && unit === 'ms'),
    ],
    [
      'bytes',
      'Bytes of a module-sample',
      'B',
      of(({ id, unit }) => unit === 'B' && (id.startsWith('bytes.') || id.startsWith('peers.'))),
    ],
  ];
  return Object.fromEntries(
    plots.flatMap(([name, title, unit, bars]) =>
      bars.length === 0 ? [] : [[name, barsSvg(title, unit, bars, name === 'bytes' ? 12 : undefined)]],
    ),
  );
}
