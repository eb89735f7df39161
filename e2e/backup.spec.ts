// Disaster recovery: a backup taken while the portal runs is restored on an empty machine with the two commands of the
// README, and users can log in there.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { sharedPrograms, testFolder } from '@helioport/server/test/testFolder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Product, startProduct } from './product.ts';

const root = path.join(import.meta.dirname, '..');
let folder = '';
let before = '';
let after = '';
let product: Product;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-moved-'));
  before = path.join(folder, 'before');
  after = path.join(folder, 'after');
  product = await startProduct({ DEMO: 'off', DATA_DIR: before });
});
afterEach(async () => {
  await product.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const environment = (dataDir: string) => ({
  ...process.env,
  DEMO: 'off',
  DATA_DIR: dataDir,
  PROGRAM_DIR: sharedPrograms(),
});
const run = (script: string, dataDir: string, ...args: string[]) =>
  execFileSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    env: environment(dataDir),
    encoding: 'utf8',
  });

async function post<T>(call: { path: string }, body: unknown, token = ''): Promise<T> {
  const answer = await fetch(`${product.url}/${call.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  const { code, data } = (await answer.json()) as { code: number; data: T };
  expect(code, call.path).toBe(200);
  return data;
}

const me = { account: 'me@example.org', password: 'six or more' };
const signIn = async () => (await post<{ tokenInfo: { token: string } }>(account.signIn, me)).tokenInfo.token;

it('comes back on another machine as it was', async () => {
  await post(account.setup, { email: me.account, password: me.password, code: product.setupCode() });
  const plant = {
    siteName: 'Old Mill',
    countryCode: 'AT',
    timezone: 'Europe/Vienna',
    devices: [{ sn: 'E7E51234' }],
  };
  const { sid } = await post<{ sid: string }>(site.createFast, plant, await signIn());

  const output = run('backup', before, '--to', path.join(folder, 'backups'));
  expect(output).toMatch(/MB, verified\./);
  const backup = output.trim().split('\n').at(-1) ?? '';
  expect(run('backup', before, '--check', backup)).toMatch(/^Backup complete: \d+ rows/);
  const refused = spawnSync('npm', ['run', '--silent', 'restore', '--', backup], {
    cwd: root,
    env: environment(before),
    encoding: 'utf8',
  });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/already runs on/);

  await product.stop();
  expect(run('restore', after, backup)).toMatch(/restored from the backup/);
  product = await startProduct({ DEMO: 'off', DATA_DIR: after });
  const { list } = await post<{ list: { sid: string; siteName: string }[] }>(
    site.listWithSN,
    {},
    await signIn(),
  );
  expect(list).toMatchObject([{ sid, siteName: 'Old Mill' }]);
  const { deviceList } = await post<{ deviceList: { sn: string }[] }>(site.overview, { sid }, await signIn());
  expect(deviceList.map(({ sn }) => sn)).toEqual(['E7E51234']);
}, 240_000);
