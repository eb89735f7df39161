// Writes server/schema.sql and the row types of the code from the migrations: `npm run db:schema`.
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@helioport/server/platform/db';
import { startEmbeddedPostgres } from '@helioport/server/platform/embeddedPostgres';
import { migrate } from '@helioport/server/platform/migrate';
import { readSchema, schemaText, typesText } from '@helioport/server/test/schema';
import { sharedPrograms, testFolder } from '@helioport/server/test/testFolder';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';

const folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-schema-'));
const postgres = await startEmbeddedPostgres({
  folder: path.join(folder, 'postgres'),
  isDurable: false,
  programs: sharedPrograms(),
});
try {
  await migrate(postgres.url, addMissingColumns);
  const { pool, close } = openDatabase(postgres.url, { size: 1 });
  const client = await pool.connect();
  const schema = await readSchema(client);
  client.release();
  await close();
  const server = new URL('../server/', import.meta.url);
  fs.writeFileSync(new URL('schema.sql', server), schemaText(schema));
  fs.writeFileSync(new URL('src/platform/databaseTypes.ts', server), typesText(schema));
} finally {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
