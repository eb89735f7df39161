// What a plant made and what that was worth: prices by the time of the day.
import { site } from '@helioport/contract/site';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closeBrowser, pageOf, signIn } from './fixtures.ts';

const INSTALLER = 'installer@demo.test';

afterAll(closeBrowser);

describe('the prices of a plant', () => {
  it('are one number until somebody opens the hours of the day, and a new one leaves the old in place', async () => {
    const page = await pageOf(INSTALLER);
    const token = await signIn(page.context(), INSTALLER);
    const plant = { siteName: 'Prices', countryCode: 'DE', timezone: 'Europe/Berlin', electricityPrice: 0.3 };
    const { sid } = await callApi(site.createFast, plant, token);
    await page.goto(`/pvPlant/edit?id=${sid}`);
    await page.getByRole('button', { name: 'By time of day' }).click();
    await page.getByLabel('Price in this time').fill('0,19');
    await page.getByRole('button', { name: 'Another time' }).click();
    await page.getByRole('group', { name: 'Time 2' }).getByLabel('From').selectOption('05:45');
    await page.getByRole('group', { name: 'Time 2' }).getByLabel('Price in this time').fill('0,42');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Overlaps with time 1').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('group', { name: 'Time 2' }).getByLabel('From').selectOption('17:00');
    await page.getByRole('group', { name: 'Time 2' }).getByLabel('To').selectOption('20:00');
    for (const day of ['Sat', 'Sun'])
      await page.getByRole('group', { name: 'Time 2' }).getByLabel(day).uncheck();
    await page.getByRole('button', { name: 'Another price from a day on' }).click();
    await page.getByLabel('Paid for a kWh sold').last().fill('0,08');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The plant was changed').waitFor();
    const { prices } = await callApi(site.detail, { sid }, token);
    const bands = [
      { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00', price: 0.19 },
      { days: [1, 2, 3, 4, 5], from: '17:00', to: '20:00', price: 0.42 },
    ];
    expect(prices).toMatchObject([
      { from: '', price: 0.3, exportPrice: null, bands },
      { price: 0.3, exportPrice: 0.08, bands },
    ]);
    await page.context().close();
  });
});
