// The visible state of pages: no outdated error above a new one, headings in order, a correct preview.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closePages, newContext, pageOf, productUrl } from './fixtures.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';

/** The levels of all visible or screen-reader-only headings, in order. */
const headingsOf = (page: Page) =>
  page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((found) =>
      found
        .filter((one) => (one as HTMLElement).offsetParent !== null)
        .map(({ tagName }) => Number(tagName[1])),
    );

/** Headings that are more than a step deeper than the one before. */
const jumpsIn = (levels: readonly number[]) => levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);

describe('a form', () => {
  it('forgets what was refused as soon as something else is wrong', async () => {
    const page = await (await newContext()).newPage();
    await page.goto('/');
    await page.getByLabel('Email').fill(ADMIN);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    const refusal = page.locator('.hp-form-news .hp-form-error');
    await refusal.waitFor();
    await page.getByLabel('Password', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('This Field is required.').waitFor();
    await expect.poll(() => refusal.count()).toBe(0);
    await page.context().close();
  });

  it('leaves room between a mistake and the next label', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/ucenter/account');
    await page.getByRole('button', { name: 'Change password' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change password', exact: true }).click();
    const mistakes = dialog.locator('.hp-edit-error');
    await mistakes.nth(2).waitFor();
    const labels = dialog.locator('.hp-edit-field > label');
    for (const i of [0, 1]) {
      // What appears grows into its place.
      await expect
        .poll(async () => {
          const [above, below] = [await mistakes.nth(i).boundingBox(), await labels.nth(i + 1).boundingBox()];
          return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
        })
        .toBeGreaterThanOrEqual(8);
    }
    await page.context().close();
  });
});

describe('headings', () => {
  it('go down one step at a time, also where there is nothing or no right', async () => {
    expect(jumpsIn([1, 2, 3, 2, 3])).toEqual([]);
    expect(jumpsIn([1, 3])).toEqual([3]);
    const page = await pageOf(ADMIN);
    for (const [path, seen] of [
      ['/pvPlant?q=no-plant-is-called-this', 'No plants match'],
      ['/users?q=nobody-is-called-this', 'No users match'],
      ['/pvPlant/detail?id=DE_20990101_none', 'unknown'],
    ] as const) {
      await page.goto(path);
      await page.locator('.hp-state').first().waitFor();
      expect(jumpsIn(await headingsOf(page)), `${path} (${seen})`).toEqual([]);
    }
    await page.context().close();
    const owner = await pageOf('owner@demo.test');
    await owner.goto('/users');
    await owner.getByRole('heading', { level: 1 }).waitFor();
    expect(jumpsIn(await headingsOf(owner))).toEqual([]);
    await owner.context().close();
  });

  it('and a place for the page are there before it is drawn', async () => {
    const text = await (await fetch(productUrl(), { headers: { accept: 'text/html' } })).text();
    expect(text).toMatch(/<main>\s*<h1/);
  });
});

describe('the preview of a brand', () => {
  it('has the ground that the menu at the side really has, in the dark as well', async () => {
    const page = await pageOf(ADMIN, { scheme: 'dark' });
    await page.goto('/brands/edit?id=1');
    const groundOf = (selector: string) =>
      page.locator(selector).evaluate((one) => getComputedStyle(one).backgroundColor);
    await page.locator('.hp-preview-sider').waitFor();
    expect(await groundOf('.hp-preview-sider')).toBe(await groundOf('.hp-sider'));
    await expect.poll(() => page.locator('.hp-preview-sider > span').count()).toBe(4);
    await page.context().close();
  });
});
