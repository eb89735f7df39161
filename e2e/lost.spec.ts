// Loses and restores the connection: on every page of the menu the content stays, the loss is shown, and the page
// recovers.
import { house } from '@helioport/demo/plantsOwner';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf } from './fixtures.ts';

let page: Page;

// A browser of its own for each: what was fetched once would be there without any connection.
beforeEach(async () => {
  page = await pageOf('admin@demo.test');
  await page.goto('/pvPlant');
  await page.locator('.hp-rows tbody tr').first().waitFor();
  // The menu has a call of its own: if the connection is lost during it, there is no link to click.
  await page.getByRole('link', { name: 'Outbox' }).waitFor();
});

afterEach(() => page.context().close());
afterAll(closePages);

const note = () => page.getByText('Connection lost.');
const isOffline = (lost: boolean) => page.context().setOffline(lost);

/** Addresses of all pages that the menu of the administrator shows. */
const menuPages = () =>
  page
    .getByRole('navigation')
    .first()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

describe('a lost connection', () => {
  it('leaves every page as it is, says so, and is gone when it is back', async () => {
    const pages = [...new Set([...(await menuPages()), `/pvPlant/detail?id=${house.sid}`])];
    expect(pages.length).toBeGreaterThan(8);
    for (const path of pages) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      // The event stream never ends, so the network is never idle: the page is complete once its skeletons are gone.
      await page.locator('.hp-bones').first().waitFor({ state: 'detached' });
      const title = await page.locator('h1').textContent();
      await isOffline(true);
      await note().waitFor();
      await expect.poll(() => page.locator('h1').textContent(), { message: path }).toBe(title);
      await isOffline(false);
      await note().waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('h1').textContent(), { message: path }).toBe(title);
      await expect.poll(() => page.getByText('new version').count(), { message: path }).toBe(0);
    }
  }, 240_000);

  it('leaves every tab of a plant as it is', async () => {
    await page.goto(`/pvPlant/detail?id=${house.sid}`);
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    const names = await tabs.allTextContents();
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      const tab = page.getByRole('tab', { name, exact: true });
      await tab.click();
      const content = page.getByRole('tabpanel', { name, exact: true });
      await content.locator('.hp-bones').first().waitFor({ state: 'detached' });
      const drawn = () => content.locator('h2, h3, th, button, label, canvas').allTextContents();
      let before: string[] = [];
      // Complete: no response for a while.
      const isSettled = async () => {
        const last = before.length;
        before = await drawn();
        return before.length > 1 && before.length === last;
      };
      await expect.poll(isSettled, { message: name, interval: 700 }).toBe(true);
      await isOffline(true);
      await note().waitFor();
      expect(await drawn(), name).toEqual(expect.arrayContaining(before));
      await expect
        .poll(() => content.getByText('This content could not be loaded').count(), { message: name })
        .toBe(0);
      await isOffline(false);
      await note().waitFor({ state: 'detached' });
      expect(await drawn(), name).toEqual(expect.arrayContaining(before));
    }
  });

  it('leaves a form as it is, says that it was not saved, and saves it afterwards', async () => {
    await page.goto(`/pvPlant/edit?id=${house.sid}`);
    const street = page.getByLabel('Street');
    const before = await street.inputValue();
    const save = page.getByRole('button', { name: 'Save', exact: true }).first();
    // Another text than a failed try can have saved.
    const typed = `Sonnenweg ${Date.now()}`;
    await street.fill(typed);
    await isOffline(true);
    await note().waitFor();
    await save.click();
    await page.getByText('Server connection failed').first().waitFor();
    await expect.poll(() => street.inputValue()).toBe(typed);
    await isOffline(false);
    await note().waitFor({ state: 'detached' });
    await expect.poll(() => street.inputValue()).toBe(typed);
    await save.click();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await street.fill(before);
    await save.click();
    await expect.poll(() => save.isDisabled()).toBe(true);
  });

  it('keeps the old screen when a new one cannot be fetched, and fetches it afterwards', async () => {
    await isOffline(true);
    await note().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.getByText('This page requires a connection').waitFor();
    expect(new URL(page.url()).pathname).toBe('/pvPlant');
    await expect.poll(() => page.locator('.hp-rows tbody tr').count()).toBeGreaterThan(3);
    await isOffline(false);
    await note().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.waitForURL('**/outbox');
  });

  it('fetches the styles of a tab again that did not arrive', async () => {
    await page.goto(`/pvPlant/detail?id=${house.sid}`);
    await page.getByRole('tab', { name: 'Events' }).waitFor();
    const lost = ['**/EventsView-*.css', '**/version'];
    for (const part of lost) await page.route(part, (route) => route.abort());
    await page.getByRole('tab', { name: 'Events' }).click();
    await note().waitFor();
    for (const part of lost) await page.unroute(part);
    const content = page.getByRole('tabpanel', { name: 'Events' });
    await content.locator('.hp-bones').first().waitFor({ state: 'detached' });
    const rules = () =>
      page
        .locator('link[rel="stylesheet"][href*="EventsView"]')
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).sheet?.cssRules.length ?? 0));
    await expect.poll(async () => (await rules()).some((count) => count > 0)).toBe(true);
  });

  it('lets a panel say that it failed, and fills it when the connection is back', async () => {
    // A slow computer has not fetched every part of the page by now, and still must not lose the page.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto('/pvPlant');
    await page.locator('.hp-rows tbody tr').first().waitFor();
    await isOffline(true);
    await page.getByRole('searchbox').fill('Haus');
    await page.getByText('This content could not be loaded').waitFor();
    await isOffline(false);
    await page.getByRole('link', { name: 'Haus Sonnenhang' }).waitFor();
    await expect.poll(() => page.getByText('This content could not be loaded').count()).toBe(0);
  });
});

describe('a part that the server no longer has', () => {
  it('is called a new version only when there is one', async () => {
    await page.route('**/assets/OutboxPage-*', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.getByRole('heading', { name: 'This page could not be displayed' }).waitFor();
    await expect.poll(() => page.getByText('new version').count()).toBe(0);
    await page.goto('/pvPlant');
    await page.locator('.hp-rows tbody tr').first().waitFor();
    await page.route('**/version', (route) => route.fulfill({ body: '/assets/index-newer.js' }));
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.getByRole('dialog').getByText('new version').waitFor();
    await page.unroute('**/assets/OutboxPage-*');
    await page.unroute('**/version');
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await page.waitForURL('**/outbox');
    await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
  });
});
