// `npm run secrets -- --renew replay|bridge|devices`: another secret for one purpose, from the next start on.
import { parseArgs } from 'node:util';
import { readConfig } from '@helioport/server/config';
import { openDatabase } from '@helioport/server/platform/db';
import { purposes, renewSecret } from '@helioport/server/records/secrets';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';

await runTool(async () => {
  const { values } = parseArgs({ options: { renew: { type: 'string' } } });
  const purpose = purposes.find((one) => one === values.renew);
  if (purpose === undefined) {
    console.error(`npm run secrets -- --renew ${purposes.join('|')}`);
    process.exit(1);
  }
  await withDatabase(readConfig(), async (url) => {
    const database = openDatabase(url);
    try {
      await renewSecret(database.db, purpose);
    } finally {
      await database.close();
    }
  });
  console.log(`The secret for "${purpose}" is another one. It counts when the portal is started again.`);
});
