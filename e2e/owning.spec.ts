// From trial to production as in the README: a folder with demo data becomes a real installation.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { account } from '@helioport/contract/account';
import { demo } from '@helioport/contract/demo';
import { device } from '@helioport/contract/device';
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { testFolder } from '@helioport/server/test/testFolder';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, DEMO_PASSWORD, newContext } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const PASSWORD = 'sun over my roof';
let folder = '';
/** The folder as the last test left it. */
let kept = '';
let product: Product | undefined;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-owning-'));
  kept = `${folder}-kept`;
});
// Tests continue with the folder of the one before, and a second try with a copy of it.
beforeEach(({ task }) => {
  const [from, to] = task.result?.retryCount ? [kept, folder] : [folder, kept];
  fs.rmSync(to, { recursive: true, force: true });
  fs.cpSync(from, to, { recursive: true });
});
afterEach(async () => {
  await product?.stop();
  product = undefined;
});
afterAll(async () => {
  await closePages();
  for (const one of [folder, kept]) fs.rmSync(one, { recursive: true, force: true });
});

const start = async (env: Record<string, string> = {}) => {
  product = await startProduct({ DATA_DIR: folder, DEMO_DAYS: '1', ...env });
  return product;
};

/** The code and data of a call to the product that runs now. */
async function send<E extends Endpoint>(endpoint: E, input: InputOf<E>, token = '') {
  const answer = await fetch(`${product?.url}/${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(input),
  });
  return (await answer.json()) as { code: number; data: OutputOf<E> };
}
const signIn = (email: string, password: string) => send(account.signIn, { account: email, password });
const plantsOf = async (token: string) => (await send(site.listWithSN, {}, token)).data.list;

/** Opens the portal and fills the first-run page in. */
async function setUp(page: Page): Promise<void> {
  await page.goto(`${product?.url}/`);
  await page.waitForURL('**/setup');
  await page.getByLabel('Setup code').fill(product?.setupCode() ?? '');
  await page.getByLabel('Email').fill('me@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/pvPlant');
}

describe('from trying to owning', () => {
  it('begins with a demo that says so, and whose published password is for this machine alone', async () => {
    const { url, output } = await start();
    await expect.poll(output).toContain(`Demo logins, password ${DEMO_PASSWORD}`);
    const context = await newContext({ width: 390 });
    const page = await context.newPage();
    await page.goto(`${url}/`);
    await page.getByText('Demo data: all plants and users are fictitious.').waitFor();
    await context.close();
    expect((await signIn('admin@demo.test', DEMO_PASSWORD)).code).toBe(200);
  });

  it('has passwords of its own as soon as others can reach it, shown once', async () => {
    const first = await start({ PUBLIC_URL: 'https://sun.example.org' });
    expect((await signIn('admin@demo.test', DEMO_PASSWORD)).code).toBe(258);
    const [, password = ''] = /admin@demo\.test +(\S{16}) /.exec(first.output()) ?? [];
    expect((await signIn('admin@demo.test', password)).code).toBe(200);
    expect((await send(account.setupState, {})).data.demoLogins).toEqual([]);
    await first.stop();
    const second = await start({ PUBLIC_URL: 'https://sun.example.org' });
    await expect.poll(second.output).toContain('demo-passwords');
    expect(second.output()).not.toContain(password);
    expect((await signIn('admin@demo.test', password)).code).toBe(200);
  });

  it('with DEMO=off knows no demo login, makes one administrator, and takes the demo world away', async () => {
    await start({ DEMO: 'off' });
    const passwords = fs.readFileSync(path.join(folder, 'demo-passwords'), 'utf8');
    for (const line of passwords.trim().split('\n')) {
      const [email = '', password = ''] = line.split(' ');
      expect((await signIn(email, password)).code).toBe(258);
    }
    const context = await newContext();
    const page = await context.newPage();
    await setUp(page);
    const again = { email: 'other@example.org', password: PASSWORD, code: 'AAAA-AAAA' };
    expect((await send(account.setup, again)).code).toBe(261);

    const token = (await signIn('me@example.org', PASSWORD)).data.tokenInfo.token;
    expect((await plantsOf(token)).length).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Remove demo data' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Everything you created is kept.', { exact: false }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove demo data' }).click();
    await page.getByText('Removing demo data…').waitFor();
    await page.getByText('Demo data: all plants').waitFor({ state: 'detached' });
    await expect.poll(async () => (await plantsOf(token)).length).toBe(0);
    expect((await send(device.listNoReg, {}, token)).data.list).toEqual([]);
    await context.close();
  });

  it('is nobody but oneself afterwards, however it is started', async () => {
    await start();
    await expect.poll(() => product?.output()).toContain('Open that address');
    expect((await signIn('admin@demo.test', DEMO_PASSWORD)).code).toBe(258);
    const { data } = await signIn('me@example.org', PASSWORD);
    expect(await plantsOf(data.tokenInfo.token)).toEqual([]);
    expect((await send(demo.remove, { isSure: true }, data.tokenInfo.token)).code).toBe(200);
  });
});

describe('npm run demo:remove', () => {
  const run = (tool: 'demoRemove' | 'secrets', ...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', path.join(root, `tools/${tool}.ts`), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: folder },
      input: 'n\n',
    });

  it('asks once, and is refused while the portal runs', async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    const running = await start();
    expect(run('demoRemove', '--yes').stderr).toContain('already runs');
    await running.stop();
    expect(run('demoRemove').stdout).toContain('Nothing was removed.');
    expect(run('demoRemove', '--yes').stdout).toMatch(
      /Removed: \d+ plants, \d+ users, \d+ companies, \d+ devices\./,
    );
    expect(run('demoRemove', '--yes').stdout).toContain('There is no demo data.');
  }, 240_000);

  it('stops the simulated plants of a running portal too, when a demo administrator asks', async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    await start();
    const { token } = (await signIn('admin@demo.test', DEMO_PASSWORD)).data.tokenInfo;
    await send(demo.remove, { isSure: true }, token);
    expect((await signIn('admin@demo.test', DEMO_PASSWORD)).code).toBe(258);
    await expect.poll(async () => (await send(account.setupState, {})).data.needed).toBe(true);
    const made = {
      email: 'me@example.org',
      password: PASSWORD,
      code: run('secrets', '--show', 'setup').stdout.trim(),
    };
    expect((await send(account.setup, made)).code).toBe(200);
    const mine = (await signIn('me@example.org', PASSWORD)).data.tokenInfo.token;
    await expect.poll(async () => (await plantsOf(mine)).length).toBe(0);
    expect((await send(device.listNoReg, {}, mine)).data.list).toEqual([]);
  });
});
