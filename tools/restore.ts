// `npm run restore -- FOLDER`: brings a backup back into an empty DATA_DIR or an empty database. The portal must stand
// still. Nothing is ever written over: a folder that holds data is refused.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@helioport/server/config';
import { restore } from '@helioport/server/platform/backup/restore';
import { BackupFailed, verifyBackup } from '@helioport/server/platform/backup/write';
import { addressOfRunning } from '@helioport/server/platform/embeddedPostgres';
import { addMissingColumns } from '@helioport/server/telemetry/catalogue';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { showStep } from './showStep.ts';

const { positionals } = parseArgs({ allowPositionals: true });

async function main(): Promise<void> {
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0)
    throw new BackupFailed('Say which backup: npm run restore -- FOLDER');
  const config = readConfig();
  if (!config.databaseUrl && addressOfRunning(path.join(config.dataDir, 'postgres')) !== undefined)
    throw new BackupFailed(`A portal runs on ${config.dataDir}. Stop it, or name another DATA_DIR.`);
  // Before an empty database is made for something that is no backup.
  await verifyBackup(folder);
  const { tables, takenAt } = await withDatabase(config, (url) =>
    restore(url, { folder, complete: addMissingColumns, onTable: showStep }),
  );
  showStep();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${rows} rows of ${tables.length} tables are back, as they were at ${takenAt}. Start with npm start.`,
  );
}

await runTool(main);
