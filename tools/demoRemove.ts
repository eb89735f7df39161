// `npm run demo:remove`: takes the demo world out of a folder or database and leaves what people made. Asks once. For a
// portal that stands still; a running one has a button for it.
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '@helioport/server/config';
import { removeDemo } from '@helioport/server/jobs/demoRemoval';
import { inTransaction, openDatabase } from '@helioport/server/platform/db';
import { migrate } from '@helioport/server/platform/migrate';
import { beginDemoRemoval, demoState } from '@helioport/server/repositories/demo';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';
import { ask } from './ask.ts';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';

const QUESTION = `This takes away the plants, people, companies and devices of the demo world, with their history.
What you made yourself stays: people, plants, devices. What of it belongs to a demo company or person will belong to
none; a device of yours in a demo plant becomes unregistered and keeps its reports.
Take the demo world away? [y/N] `;

async function main(): Promise<void> {
  const config = readConfig();
  const folder = path.join(config.dataDir, 'postgres');
  if (!config.databaseUrl && !fs.existsSync(folder)) {
    console.log(`There is no data in ${config.dataDir}.`);
    return;
  }
  await withDatabase(
    config,
    async (url) => {
      await remove(url);
      for (const name of ['demo-history', 'demo-passwords'])
        fs.rmSync(path.join(config.dataDir, name), { force: true });
    },
    { isExclusive: true },
  );
}

async function remove(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, addMissingColumns);
  const { db, close } = openDatabase(databaseUrl);
  try {
    const state = await demoState(db);
    if (state === undefined || state === 'gone') {
      console.log('There is no demo world in it.');
      return;
    }
    if (!process.argv.includes('--yes') && (await ask(QUESTION)) !== 'y') {
      console.log('Nothing was taken away.');
      return;
    }
    await inTransaction(db, 'write', beginDemoRemoval);
    const gone = await removeDemo(db, Date.now());
    if (gone) {
      const { plants, people, companies, devices } = gone;
      console.log(`Gone: ${plants} plants, ${people} people, ${companies} companies, ${devices} devices.`);
    }
  } finally {
    await close();
  }
}

await runTool(main);
