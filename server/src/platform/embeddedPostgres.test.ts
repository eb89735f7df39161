import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from './db.ts';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';

it('is started again however long it could not be, and says what was wrong', async () => {
  const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
  const above = fs.mkdtempSync(path.join(base, 'helioport-away-'));
  const folder = path.join(above, 'postgres');
  const words: string[] = [];
  const postgres = await startEmbeddedPostgres({
    ...{ folder, maxConnections: 10, restartPausesMs: [10, 20] },
    onUnexpectedExit: (detail) => words.push(detail),
  });
  const { db, close } = openDatabase(postgres.url, { size: 1 });
  const control = path.join(folder, 'global', 'pg_control');
  try {
    await sql`create table kept as select 7 as n`.execute(db);
    fs.renameSync(control, `${control}.away`);
    process.kill(postgres.pid() ?? 0, 'SIGKILL');
    // Far more attempts than there are pauses.
    await until(() => words.length > 8);
    expect(words.at(-1)).toContain('pg_control');
    fs.renameSync(`${control}.away`, control);
    let found: unknown;
    await until(async () => {
      found = await sql`select n from kept`.execute(db).catch(() => undefined);
      return found !== undefined;
    });
    expect(found).toMatchObject({ rows: [{ n: 7 }] });
    expect(postgres.trouble()).toBeUndefined();
  } finally {
    await close();
    await postgres.stop();
    fs.rmSync(above, { recursive: true, force: true });
  }
}, 60_000);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect.fail('it did not come about');
}
