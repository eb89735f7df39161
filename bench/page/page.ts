// docs/performance.md of a run: ratios first, goals, tables, plots. What was written by hand below the mark stays.
import { type Figure, type Run, shown } from '../book.ts';
import { worseThan } from './compare.ts';
import { goalsOf } from './goals.ts';
import { plotsOf } from './plots.ts';

/** What stands below it is written by hand. */
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
    `Written by \`npm run bench${sizes.isQuick ? ' -- --quick --write' : ''}\` on ${run.at.slice(0, 16).replace('T', ' ')} UTC in ${run.minutes.toFixed(0)} min: ${run.machine}; embedded PostgreSQL with fsync and synchronous_commit on. Server, database and load share the machine. Load of the machine before: ${run.load.toFixed(1)}.${run.load > 1 ? ' **It was busy with other things: compare ratios, not milliseconds.**' : ''}${sizes.isQuick ? ' **A quick run on small worlds: it says little of a large one.**' : ''} Compare ratios, and run it yourself; the sizes are options.`,
    ...(run.skipped.length > 0 ? [`Left out: ${run.skipped.join('; ')}.`] : []),
    '## Ratios and goals',
    table(
      ['goal', 'is', 'wanted', ''],
      goalsOf(run).map(({ name, is, goal, isMet, missedBy }) => [
        name,
        is,
        goal,
        isMet ? 'met' : `**missed by ${missedBy}**`,
      ]),
    ),
    ...worseThan(before, run),
    ...(of('doors').length > 0
      ? ['## Reports in', doorsTable(of('doors')), ...plot('doors', 'Reports a second by every way in')]
      : []),
    ...(of('bytes').length > 0
      ? ['## Bytes', bytesTable(of('bytes')), ...plot('bytes', 'Bytes of a module-sample')]
      : []),
    ...(of('reads').length > 0
      ? [
          '## What people wait for',
          `Asked as administrator over HTTP of a server in a process of its own, ${sizes.calls} times after a second and a half of the same question. Cold: the first time after the database was restarted, so that its memory is empty, connections are new and nothing is prepared; the files may still be in the memory of the system; ${sizes.restarts} restarts. Bare: the median of a SELECT of the same rows from the process that asks, without HTTP, rights or sums.`,
          readsTable(of('reads')),
          ...plot('reads', 'Milliseconds of every question'),
        ]
      : []),
    ...(of('peers').length > 0
      ? [
          '## Other stores',
          'The same reports, imported by the line protocol, and the same questions in the same run, each asked over HTTP of a process of its own after a second and a half of the same question. What these stores do not do: recognise a report that comes twice as one (they overwrite the same instant, which is why it works for devices with clocks only), days of the plant in its own zone with 23 and 25 hours, energy that is right over resets, restarts and glitches, who may see what. Their daily energies are the highest counter of a day of UTC, which is less than we compute.',
          peersTable(of('peers')),
          ...plot('peers', 'The same questions to other stores'),
        ]
      : []),
    kept,
  ];
  return `${parts.join('\n\n').trimEnd()}\n`;
}

const doorsTable = (figures: readonly Figure[]): string => {
  const live = figures.find(({ id }) => id === 'doors.live')?.value;
  const bare = figures.find(({ id }) => id === 'doors.bare')?.value;
  return table(
    ['way', 'reports/s', 'module-samples/s', 'over live pipeline', 'over bare INSERT'],
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
    ['what', 'B'],
    figures.map(({ name, value }) => [name, shown(value)]),
  );

const readsTable = (figures: readonly Figure[]): string =>
  table(
    ['question', 'plants', 'median', 'p95', 'cold', 'cold p95', 'bare', 'over bare'],
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

const peersTable = (figures: readonly Figure[]): string =>
  table(
    ['what', 'median', 'p95'],
    figures.map(({ name, value, unit, p95 }) => [name, `${shown(value)} ${unit}`, or(p95)]),
  );
