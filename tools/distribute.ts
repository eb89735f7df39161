// `npm run distribute -- --check|--apply`: distributes the time-series tables over the workers of a Citus cluster, whose
// coordinator is in DATABASE_URL. --check only lists the changes, on any PostgreSQL.
import { readConfig } from '@helioport/server/config';
import { openDatabase } from '@helioport/server/platform/db';
import { migrate } from '@helioport/server/platform/migrate';
import { StartRefused } from '@helioport/server/platform/startRefused';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';
import {
  type Distribution,
  distribute,
  distributionOf,
} from '@helioport/server/timeseries/retention/distribute';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run distribute -- --check | --apply
  Distributes the time-series tables over a Citus cluster. --check only lists the changes.`;

const { values } = toolArgs(USAGE, { options: { check: { type: 'boolean' }, apply: { type: 'boolean' } } });

function printResult({ citus, tables, hindrances }: Distribution): void {
  for (const { name, bytes, isSpread } of tables)
    console.log(`${isSpread ? 'spread ' : 'to do  '} ${name.padEnd(18)} ${(bytes / 1e6).toFixed(1)} MB`);
  for (const hindrance of hindrances) console.log(`blocked by: ${hindrance}`);
  console.log(citus === null ? 'This database does not have the citus extension.' : `citus ${citus}`);
}

async function main(): Promise<void> {
  if (values.check === values.apply) throw new StartRefused('Specify --check or --apply.');
  await withDatabase(readConfig(), async (url) => {
    await migrate(url, addMissingColumns);
    const { db, pool, close } = openDatabase(url);
    try {
      const found = await distributionOf(db);
      printResult(found);
      if (found.hindrances.length > 0)
        throw new StartRefused('Nothing was changed. Resolve the problems listed above first.');
      if (!values.apply) return;
      if (found.citus === null)
        throw new StartRefused(
          'Nothing was changed. Point DATABASE_URL to the coordinator of a Citus cluster and create the extension there: create extension citus.',
        );
      const names = await distribute(pool, found, (name) => console.log(`spreading ${name}`));
      console.log(
        names.length === 0 ? 'All tables are already distributed.' : `Spread: ${names.join(', ')}.`,
      );
    } finally {
      await close();
    }
  });
}

await runTool(main);
