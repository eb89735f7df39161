// `npm run bench`: all measurements in one run, compared with an empty Node server, bare PostgreSQL and time series databases.
// Writes docs/performance.md, its plots and docs/performance.json, and lists what is slower than in the previous run. --quick takes a
// few minutes and small worlds, and writes nothing unless --write; --only ingestion,bytes,queries,databases; sizes as --frames 1000.
import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Book, fullSizes, quickSizes, type Run, type Sizes } from './book.ts';
import { addFleetPlants, reportFleet } from './fleet/build.ts';
import { fleetPlants } from './fleet/plants.ts';
import { hostDescription } from './measure.ts';
import { worseThan } from './page/compare.ts';
import { goalsOf } from './page/goals.ts';
import { pageOf } from './page/page.ts';
import { plotsOf } from './page/plots.ts';
import { measureBytes } from './sections/bytes.ts';
import { measureDatabases } from './sections/databases.ts';
import { measureIngestion } from './sections/ingestion.ts';
import { measureQueries } from './sections/queries.ts';
import { addShowcases } from './showcases.ts';
import { type BenchWorld, startBenchWorld } from './world.ts';

const sections = ['ingestion', 'bytes', 'queries', 'databases'] as const;
const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const JSON_FILE = `${docs}performance.json`;
const numbers = Object.keys(fullSizes).filter((key) => key !== 'isQuick');

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    only: { type: 'string' },
    ...Object.fromEntries(numbers.map((key) => [key, { type: 'string' as const }])),
  },
});
const given = values as Record<string, string | boolean | undefined>;

function sizesFromOptions(): Sizes {
  const sizes = { ...(given.quick ? quickSizes : fullSizes) };
  for (const key of numbers) {
    if (given[key] === undefined) continue;
    const value = Number(given[key]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${key} takes a whole number from 1`);
    Object.assign(sizes, { [key]: value });
  }
  return sizes;
}

function sectionsFromOptions(): ReadonlySet<string> {
  if (given.only === undefined) return new Set(sections);
  const names = String(given.only).split(',');
  const unknown = names.find((name) => !sections.some((known) => known === name));
  if (unknown !== undefined)
    throw new Error(`--only takes ${sections.join(', ')}; ${unknown} is none of them`);
  return new Set(names);
}

/** Creates the small fleet, or adds nine times as many plants to it. */
async function growFleet(world: BenchWorld, sizes: Sizes, to: 'small' | 'large'): Promise<number> {
  const all = { plants: 10 * sizes.plants, modules: 10 * sizes.plants * sizes.modulesPerPlant };
  const part = to === 'small' ? { to: sizes.plants } : { from: sizes.plants };
  const plants = fleetPlants(all, part);
  await addFleetPlants(world, plants);
  await reportFleet(world, {
    plants,
    days: sizes.fleetDays,
    everyMinutes: sizes.fleetEveryMinutes,
    untilMs: Date.now(),
    packAfterDays: 0,
  });
  return to === 'small' ? sizes.plants : all.plants;
}

async function measure(book: Book, sizes: Sizes, chosen: ReadonlySet<string>): Promise<void> {
  const world = await startBenchWorld();
  try {
    for (const name of sections) if (!chosen.has(name)) book.skip(`${name}: not asked for`);
    const step = (text: string) => console.log(`\n${text}`);
    if (chosen.has('ingestion')) {
      step('Ingestion');
      await measureIngestion(world, book, sizes);
    }
    if (!chosen.has('bytes') && !chosen.has('queries') && !chosen.has('databases')) return;
    step('Building the measured plants');
    const shown = await addShowcases(world, sizes);
    if (chosen.has('bytes')) await measureBytes(world, shown, book);
    if (chosen.has('databases')) {
      step('Time series databases');
      await measureDatabases(world, shown, book, sizes);
    }
    if (!chosen.has('queries')) return;
    for (const size of ['small', 'large'] as const) {
      step(`Response times, ${size} fleet`);
      const plants = await growFleet(world, sizes, size);
      await measureQueries(world, shown, { book, sizes, plants });
    }
  } finally {
    await world.stop();
  }
}

const sizes = sizesFromOptions();
const chosen = sectionsFromOptions();
const book = new Book();
const startedAt = performance.now();
console.log(`${hostDescription()}, load ${book.load.toFixed(1)}`);
if (book.load > os.cpus().length / 2) console.log('This host is busy: compare ratios only.');
await measure(book, sizes, chosen);
const run: Run = {
  at: new Date().toISOString(),
  machine: hostDescription(),
  load: book.load,
  minutes: (performance.now() - startedAt) / 60_000,
  sizes,
  skipped: book.skipped,
  figures: book.figures,
};
const before = fs.existsSync(JSON_FILE) ? (JSON.parse(fs.readFileSync(JSON_FILE, 'utf8')) as Run) : undefined;
console.log('');
for (const line of worseThan(before, run)) console.log(line);
for (const { name, is, goal, isMet } of goalsOf(run))
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${name}: ${is}, goal ${goal}`);
if (!given.quick || given.write) {
  fs.writeFileSync(JSON_FILE, `${JSON.stringify(run, null, 1)}\n`);
  for (const [name, svg] of Object.entries(plotsOf(run)))
    fs.writeFileSync(`${docs}performance-${name}.svg`, svg);
  const page = `${docs}performance.md`;
  fs.writeFileSync(page, pageOf(run, fs.readFileSync(page, 'utf8')));
  console.log(`Written to docs/performance.md after ${run.minutes.toFixed(1)} min.`);
}
// Pools of child processes and of the restarted database are still open.
process.exit(0);
