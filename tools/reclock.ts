// `npm run reclock -- --from 2030-01-01T00:00:00Z --to 2030-01-01T00:20:00Z --by=-1200d`: moves readings dated by an
// incorrect clock, with their bytes, and recalculates the affected days. `--plant SID`: of one plant. `--dry`: only prints
// the changes. For a running or stopped portal. If interrupted, the same command continues.

import { type ClockShift, parseOffset } from '@helioport/domain/clockDeviation';
import { DAY_MS } from '@helioport/domain/duration';
import { readConfig } from '@helioport/server/config';
import { correctTimestamps, planCorrection } from '@helioport/server/jobs/correctTimestamps';
import { type Database, openDatabase } from '@helioport/server/platform/db';
import { migrate } from '@helioport/server/platform/migrate';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';
import { request } from './ask.ts';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { showStep } from './showStep.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run reclock -- --from TIME --to TIME --by=OFFSET [--plant SID] [--dry] [--yes]
  TIME    as 2030-01-01T00:00:00Z, inclusive
  OFFSET  added to the times, such as -1200d, 90m, -3h or 17s`;

class Refused extends Error {}

/** The requested shift. @throws Refused with a message for the command line */
function requestedShift(values: { from?: string; to?: string; by?: string; plant?: string }): ClockShift {
  const [fromMs, toMs] = [Date.parse(values.from ?? ''), Date.parse(values.to ?? '')];
  const byMs = parseOffset(values.by ?? '');
  if (Number.isNaN(fromMs) || Number.isNaN(toMs) || byMs === null) throw new Refused(USAGE);
  if (toMs < fromMs) throw new Refused('--to is before --from.');
  if (!(toMs + byMs < Date.now() + DAY_MS) || fromMs + byMs < 0)
    throw new Refused('This would move readings into the future or before 1970.');
  return { fromMs, toMs, byMs, sid: values.plant ?? '' };
}

const text = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

async function main(): Promise<void> {
  const { values } = toolArgs(USAGE, {
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      by: { type: 'string' },
      plant: { type: 'string' },
      dry: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
  const shift = requestedShift(values);
  await withDatabase(readConfig(), async (url) => {
    await migrate(url, addMissingColumns);
    const database = openDatabase(url);
    try {
      await confirmAndMove(database, shift, { isDry: values.dry === true, isSure: values.yes === true });
    } finally {
      await database.close();
    }
  });
}

async function confirmAndMove(
  database: Database,
  shift: ClockShift,
  { isDry, isSure }: { isDry: boolean; isSure: boolean },
): Promise<void> {
  const { plants, devices, readings, state } = await planCorrection(database.db, shift);
  if (state === 'done') {
    console.log('Exactly these readings have already been moved. Nothing was done.');
    return;
  }
  const [from, to] = [shift.fromMs, shift.toMs];
  console.log(
    `${readings} readings of up to ${devices} devices in ${plants} plants, from ${text(from)} to ${text(to)}, would move to ${text(from + shift.byMs)} to ${text(to + shift.byMs)}.`,
  );
  if (state === 'begun')
    console.log('An earlier move of these readings was interrupted. This command moves the remaining ones.');
  if (isDry || (readings === 0 && state === 'fresh')) return;
  if (!isSure && (await request('Move them? [y/N] ')) !== 'y') {
    console.log('Nothing was moved.');
    return;
  }
  const done = await correctTimestamps(database, shift, { clock: Date.now, onStep: showStep });
  showStep();
  console.log(`${done.readings} readings moved, ${done.days} plant-days recalculated.`);
}

await runTool(main);
