// No input about a plant is lost: settings of its public page, and an unsaved layout.
import { device } from '@helioport/contract/device';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { callApi, closePages, newContext, pageOf, signIn } from './fixtures.ts';
import { makeRoofPlant, type RoofPlant } from './roof.ts';

const OWNER = 'admin@demo.test';
let plant: RoofPlant;
let token: string;

beforeEach(async () => {
  plant = await makeRoofPlant(OWNER);
  token = await signIn(await newContext(), OWNER);
});
afterAll(closePages);

const restored = (page: Page) => page.getByText('Your unsaved changes have been restored.');
const places = async () => (await callApi(device.modules, { sid: plant.sid }, token)).list.length;

/** Reloads a page that asks about unsaved changes. */
async function reload(page: Page): Promise<void> {
  let question = '';
  page.once('dialog', (dialog) => {
    question = dialog.type();
    void dialog.accept();
  });
  await page.reload();
  expect(question).toBe('beforeunload');
  await restored(page).waitFor();
}

it('stays over an answer that comes again, and over a reload, on a public page', async () => {
  const page = await pageOf(OWNER);
  await page.goto(`/pvPlant/edit?id=${plant.sid}`);
  const headline = page.getByLabel('Headline');
  await headline.fill('Sun of our street');
  let answers = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/site/publicPage') && answer.ok()) answers += 1;
  });
  // Data is fresh for some seconds, and not requested again before.
  const reconnected = async () => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    return answers;
  };
  await expect.poll(reconnected, { interval: 1_000 }).toBeGreaterThan(0);
  await expect.poll(() => headline.inputValue()).toBe('Sun of our street');
  await reload(page);
  await expect.poll(() => headline.inputValue()).toBe('Sun of our street');
  await page.getByRole('button', { name: 'Publish page' }).click();
  await page.getByRole('link', { name: 'page address' }).waitFor();
  await expect.poll(() => restored(page).count()).toBe(0);
  await page.reload();
  await expect.poll(() => headline.inputValue()).toBe('Sun of our street');
  await page.context().close();
});

it('brings a roof back as it was drawn, and takes it away again', async () => {
  const page = await pageOf(OWNER);
  await page.goto(`/pvPlant/layout?id=${plant.sid}`);
  await page.getByRole('button', { name: 'Create layout' }).click();
  await page.getByText('Add rows of modules').click();
  await page.getByRole('button', { name: 'Add rows' }).click();
  await page.locator('b', { hasText: 'Selected:' }).waitFor();
  await reload(page);
  expect(await places()).toBe(0);
  await page.getByText('List', { exact: true }).click();
  const rows = page.locator('.hp-layout-editor tbody tr');
  await rows.first().waitFor();
  const drawn = await rows.count();
  expect(drawn).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows.count()).toBe(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  expect(await places()).toBe(drawn);

  await page.getByText('Plan', { exact: true }).click();
  await page.getByRole('application').press('Control+a');
  await page.getByRole('application').press('Delete');
  await reload(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await restored(page).waitFor({ state: 'detached' });
  await page.getByText('List', { exact: true }).click();
  await expect.poll(() => rows.count()).toBe(drawn);
  await expect.poll(() => page.getByRole('button', { name: 'Save', disabled: true }).count()).toBe(1);
  await page.context().close();
});
