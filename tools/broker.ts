// `npm run broker -- --mosquitto DIR [--listener 1883] [--portal-listener "1884 127.0.0.1"]`: writes what Mosquitto needs
// to be the portal's broker into a folder: passwords made of the tokens of all devices, access lists, settings.
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '@helioport/server/config';
import { mosquittoFiles, portalLogin } from '@helioport/server/ingest/mosquitto';
import { openDatabase } from '@helioport/server/platform/db';
import { secretsOf } from '@helioport/server/records/secrets';
import { withDatabase } from './ownDatabase.ts';
import { runTool } from './runTool.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE =
  'npm run broker -- --mosquitto DIR [--listener "1883 0.0.0.0"] [--portal-listener "1884 127.0.0.1"]';
const isListener = (text: string) => /^\d{1,5}( [\w.:-]+)?$/.test(text);

async function main(): Promise<void> {
  const { values } = toolArgs(USAGE, {
    options: {
      mosquitto: { type: 'string' },
      listener: { type: 'string', default: '1883' },
      'portal-listener': { type: 'string', default: '1884 127.0.0.1' },
    },
  });
  const { listener, 'portal-listener': portalListener } = values;
  if (!values.mosquitto || !isListener(listener) || !isListener(portalListener)) {
    console.error(USAGE);
    process.exit(1);
  }
  const folder = path.resolve(values.mosquitto);
  await withDatabase(readConfig(), async (url) => {
    const database = openDatabase(url);
    try {
      const secrets = await secretsOf(database.db);
      const files = await mosquittoFiles(database.db, { secrets, folder, listener, portalListener });
      fs.mkdirSync(path.join(folder, 'kept'), { recursive: true });
      for (const [name, text] of Object.entries(files))
        fs.writeFileSync(path.join(folder, name), text, { mode: 0o640 });
      const { name, password } = portalLogin(secrets);
      const devices = files.passwords.split('\n').length - 1;
      console.log(`Wrote the tokens of ${devices} devices to ${folder}.
Start Mosquitto with: mosquitto -c ${path.join(folder, 'helioport.conf')}
Start the portal with: MQTT_URL=mqtt://${name}:${password}@<host>:${portalListener.split(' ')[0]}
and with MQTT_DEVICE_URL=mqtt://<host>:${listener.split(' ')[0]}, which is shown to users.
Bridges connect to the same port as the portal.
After adding or removing devices or replacing tokens, run this again and send Mosquitto a SIGHUP.`);
    } finally {
      await database.close();
    }
  });
}

await runTool(main);
