// Version of the running program.
import fs from 'node:fs';

/** As `package.json` of the server states it. */
export const productVersion: string = (
  JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
