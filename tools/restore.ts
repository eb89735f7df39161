// `npm run restore -- FOLDER`: restores a backup into an empty DATA_DIR or an empty database while the portal is stopped.
// Never overwrites data: a folder with data is rejected.

import { readConfig } from '@helioport/server/config';
import { restore } from '@helioport/server/platform/backup/restore';
import { BackupFailed, verifyBackup } from '@helioport/server/platform/backup/write';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { showStep } from './showStep.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run restore -- FOLDER
  Restores a backup into an empty DATA_DIR or an empty database.`;

const { positionals } = toolArgs(USAGE, { allowPositionals: true });

async function main(): Promise<void> {
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0)
    throw new BackupFailed('Specify the backup: npm run restore -- FOLDER');
  const config = readConfig();
  // Before an empty database is made for something that is no backup.
  await verifyBackup(folder);
  const { tables, takenAt } = await withDatabase(
    config,
    (url) =>
      restore(url, {
        folder,
        complete: addMissingColumns,
        onTable: showStep,
        ...(config.databaseUrl ? {} : { store: config.dataDir }),
      }),
    { isExclusive: true },
  );
  showStep();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${rows} rows of ${tables.length} tables restored from the backup taken at ${takenAt}. Start the portal with npm start.`,
  );
}

await runTool(main);
