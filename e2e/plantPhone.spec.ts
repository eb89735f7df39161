// A plant on a phone reaches everything that it reaches on a laptop.
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, newContext, pageOf, signIn } from './fixtures.ts';

const OWNER = 'owner@demo.test';
const PHONE = { width: 390, height: 844 };

afterAll(closePages);

/** A plant of the owner with a layout of its modules. */
async function drawnPlant(): Promise<string> {
  const token = await signIn(await newContext(), OWNER);
  const { list } = await callApi(site.listWithSN, {}, token);
  for (const { sid } of list) {
    const { pages } = await callApi(device.modules, { sid }, token);
    if (pages.some(({ count }) => count > 0)) return sid;
  }
  throw new Error('The demo owner has no plant with a layout');
}

describe('the menu of a plant at 390 px', () => {
  it('opens the settings, commissioning and printing, which are buttons at 1440 px', async () => {
    const token = await signIn(await newContext(), OWNER);
    const { sid } = await callApi(
      site.createFast,
      { siteName: 'Phone plant', countryCode: 'DE', timezone: 'Europe/Berlin' },
      token,
    );
    const page = await pageOf(OWNER, PHONE);
    await page.goto(`/pvPlant/detail?id=${sid}`);
    const head = page.locator('.hp-plant-head');
    const menu = head.getByRole('button', { name: 'Actions for Phone plant' });
    await menu.click();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await head.getByRole('link', { name: 'Commissioning' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await head.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('City').waitFor();
    await page.goBack();
    await menu.click();
    await head.getByRole('link', { name: 'Commissioning' }).click();
    await page.getByRole('heading', { name: 'Commissioning · Phone plant' }).waitFor();
    await page.context().close();

    const wide = await pageOf(OWNER);
    await wide.goto(`/pvPlant/detail?id=${sid}`);
    for (const [role, name] of [
      ['link', 'Settings'],
      ['link', 'Commissioning'],
      ['button', 'Print'],
    ] as const)
      await wide.locator('.hp-plant-head').getByRole(role, { name }).waitFor();
    expect(await wide.getByRole('button', { name: 'Actions for Phone plant' }).count()).toBe(0);
    await wide.context().close();
  });
});

describe('the owner of a plant at night', () => {
  it('reads whom to contact, without access to users', async () => {
    const token = await signIn(await newContext(), OWNER);
    const { list } = await callApi(site.listWithSN, { filters: { site_name: 'Haus Sonnenhang' } }, token);
    const page = await pageOf(OWNER, PHONE);
    await page.goto(`/pvPlant/detail?id=${list[0]?.sid}`);
    const installer = page.locator('.hp-plant-facts').getByRole('link', { name: 'Ines Keller' });
    await installer.waitFor();
    expect(await installer.getAttribute('href')).toBe('mailto:installer@demo.test');
    await page.getByRole('heading', { name: 'Next 7 days' }).waitFor();
    await page.context().close();
  });
});

describe('a module on the roof', () => {
  it.each([390, 1440])('opens a card with its figures by a tap at %i px', async (width) => {
    const sid = await drawnPlant();
    const page = await pageOf(OWNER, { width, height: 844 });
    await page.goto(`/pvPlant/detail?id=${sid}&tab=modules`);
    const list = page.getByRole('region', { name: /^Modules of / });
    await list.waitFor();
    const box = page.getByRole('checkbox').first();
    const name = (await list.getByRole('rowheader').first().innerText()).trim();
    await box.check();
    const card = page.getByRole('region', { name, exact: true });
    await card.getByRole('heading', { name }).waitFor();
    await card.getByText('Today').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('the head of a plant at 390 px', () => {
  it('is one line and the whole condition, and the energy chart begins on the first screen', async () => {
    const sid = await drawnPlant();
    const page = await pageOf(OWNER, PHONE);
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy`);
    await page.locator('.hp-chart-canvas canvas').first().waitFor();
    const top = async (what: string) => (await page.locator(what).first().boundingBox())?.y ?? 0;
    const head = (await top('.hp-tabs-bar')) - (await top('.hp-plant-head'));
    expect(head).toBeLessThan(110);
    expect(await top('.hp-chart-canvas canvas')).toBeLessThan(PHONE.height - 280);
    // A sentence longer than any line is still there in full.
    const words = page.locator('.hp-plant-condition .hp-verdict > :last-child');
    await words.evaluate((one) => (one.textContent = 'word '.repeat(60)));
    expect(
      await words.evaluate(
        (one) => one.scrollWidth <= one.clientWidth || getComputedStyle(one).display === 'inline',
      ),
    ).toBe(true);
    const right = await words.evaluate((one) => one.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(PHONE.width);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });
});

it('the values at a point of a curve fit on a phone, the time above them', async () => {
  const page = await pageOf(OWNER, PHONE);
  await page.goto(`/pvPlant/detail?id=${await drawnPlant()}`);
  const canvas = page.locator('.hp-chart-canvas canvas').first();
  await canvas.waitFor();
  await canvas.scrollIntoViewIfNeeded();
  const tip = page.locator('.hp-chart-tip').first();
  await expect
    .poll(async () => {
      const box = await canvas.boundingBox();
      if (box) await page.mouse.move(box.x + box.width * 0.9 - Math.random() * 4, box.y + box.height / 2);
      return await tip.isVisible();
    })
    .toBe(true);
  const [head, values] = [tip.locator('b'), tip.locator('table')];
  await expect
    .poll(async () => {
      const [above, below] = [await head.boundingBox(), await values.boundingBox()];
      return above && below && above.y + above.height <= below.y && below.x + below.width <= PHONE.width;
    })
    .toBe(true);
  await page.context().close();
});
