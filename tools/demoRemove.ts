// `npm run demo:remove`: removes the demo data from a data folder or database and keeps everything else. Asks for
// confirmation. For a stopped portal; a running portal has a button for it.
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '@helioport/server/config';
import { removeDemo } from '@helioport/server/jobs/demoRemoval';
import { inTransaction, openDatabase } from '@helioport/server/platform/db';
import { migrate } from '@helioport/server/platform/migrate';
import { beginDemoRemoval, demoState } from '@helioport/server/repositories/demo';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';
import { request } from './ask.ts';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';

const QUESTION = `This deletes the demo plants, users, companies and devices with their entire history.
Everything you created is kept. Your plants and users in a demo company will no longer belong to a company, your plants
with a demo owner will have no owner, and your devices in a demo plant become unregistered but keep their readings.
Remove the demo data? [y/N] `;

async function main(): Promise<void> {
  const config = readConfig();
  const folder = path.join(config.dataDir, 'postgres');
  if (!config.databaseUrl && !fs.existsSync(folder)) {
    console.log(`No data in ${config.dataDir}.`);
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
      console.log('There is no demo data.');
      return;
    }
    if (!process.argv.includes('--yes') && (await request(QUESTION)) !== 'y') {
      console.log('Nothing was removed.');
      return;
    }
    await inTransaction(db, 'write', beginDemoRemoval);
    const gone = await removeDemo(db, Date.now());
    if (gone) {
      const { plants, people, companies, devices } = gone;
      console.log(`Removed: ${plants} plants, ${people} users, ${companies} companies, ${devices} devices.`);
    }
  } finally {
    await close();
  }
}

await runTool(main);
