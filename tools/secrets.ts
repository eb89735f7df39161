// `npm run secrets -- --renew replay|bridge|devices|setup`: another secret for one purpose, from the next start on.
// `npm run secrets -- --show replay|bridge|setup`: a token that senders need, or the code for the first administrator.
import { readConfig } from '@helioport/server/config';
import { type Database, openDatabase } from '@helioport/server/platform/db';
import { purposes, renewSecret, type Secrets, secretsOf } from '@helioport/server/repositories/secrets';
import { setupCodeOf } from '@helioport/server/repositories/setupCode';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run secrets -- --show NAME
  replay   token of POST /ingest/replay
  bridge   password of the MQTT user "bridge"
  setup    code for creating the first administrator
npm run secrets -- --renew ${purposes.join('|')}
  the portal uses the new secret after a restart`;

/** What `--show` prints. The key of the device tokens is not among them: each device page shows its own token. */
const shown: Readonly<Record<string, (secrets: Secrets) => string>> = {
  replay: ({ replay }) => replay,
  bridge: ({ bridge }) => bridge,
  setup: ({ setup }) => setupCodeOf(setup),
};

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
  const show = Object.hasOwn(shown, values.show ?? '') ? shown[values.show ?? ''] : undefined;
  if (show && values.renew === undefined) {
    console.log(await open(async ({ db }) => show(await secretsOf(db))));
    return;
  }
  const purpose = purposes.find((one) => one === values.renew);
  if (purpose === undefined || values.show !== undefined) {
    console.error(USAGE);
    process.exit(1);
  }
  await open(({ db }) => renewSecret(db, purpose));
  console.log(`The secret for "${purpose}" has been renewed. Restart the portal for it to take effect.`);
});
