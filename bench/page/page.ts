// Writes docs/performance.md from a run: goals, tables and plots. Text below the mark is kept.
import { type Figure, type Run, shown } from '../book.ts';
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
export function pageOf(run: Run, old: string): string {
  const { figures, sizes } = run;
  const plots = plotsOf(run);
  const plot = (name: string, text: string) => (name in plots ? [`![${text}](performance-${name}.svg)`] : []);
  const of = (section: string) => figures.filter(({ id }) => id.startsWith(`${section}.`));
  const kept = old.includes(MARK)
    ? old.slice(old.indexOf(MARK))
    : `${MARK}\n\n${old.replace(/^# .*\n+/, '')}`;
  const parts = [
    '# Performance',
    `Written by \`npm run bench${sizes.isQuick ? ' -- --quick --write' : ''}\` on ${run.at.slice(0, 16).replace('T', ' ')} UTC in ${run.minutes.toFixed(0)} min: ${run.machine}; embedded PostgreSQL with fsync and synchronous_commit on. Server, database and load share the host. Load before the run: ${run.load.toFixed(1)}.${run.load > 1 ? ' **The host was busy: compare ratios only.**' : ''}${sizes.isQuick ? ' **A quick run on small fleets: not representative of large ones.**' : ''} Compare ratios.`,
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
    ...(of('ingestion').length > 0
      ? [
          '## Ingestion rates',
          'A reading of an inverter has four module readings. Ratios are to the bare INSERT.',
          ingestionTable(of('ingestion')),
          ...plot('ingestion', 'Readings per second by path'),
        ]
      : []),
    ...bytesLine(of('bytes')),
    ...plot('bytes', 'Bytes per module reading'),
    ...(of('queries').length > 0
      ? [
          '## Response times',
          `Medians (p95) in ms as administrator over HTTP, server in a separate process, ${sizes.calls} calls after 1.5 s of warm-up. Cold: first call after a restart of the database (${sizes.restarts} restarts; the file cache of the system may be warm). Bare: a SELECT of the same rows without HTTP, permissions or totals. Both in the largest fleet.`,
          queriesTable(of('queries')),
          ...plot('queries', 'Response times in milliseconds'),
        ]
      : []),
    ...(of('databases').length > 0
      ? [
          '## Time series databases',
          'Medians (p95) in ms of the same readings and queries in one run, each over HTTP to a separate process. Unlike Helioport, these databases have no local days, no correction of counter resets, no detection of duplicates without device timestamps and no access by row; their daily energy is the maximum counter of a UTC day.',
          databasesTable(of('databases')),
          ...plot('databases', 'Query times of time series databases'),
        ]
      : []),
    kept,
  ];
  return `${parts.join('\n\n').trimEnd()}\n`;
}

const ingestionTable = (figures: readonly Figure[]): string => {
  const bare = figures.find(({ id }) => id === 'ingestion.bare')?.value;
  return table(
    ['path', 'readings/s', 'ratio'],
    figures.map(({ name, value }) => [name, shown(value), over(value, bare)]),
  );
};

const bytesLine = (figures: readonly Figure[]): string[] =>
  figures.length === 0
    ? []
    : ['## Storage', `Bytes: ${figures.map(({ name, value }) => `${name} ${shown(value)}`).join('; ')}.`];

const ms = ({ value, unit }: Figure): number => (unit === 's' ? value * 1000 : value);

/** Median with the 95th percentile, if there is one. */
const spread = (median: number, p95: number | undefined): string =>
  p95 === undefined ? shown(median) : `${shown(median)} (${shown(p95)})`;

/** A row per call and a column per fleet; cold and bare times are those of the largest fleet. */
function queriesTable(figures: readonly Figure[]): string {
  const fleets = [...new Set(figures.map(({ plants }) => plants ?? 0))].sort((a, b) => a - b);
  const names = [...new Set(figures.map(({ name }) => name))];
  return table(
    ['call', ...fleets.map((plants) => `${shown(plants)} plants`), 'cold', 'bare'],
    names.map((name) => {
      const ofCall = fleets.map((fleet) =>
        figures.find((figure) => figure.name === name && (figure.plants ?? 0) === fleet),
      );
      const largest = ofCall.at(-1);
      return [
        name,
        ...ofCall.map((figure) => (figure ? spread(ms(figure), figure.p95) : '')),
        or(largest?.cold?.p50),
        or(largest?.bare),
      ];
    }),
  );
}

const systems = [
  ['ours', 'Helioport'],
  ['victoria', 'VictoriaMetrics'],
  ['influx', 'InfluxDB'],
] as const;
const labels: Readonly<Record<string, string>> = {
  rate: 'import, samples/s, not durable when answered',
  bytes: 'bytes per module reading',
};

/** A row per query and a column per system. */
function databasesTable(figures: readonly Figure[]): string {
  const measured = systems.filter(([key]) => figures.some(({ id }) => id.endsWith(`.${key}`)));
  const queries = [...new Set(figures.map(({ id }) => id.split('.')[1] ?? ''))];
  const find = (query: string, key: string) => figures.find(({ id }) => id === `databases.${query}.${key}`);
  return table(
    ['query', ...measured.map(([, name]) => name)],
    queries.map((query) => [
      labels[query] ??
        figures.find(({ id }) => id.split('.')[1] === query)?.name.replace(/, [^,]*$/, '') ??
        '',
      ...measured.map(([key]) => {
        const figure = find(query, key);
        return figure ? spread(figure.value, figure.p95) : '';
      }),
    ]),
  );
}
