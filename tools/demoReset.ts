// `npm run demo:reset`: deletes the demo data folder, so that the next start creates it again. Asks for confirmation.
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '@helioport/server/config';
import { lockDataFolder } from '@helioport/server/platform/dataLock';
import { endLeftOver } from '@helioport/server/platform/embeddedPostgres';
import { request } from './ask.ts';

const config = readConfig();
if (config.databaseUrl) {
  console.error('DATABASE_URL is set. This command never deletes an external database.');
  process.exit(1);
}
const folder = path.join(config.dataDir, 'postgres');
if (!fs.existsSync(folder)) {
  console.log(`Nothing to reset in ${config.dataDir}.`);
  process.exit(0);
}
const held = await lockDataFolder(config.dataDir);
try {
  const isSure =
    process.argv.includes('--yes') ||
    (await request(`Delete everything in ${config.dataDir}? [y/N] `)) === 'y';
  if (isSure) {
    await endLeftOver(folder);
    for (const name of [
      'postgres',
      'postgres.secret',
      'postgres.place',
      'files',
      'demo-history',
      'demo-passwords',
    ]) {
      fs.rmSync(path.join(config.dataDir, name), { recursive: true, force: true });
    }
    console.log('Deleted. npm start creates new demo data.');
  } else {
    console.log('Nothing was deleted.');
  }
} finally {
  held.release();
}
