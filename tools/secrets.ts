// `npm run secrets -- --renew replay|bridge|devices|setup`: another secret for one purpose, from the next start on.
// `npm run secrets -- --show setup`: the code that creating the first administrator takes.
import { readConfig } from '@helioport/server/config';
import { type Database, openDatabase } from '@helioport/server/platform/db';
import { purposes, renewSecret, secretsOf } from '@helioport/server/records/secrets';
import { setupCodeOf } from '@helioport/server/records/setupCode';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run secrets -- --renew replay|bridge|devices|setup
npm run secrets -- --show setup`;

/** Does `work` with the portal's database. */
const open = <T>(work: (database: Database) => Promise<T>): Promise<T> =>
  withDatabase(readConfig(), async (url) => {
    const database = openDatabase(url);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });

await runTool(async () => {
  const { values } = toolArgs(USAGE, { options: { renew: { type: 'string' }, show: { type: 'string' } } });
  if (values.show === 'setup') {
    console.log(await open(async ({ db }) => setupCodeOf((await secretsOf(db)).setup)));
    return;
  }
  const purpose = purposes.find((one) => one === values.renew);
  if (purpose === undefined) {
    console.error(`npm run secrets -- --renew ${purposes.join('|')}\nnpm run secrets -- --show setup`);
    process.exit(1);
  }
  await open(({ db }) => renewSecret(db, purpose));
  console.log(`The secret for "${purpose}" has been renewed. Restart the portal for it to take effect.`);
});
