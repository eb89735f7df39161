// Life cycle of an installation: first start without data, second start, and an impossible start.
import fs from 'node:fs';
import path from 'node:path';
import { account } from '@helioport/contract/account';
import { testFolder } from '@helioport/server/test/testFolder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, newContext } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

let folder = '';
let product: Product;

async function startEmpty(): Promise<void> {
  folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-empty-'));
  product = await startProduct({ DEMO: 'off', DATA_DIR: folder, LOG_LEVEL: 'info' });
}
async function end(): Promise<void> {
  await product.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
beforeAll(startEmpty);
afterAll(async () => {
  await closePages();
  await end();
});

const signIn = async (email: string, password: string) => {
  const answer = await fetch(`${product.url}/${account.signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: email, password }),
  });
  return ((await answer.json()) as { code: number }).code;
};

describe('an installation without the demo', () => {
  it('knows none of the demo logins', async () => {
    for (const name of ['owner', 'installer', 'dealer', 'distributor', 'admin', 'support']) {
      expect(await signIn(`${name}@demo.test`, 'helioport-demo')).toBe(258);
    }
  });

  it('prints its parts, its address and a few log lines when it starts for the first time', () => {
    const lines = product.output().split('\n').filter(Boolean);
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
      expect.stringMatching(/^1\/4 /),
      '2/4 Starting the database',
      expect.stringMatching(/^3\/4 Updating the database schema \(\d+ migrations\)$/),
      expect.stringMatching(/^Helioport is ready at http:/),
      expect.stringMatching(/^MQTT broker at mqtt:/),
      expect.stringMatching(/^Create the administrator at http:.*#code=/),
      expect.stringContaining('enter the setup code'),
      expect.stringContaining('npm run secrets -- --show setup'),
      'Press Ctrl-C to stop.',
    ]);
    const messages = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toContain('schema updated');
    expect(messages.length).toBeLessThan(10);
  });

  it('lets the person who installs it create the administrator, once, and finds him after a restart', async ({
    task,
  }) => {
    if (task.result?.retryCount) {
      await end();
      await startEmpty();
    }
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(`${product.url}/`);
    await page.waitForURL('**/setup');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Setup code').fill('AAAA-AAAA');
    await page.getByLabel('Email').fill('me@example.org');
    await page.getByLabel('Password', { exact: true }).fill('six or more');
    await page.getByLabel('Confirm password').fill('six or more');
    await page.locator('form button[type=submit]').click();
    await page.getByText('This is not the setup code.', { exact: false }).waitFor();
    const [, printed = ''] = /Create the administrator at (\S+)/.exec(product.output()) ?? [];
    await page.goto('about:blank');
    await page.goto(printed);
    expect(await page.getByLabel('Setup code').inputValue()).toBe(product.setupCode());
    await page.getByLabel('Email').fill('me@example.org');
    await page.getByLabel('Password', { exact: true }).fill('six or more');
    await page.getByLabel('Confirm password').fill('six or more');
    await page.locator('form button[type=submit]').click();
    await page.waitForURL('**/pvPlant');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The first user is the administrator, so the page shows how to create a plant.
    const empty = page.locator('.hp-state', { hasText: 'No plants yet' });
    await empty.getByText('Enter your plant’s location').waitFor();
    await empty.getByRole('link', { name: 'No-registered gateway list' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await empty.getByRole('link', { name: 'New plant' }).click();
    await page.waitForURL('**/pvPlant/edit');
    await context.close();

    const again = await fetch(`${product.url}/${account.setup.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'other@example.org',
        password: 'six or more',
        code: product.setupCode(),
      }),
    });
    expect(((await again.json()) as { code: number }).code).not.toBe(200);

    await product.stop();
    product = await startProduct({ DEMO: 'off', DATA_DIR: folder });
    expect(await signIn('me@example.org', 'six or more')).toBe(200);
  });

  it('refuses a second portal on the same data, and says so', async () => {
    await expect(startProduct({ DEMO: 'off', DATA_DIR: folder })).rejects.toThrow(/already runs/);
    expect(await signIn('me@example.org', 'six or more')).toBe(200);
  });

  it('lists everything that is wrong with its environment', async () => {
    const wrong = startProduct({ PORT: 'eighty', DEMO: 'maybe', DATABASE_URL: 'mysql://here' });
    await expect(wrong).rejects.toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*DEMO/);
  });
});
