// The list of plants, and the consistency of all present values.
import { site } from '@helioport/contract/site';
import { house } from '@helioport/demo/plantsOwner';
import { addDays, localDay } from '@helioport/domain/periods';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const inverter = house.inverters[0]!.serial;

afterAll(closePages);

describe('the plant list', () => {
  it('finds a plant by a serial number and leads to it', async () => {
    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    await picture(page, 'plants');
    await page.getByRole('searchbox').fill(inverter);
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('q')).toBe(inverter);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: house.name }).click();
    await page.getByRole('heading', { level: 1, name: house.name }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(inverter);
    await page.context().close();
  });

  it('says why it is empty and lets the reader go back', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant?q=no-plant-is-called-this');
    await page.getByText('No plants match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: house.name }).waitFor();
    await page.context().close();
  });

  it('filters by a status, which stays in the address', async () => {
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: /^Uncommissioned/ }).click();
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Ferme des Tilleuls' }).waitFor();
    // Other tests can have created plants with the same status.
    await expect.poll(() => page.getByRole('link', { name: 'De Molenhoeve' }).count()).toBe(0);
    expect(new URL(page.url()).search).not.toBe('');
    await page.context().close();
  });

  it('shows the plants on a map, and beside it as a list for the keyboard', async () => {
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant?view=map');
    await page.getByText(/^(\d+) of \1 plants in view$/).waitFor();
    await page.locator('.hp-pin-one').first().waitFor();
    await page.locator('.hp-map-land').first().waitFor({ state: 'attached' });
    await picture(page, 'map');
    const link = page.getByRole('region', { name: 'Plants in view' }).getByRole('link', { name: house.name });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: house.name }).waitFor();
    await page.context().close();
  });

  it('exports what is filtered', async () => {
    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant?q=molen');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const text = await textOf(await download.createReadStream());
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(2);
    expect(text).toContain('De Molenhoeve');
    await page.context().close();
  });
});

/** The cells of a line of a CSV file. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/** The line of an exported file that names a plant, by the heads of its columns. */
async function csvRow(page: Page, name: string): Promise<Record<string, string>> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).first().click(),
  ]);
  const [head = '', ...lines] = (await textOf(await download.createReadStream())).trim().split('\r\n');
  const cells = cellsOf(lines.find((line) => line.includes(name)) ?? '');
  return Object.fromEntries(cellsOf(head.replace('\ufeff', '')).map((title, i) => [title, cells[i] ?? '']));
}

describe('what is true now', () => {
  it('shows an owner a card per plant, whether all is well first', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant');
    const card = page.getByRole('article').filter({ hasText: 'Ferienhaus Chiemsee' });
    await card.locator('.hp-verdict').waitFor();
    await card.locator('.hp-sparkline').waitFor();
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'owner-start');
    await card.getByRole('link', { name: 'Ferienhaus Chiemsee' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ferienhaus Chiemsee' }).waitFor();
    await page.context().close();
  });

  it('says the same of a sleeping plant in list, chips, map, devices and file', async () => {
    const token = await tokenOf('admin@demo.test');
    // The demo data always includes a plant at night.
    const { list } = await vi.waitFor(
      async () => {
        const answer = await callApi(site.listWithSN, { filters: { state: 'asleep' } }, token);
        if (answer.total === 0) throw new Error('the history is still being written');
        return answer;
      },
      { timeout: 60_000, interval: 1000 },
    );
    const plant = list[0]!;
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: /^Standby/ }).click();
    await page.waitForURL(/state=asleep/);
    const row = page.getByRole('row', { name: plant.siteName });
    await row.getByText(/Standby/).waitFor();
    await row.getByText('0 W', { exact: true }).waitFor();
    await page.locator('.hp-fleet').getByText('0 W', { exact: true }).waitFor();
    expect(await csvRow(page, plant.siteName)).toMatchObject({ Status: 'Standby', 'Now (W)': '0' });
    await page.goto('/pvPlant?view=map&state=asleep');
    const item = page.locator('.hp-map-item', { hasText: plant.siteName });
    await item.getByText('Standby').waitFor();
    await item.getByText('0 W', { exact: true }).waitFor();
    await page.goto(`/pvPlant/detail?id=${plant.sid}`);
    await page
      .locator('.hp-plant-facts')
      .getByText(/Standby/)
      .waitFor();
    const producer = plant.sn.find(({ state }) => state === 'asleep')!;
    const device = page.getByRole('row', { name: producer.sn });
    await device.getByText('Standby').waitFor();
    await device.getByText('0 W', { exact: true }).waitFor();
    await page.context().close();
  });

  it('shows dashes and the way to connect for a plant that has never reported, no zeros', async () => {
    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant');
    const row = page.getByRole('row', { name: 'Ferme des Tilleuls' });
    await row.getByText('Not connected yet').waitFor();
    expect(await row.innerText()).not.toMatch(/\b0 W/);
    await row.getByRole('link', { name: 'Ferme des Tilleuls' }).click();
    await page.getByRole('heading', { level: 2, name: 'Connect your inverter' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).not.toMatch(/\b0 W|€0\.00|barrels/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'uncommissioned');
    await page.context().close();
  });

  it('balances the day of a metered plant so that nothing is missing', async () => {
    const page = await pageOf('owner@demo.test');
    // Of the plant: two days of history are all that there is.
    const yesterday = addDays(localDay(Date.now(), 'Europe/Berlin'), -1);
    await page.goto(`/pvPlant/detail?id=DE_20231120_Fg1h&day=${yesterday}`);
    const balance = page.getByRole('region', { name: 'Energy balance' });
    await balance.waitFor();
    for (const sum of await balance.locator('> div').all()) {
      const [total = 0, ...parts] = (await sum.locator('b').allInnerTexts()).map((text) =>
        Number.parseFloat(text),
      );
      expect(parts.reduce((all, part) => all + part, 0)).toBeCloseTo(total, 6);
    }
    await page.context().close();
  });
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.toString('utf8');
  return text;
}
