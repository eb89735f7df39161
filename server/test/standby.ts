// A streaming copy of an embedded database, as PostgreSQL's manual makes one: a base copy while it runs, and from then on
// its log.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embeddedPostgres.ts';
import { sharedPrograms } from './testFolder.ts';

/** Copies the database in `folder`, which runs at `url`, into `into`, and starts the copy. */
export async function startStandby(url: string, folder: string, into: string): Promise<EmbeddedPostgres> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('copy', true)");
  execFileSync('cp', ['-a', folder, into]);
  fs.copyFileSync(`${folder}.secret`, `${into}.secret`);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  fs.rmSync(path.join(into, 'postmaster.pid'), { force: true });
  fs.writeFileSync(path.join(into, 'backup_label'), rows[0]?.labelfile ?? '');
  fs.writeFileSync(path.join(into, 'standby.signal'), '');
  const owner = fs.statSync(folder);
  for (const name of ['backup_label', 'standby.signal'])
    fs.chownSync(path.join(into, name), owner.uid, owner.gid);
  return await startEmbeddedPostgres({
    folder: into,
    programs: sharedPrograms(),
    settings: { primary_conninfo: `${url}?application_name=copy`, hot_standby: 'on' },
  });
}
