// `npm run backup`: backs up all data into a folder while the portal runs. `-- --to FOLDER` sets the folder,
// `-- --check FOLDER` verifies a backup against its manifest.
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '@helioport/server/config';
import { BackupFailed, backUp, verifyBackup } from '@helioport/server/platform/backup/write';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { showStep } from './showStep.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run backup [-- --to FOLDER | --check FOLDER]
  Backs up all data while the portal runs. --check verifies a backup against its manifest.`;

const { values } = toolArgs(USAGE, { options: { to: { type: 'string' }, check: { type: 'string' } } });

async function main(): Promise<void> {
  if (values.check !== undefined) {
    const { takenAt, tables } = await verifyBackup(values.check);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backup complete: ${rows} rows in ${tables.length} tables, taken at ${takenAt}.`);
    return;
  }
  const config = readConfig();
  if (!config.databaseUrl && !fs.existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new BackupFailed(`No data in ${config.dataDir}.`);
  }
  const into = path.resolve(values.to ?? config.backups?.into ?? 'backups');
  const { folder, rows, tables, bytes } = await withDatabase(config, (url) =>
    backUp(url, { into, why: 'manual', onTable: showStep }),
  );
  showStep();
  console.log(`${rows} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB, verified.\n${folder}`);
}

await runTool(main);
