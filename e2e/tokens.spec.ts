// The story of a program that reads a plant: its token, shown once, what the token opens, and its end.
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf, picture, productUrl } from './fixtures.ts';

const OWNER = 'owner@demo.test';

afterAll(closePages);

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const read = (token: string, path: string = site.listWithSN.path) =>
  fetch(`${productUrl()}/${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

it('shows a token once, which reads until it is revoked', async () => {
  const page = await pageOf(OWNER);
  const name = `Nightly export ${Date.now()}`;
  await page.goto('/ucenter/account?tab=tokens');
  await page.getByRole('heading', { name: 'New access token' }).waitFor();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('This Field is required.').waitFor();

  await page.getByLabel('Name').fill(name);
  await page.getByRole('combobox', { name: 'Plants' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.locator('.hp-token-made');
  await made.waitFor();
  const token = /hp_[\w-]{43}/.exec(await made.innerText())?.[0] ?? '';
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText('Not used yet').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'tokens');

  const answer = await read(token);
  const { data } = (await answer.json()) as { data: { list: unknown[] } };
  expect([answer.status, data.list.length]).toEqual([200, 1]);
  expect((await read(token, 'v2/account/info')).status).toBe(403);

  await page.reload();
  await row.getByText('Last used').waitFor();
  expect(await page.content()).not.toContain(token);
  await row.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('can no longer access the portal', { exact: false }).waitFor();
  // Away from the button, which is lighter below the pointer.
  await page.mouse.move(0, 0);
  await expect.poll(() => accessibilityFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await read(token)).status).toBe(401);
  await page.context().close();
});

it('fits a phone in the dark', async () => {
  const page = await pageOf(OWNER, { width: 390, scheme: 'dark' });
  const name = `Phone ${Date.now()}`;
  await page.goto('/ucenter/account?tab=tokens');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.locator('.hp-token-made').waitFor();
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'tokens-phone-dark');
  await page.context().close();
});
