// Writes docs/performance.md from a run: goals, tables and plots. Text below the mark is kept.
import { type Figure, type Run, shown } from '../book.ts';
import { worseThan } from './compare.ts';
import { goalsOf } from './goals.ts';
import { plotsOf } from './plots.ts';

/** Text below it is written by hand. */
const MARK = '<!-- Written by hand from here on: the bench keeps it. -->';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const or = (value: number | undefined): string => (value === undefined ? '' : shown(value));
const over = (a: number | undefined, b: number | undefined): string =>
  a === undefined || b === undefined || b === 0 ? '' : shown(a / b);

/** The page, with what was written by hand in `old` kept. */
export function pageOf(run: Run, before: Run | undefined, old: string): string {
  const { figures, sizes } = run;
  const plots = plotsOf(run);
  const plot = (name: string, text: string) => (name in plots ? [`![${text}](performance-${name}.svg)`] : []);
  const of = (section: string) => figures.filter(({ id }) => id.startsWith(`${section}.`));
  const kept = old.includes(MARK)
    ? old.slice(old.indexOf(MARK))
    : `${MARK}\n\n${old.replace(/^# .*\n+/, '')}`;
  const parts = [
    '# Performance',
    `Written by \`npm run bench${sizes.isQuick ? ' -- --quick --write' : ''}\` on ${run.at.slice(0, 16).replace('T', ' ')} UTC in ${run.minutes.toFixed(0)} min: ${run.machine}; embedded PostgreSQL with fsync and synchronous_commit on. Server, database and load share the host. Load before the run: ${run.load.toFixed(1)}.${run.load > 1 ? ' **The host was busy: compare ratios only.**' : ''}${sizes.isQuick ? ' **A quick run on small fleets: not representative of large ones.**' : ''} Compare ratios; sizes are options.`,
    ...(run.skipped.length > 0 ? [`Skipped: ${run.skipped.join('; ')}.`] : []),
    '## Goals',
    table(
      ['measurement', 'result', 'goal', ''],
      goalsOf(run).map(({ name, is, goal, isMet, missedBy }) => [
        name,
        is,
        goal,
        isMet ? 'met' : `**missed by ${missedBy}**`,
      ]),
    ),
    worseThan(before, run).join('\n'),
    ...(of('ingestion').length > 0
      ? [
          '## Ingestion rates',
          ingestionTable(of('ingestion')),
          ...plot('ingestion', 'Readings per second by path'),
        ]
      : []),
    ...(of('bytes').length > 0
      ? ['## Storage', bytesTable(of('bytes')), ...plot('bytes', 'Bytes per module reading')]
      : []),
    ...(of('queries').length > 0
      ? [
          '## Response times',
          `As administrator over HTTP, server in a separate process, ${sizes.calls} calls after 1.5 s of warm-up. Cold: first call after a restart of the database (${sizes.restarts} restarts; the file cache of the system may be warm). Bare: median of a SELECT of the same rows without HTTP, permissions or totals.`,
          queriesTable(of('queries')),
          ...plot('queries', 'Response times in milliseconds'),
        ]
      : []),
    ...(of('databases').length > 0
      ? [
          '## Time series databases',
          'The same readings, imported by line protocol, and the same queries in the same run, each over HTTP to a separate process after 1.5 s of warm-up. These databases do not detect duplicates without device timestamps, have no local days of 23 or 25 hours, no correction of counter resets and restarts, and no row-level access. Their daily energy is the maximum counter of a UTC day.',
          databasesTable(of('databases')),
          ...plot('databases', 'Query times of time series databases'),
        ]
      : []),
    kept,
  ];
  return `${parts.join('\n\n').trimEnd()}\n`;
}

const ingestionTable = (figures: readonly Figure[]): string => {
  const live = figures.find(({ id }) => id === 'ingestion.live')?.value;
  const bare = figures.find(({ id }) => id === 'ingestion.bare')?.value;
  return table(
    ['path', 'readings/s', 'module readings/s', 'ratio to live pipeline', 'ratio to bare INSERT'],
    figures.map(({ name, value }) => [
      name,
      shown(value),
      shown(value * 4),
      over(value, live),
      over(value, bare),
    ]),
  );
};

const bytesTable = (figures: readonly Figure[]): string =>
  table(
    ['form', 'B'],
    figures.map(({ name, value }) => [name, shown(value)]),
  );

const queriesTable = (figures: readonly Figure[]): string =>
  table(
    ['call', 'plants', 'median', 'p95', 'cold', 'cold p95', 'bare', 'ratio to bare'],
    figures.map(({ name, plants, value, unit, p95, cold, bare }) => [
      ...[
        name,
        or(plants),
        `${shown(value)} ${unit}`,
        or(p95),
        or(cold?.p50),
        or(cold?.p95),
        or(bare),
        over(value, bare),
      ],
    ]),
  );

const databasesTable = (figures: readonly Figure[]): string =>
  table(
    ['query', 'median', 'p95'],
    figures.map(({ name, value, unit, p95 }) => [name, `${shown(value)} ${unit}`, or(p95)]),
  );
