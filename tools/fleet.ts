// `npm run fleet -- --plants 10000 --modules 100000 --days 30`: fills an empty database with a large fleet, for
// trying out a portal of that size. Readings pass through the ingestion pipeline. Ctrl-C keeps the progress; the same
// command continues. The database is that of DATA_DIR or DATABASE_URL, or `--db URL`.
import { readConfig } from '@helioport/server/config';
import { type Database, inTransaction, openDatabase } from '@helioport/server/platform/db';
import { migrate } from '@helioport/server/platform/migrate';
import { StartRefused } from '@helioport/server/platform/startRefused';
import { getSetting, putSetting } from '@helioport/server/repositories/settings';
import { seedDemo } from '@helioport/server/seed/demo';
import { seedMenus } from '@helioport/server/seed/menus';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';
import { addFleetPlants, type FleetProgress, reportFleet } from '../bench/fleet/build.ts';
import { fleetPlants } from '../bench/fleet/plants.ts';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { showStep } from './showStep.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run fleet -- --plants N --modules M --days D [--every MINUTES] [--db URL]
  plants  1 to 1,000,000, with M modules in total, four per inverter
  days    of readings, including today`;
/** What was asked for and how far it is, so that the same command can go on. */
const NOTE = 'fleet';

interface Options {
  plants: number;
  modules: number;
  days: number;
  everyMinutes: number;
}

interface Note extends Options {
  untilMs: number;
  doneDays: number;
  isDone: boolean;
}

const { values } = toolArgs(USAGE, {
  options: {
    plants: { type: 'string' },
    modules: { type: 'string' },
    days: { type: 'string' },
    every: { type: 'string' },
    db: { type: 'string' },
  },
});

/** @throws StartRefused with a message for the command line */
function readOptions(): Options {
  const whole = (text: string | undefined, least: number, most: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) throw new StartRefused(USAGE);
    return value;
  };
  const plants = whole(values.plants, 1, 1_000_000);
  return {
    plants,
    modules: whole(values.modules, plants, 10_000_000),
    days: whole(values.days, 1, 3_650),
    everyMinutes: whole(values.every ?? '0', 0, 720),
  };
}

/** The note of what is being built here: that of an interrupted run, or a new one in an empty database. */
async function noteFor({ db, pool }: Database, wanted: Options): Promise<Note> {
  const known = await getSetting<Note>(db, NOTE);
  if (known) {
    const { plants, modules, days, everyMinutes } = known;
    const isSame = JSON.stringify({ plants, modules, days, everyMinutes }) === JSON.stringify(wanted);
    if (!isSame)
      throw new StartRefused(
        `A fleet already exists: ${plants} plants, ${modules} modules, ${days} days. Use another DATA_DIR or database for a new one.`,
      );
    return known;
  }
  const { rows } = await pool.query('select 1 from sites union all select 1 from users limit 1');
  if (rows.length > 0)
    throw new StartRefused(
      'This database contains users or plants, but a fleet needs an empty one. Set DATA_DIR to a new folder, or --db to a new database.',
    );
  const now = Date.now();
  const note = { ...wanted, untilMs: now, doneDays: 0, isDone: false };
  await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    // Users to log in as, and the demo plants in addition to those of the fleet.
    await seedDemo(tx, now);
    await putSetting(tx, NOTE, note);
  });
  return note;
}

/** Prints the progress: an updated line in a terminal, else one line every ten seconds. */
function createProgressPrinter(modulesPerReport: number) {
  const startedAt = performance.now();
  let lastPrintedAt = 0;
  let first: number | undefined;
  return ({ step, done, of, reports, day }: FleetProgress) => {
    const now = performance.now();
    first ??= done;
    const seconds = (now - startedAt) / 1000;
    const perSecond = reports / seconds;
    const left = done > first ? (seconds * (of - done)) / (done - first) : Number.NaN;
    const text =
      step === 'plants'
        ? `plants ${done} of ${of}`
        : `${((100 * done) / of).toFixed(1)} %, ${step} of ${day}, ${Math.round(perSecond)} readings/s (${Math.round(perSecond * modulesPerReport)} module-samples/s), ${Number.isNaN(left) ? '?' : Math.ceil(left / 60)} min left`;
    if (process.stdout.isTTY) showStep(done - 1, of, text);
    else if (now - lastPrintedAt > 10_000) {
      console.log(text);
      lastPrintedAt = now;
    }
  };
}

async function build(database: Database, wanted: Options): Promise<void> {
  const note = await noteFor(database, wanted);
  if (note.isDone) {
    console.log('This fleet is already complete. Nothing was done.');
    return;
  }
  const { plants: count, modules, days, untilMs, everyMinutes, doneDays } = note;
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const { signal } = stopping;
  const plants = fleetPlants({ plants: count, modules });
  const inverters = plants.reduce((sum, plant) => sum + plant.inverters.length, 0);
  const onProgress = createProgressPrinter(modules / inverters);
  const { packAfterDays } = readConfig();
  const startedAt = performance.now();
  await addFleetPlants(database, plants, { signal, onProgress });
  const { reports, isDone } = await reportFleet(
    database,
    { plants, days, untilMs, everyMinutes, packAfterDays, doneDays },
    {
      signal,
      onProgress,
      async onDay(done) {
        note.doneDays = done;
        await putSetting(database.db, NOTE, note);
      },
    },
  );
  showStep();
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  if (!isDone) {
    console.log(
      `Stopped after ${note.doneDays} of ${days} days and ${minutes} min. Run the same command to continue.`,
    );
    return;
  }
  await putSetting(database.db, NOTE, { ...note, isDone: true });
  console.log(
    `${count} plants, ${inverters} inverters, ${modules} modules: ${reports} readings in ${minutes} min.`,
  );
  console.log('Run npm start and log in as admin@demo.test.');
}

async function main(): Promise<void> {
  const wanted = readOptions();
  const config = readConfig();
  const databaseUrl = values.db ?? config.databaseUrl;
  await withDatabase({ ...config, databaseUrl }, async (url) => {
    await migrate(url, addMissingColumns);
    // Sums over a large world take minutes.
    const database = openDatabase(url, { statementTimeoutMs: 0 });
    try {
      await build(database, wanted);
    } finally {
      await database.close();
    }
  });
}

await runTool(main);
