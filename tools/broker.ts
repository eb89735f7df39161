// `npm run broker -- --mosquitto DIR [--listener 1883]`: writes what Mosquitto needs to be the portal's broker into a
// folder: passwords made of the tokens of all devices, an access list, settings. For a running or a standing portal.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@helioport/server/config';
import { mosquittoFiles, portalLogin } from '@helioport/server/ingest/mosquitto';
import { openDatabase } from '@helioport/server/platform/db';
import { secretsOf } from '@helioport/server/records/secrets';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';

const USAGE = 'npm run broker -- --mosquitto DIR [--listener "1883 0.0.0.0"]';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { mosquitto: { type: 'string' }, listener: { type: 'string', default: '1883' } },
  });
  if (!values.mosquitto || !/^\d{1,5}( [\w.:-]+)?$/.test(values.listener)) {
    console.error(USAGE);
    process.exit(1);
  }
  const folder = path.resolve(values.mosquitto);
  await withDatabase(readConfig(), async (url) => {
    const database = openDatabase(url);
    try {
      const secrets = await secretsOf(database.db);
      const files = await mosquittoFiles(database.db, { secrets, folder, listener: values.listener });
      fs.mkdirSync(path.join(folder, 'kept'), { recursive: true });
      for (const [name, text] of Object.entries(files))
        fs.writeFileSync(path.join(folder, name), text, { mode: 0o640 });
      const { name, password } = portalLogin(secrets);
      const devices = files.passwords.split('\n').length - 3;
      console.log(`Wrote the tokens of ${devices} devices to ${folder}.
Start Mosquitto with: mosquitto -c ${path.join(folder, 'helioport.conf')}
Start the portal with: MQTT_URL=mqtt://${name}:${password}@<host>:${values.listener.split(' ')[0]}
After devices were added or tokens replaced run this again and send Mosquitto a SIGHUP.`);
    } finally {
      await database.close();
    }
  });
}

await runTool(main);
