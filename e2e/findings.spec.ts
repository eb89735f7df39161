// An owner reads the issue of a plant in one sentence, and opens the module.
import { finding } from '@helioport/contract/finding';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  type Look,
  newContext,
  pageOf,
  picture,
  signIn,
} from './fixtures.ts';
import { makeWeakModulePlant, type WeakModulePlant } from './weakModule.ts';

const OWNER = 'owner@demo.test';
let plant: WeakModulePlant;

beforeAll(async () => {
  plant = await makeWeakModulePlant(OWNER, 'installer@demo.test');
  const token = await signIn(await newContext(), OWNER);
  // The plant is evaluated day by day.
  await vi.waitFor(
    async () => {
      const { list } = await callApi(finding.list, { filters: { sid: plant.sid } }, token);
      expect(list[0]).toMatchObject({ cause: 'bypassDiode', module: `${plant.sn}_${plant.addr}` });
      expect(list[0]?.lostKwh).toBeGreaterThan(9);
    },
    { timeout: 170_000, interval: 2000 },
  );
});
afterAll(async () => {
  await closePages();
  await plant.close();
});

describe('a plant with a weak module', () => {
  const looks: readonly [string, Look][] = [
    ['wide-light', { width: 1440, scheme: 'light' }],
    ['phone-dark', { width: 390, height: 844, scheme: 'dark' }],
  ];

  it.each(looks)('says what is wrong and leads to the module: %s', async (name, look) => {
    const page = await pageOf(OWNER, look);
    await page.goto(`/pvPlant/detail?id=${plant.sid}&tab=findings`);
    await page.getByText(/^Evaluated until /).waitFor();
    const sentence = page.getByRole('link', { name: /a third less than expected since .* bypass diode\./ });
    await sentence.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, `findings-${name}`);
    await sentence.click();
    await page.waitForURL(/\/pvPlant\/finding\?id=\d+$/);
    await page.getByText('What the owner can do').waitFor();
    const contact = page.getByRole('definition').filter({ hasText: 'Installer' });
    expect(await contact.getByRole('link').first().getAttribute('href')).toMatch(
      /^(mailto:installer@|\/users)/,
    );
    await page.getByRole('heading', { name: /^Power on / }).waitFor();
    await page.getByRole('figure', { name: 'Loss by hour' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await picture(page, `finding-${name}`);
    await page.getByRole('link', { name: `Garage 1 / ${plant.addr}` }).click();
    await page.waitForURL(/\/devices\/module\/detail\?/);
    await page.getByRole('img', { name: 'Shading by sun position' }).waitFor();
    await page.getByRole('link', { name: /a third less than expected/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await picture(page, `finding-module-${name}`);
    await page.context().close();
  });

  it('shows expected output on the roof and in the chart of a month', async () => {
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${plant.sid}&tab=modules&show=roof`);
    // Nothing is produced today, so the last evaluated day is shown without being selected.
    const weak = page.getByRole('row').filter({ hasText: `Garage 1 / ${plant.addr}` });
    await weak.getByText('66%').waitFor();
    expect(await page.getByLabel('Color').inputValue()).toBe('expected');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Color').selectOption('Relative to median');
    await page.getByText('Modules are not colored while they produce too little to be compared.').waitFor();
    await page.goto(`/pvPlant/detail?id=${plant.sid}&tab=energy&by=months`);
    await page.getByText(/Produced vs. expected: 9\d% · Irradiance: estimated from this plant/).waitFor();
    await page.context().close();
  });
});

const overflowOf = (page: Awaited<ReturnType<typeof pageOf>>) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
