// The list of plants: less common filters, a custom column order, and specific yield.
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf } from './fixtures.ts';

const DISTRIBUTOR = 'distributor@demo.test';

afterAll(closePages);

describe('the list of plants', () => {
  it('is narrowed by country and owner, and the address keeps it', async () => {
    const page = await pageOf(DISTRIBUTOR);
    await page.goto('/pvPlant');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor({ state: 'detached' });
    await page.getByLabel('Owner').fill('owner@demo');
    await page.waitForURL(/owner=owner/);
    await page.getByRole('link', { name: 'Haus Sonnenhang' }).waitFor();
    // While rows are fetched the old ones are pale.
    await page.locator('.hp-table[aria-busy="false"]').waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Germany');
    await page.getByRole('button', { name: 'Save these filters' }).click();
    await page.getByRole('button', { name: 'Germany', exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto('/pvPlant?country=NL');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'Germany', exact: true }).click();
    await page.waitForURL(/country=DE/);
    await page.getByRole('link', { name: 'Haus Sonnenhang' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Haus Sonnenhang' }).waitFor();
    // The names of the countries come by a call of their own.
    await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('DE');
    await expect.poll(() => page.getByRole('link', { name: 'De Molenhoeve' }).count()).toBe(0);
    await page.context().close();
  });

  it('shows the columns that were chosen in the order that was chosen, and sorts by yield', async () => {
    const page = await pageOf(DISTRIBUTOR, { scheme: 'dark' });
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Specific yield, 30 days').check();
    await page.getByRole('button', { name: 'Move Specific yield, 30 days up' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const heads = async () => await page.getByRole('columnheader').allInnerTexts();
    const names = (await heads()).map((head) => head.trim());
    expect(names.indexOf('Specific yield, 30 days')).toBe(names.indexOf('Last reading') - 1);
    await page.getByRole('columnheader', { name: 'Specific yield, 30 days' }).getByRole('button').click();
    await page.waitForURL(/sort=specific30/);
    await page.locator('[aria-sort="ascending"]', { hasText: 'Specific yield, 30 days' }).waitFor();
    await page.context().close();
  });
});
