// A count on the dashboard links to its devices, and the devices of one plant.
import { afterAll, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf, picture } from './fixtures.ts';

const ADMIN = 'admin@demo.test';

afterAll(closePages);

it('leads from a figure to what it counts, and on to one plant and what is on the black list', async () => {
  const page = await pageOf(ADMIN);
  await page.goto('/dashboard');
  await page
    .getByRole('link', { name: /Gateway/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Inverters and gateways', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('kind')).toBe('gateway');
  await page.getByRole('link', { name: 'Meter cabinet' }).waitFor({ timeout: 40_000 });
  await page.getByRole('link', { name: 'Arbour 1' }).waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: 'Type' }).selectOption('');
  await page.getByRole('link', { name: 'Arbour 1' }).waitFor();
  const plant = page.getByRole('combobox', { name: 'Plant' });
  await plant.fill('Backstube');
  await page.getByRole('option').filter({ hasText: 'Backstube am Anger' }).click();
  await page.getByRole('link', { name: 'Arbour 1' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Meter cabinet' }).waitFor();
  expect(new URL(page.url()).searchParams.get('site')).toBe('AT_20250611_Bk3w');
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'device-filters');
  // The name stays where the page is opened by its address.
  await page.reload();
  await expect.poll(() => plant.inputValue()).toBe('Backstube am Anger');

  await page.goto('/devices/index?black=yes');
  await page.getByText('86DD0005').first().waitFor();
  await page.context().close();
});

it('keeps the filters of devices within a phone by night', async () => {
  const page = await pageOf(ADMIN, { width: 390, scheme: 'dark' });
  await page.goto('/devices/index?kind=gateway');
  await page.getByText('Meter cabinet').waitFor({ timeout: 40_000 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'device-filters-phone');
  await page.context().close();
});
