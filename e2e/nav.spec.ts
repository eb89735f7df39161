// Navigation: menu and page titles, global search, plant header, shortcuts, and the phone.
import { auth } from '@helioport/contract/auth';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, type Look, pageOf } from './fixtures.ts';
import { freshAddress, tokenOf } from './people.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';
const PHONE: Look = { width: 390, height: 844 };

/** Every page of an administrator's menu as `[address, title]`. */
async function menuPages(): Promise<[string, string][]> {
  const { list } = await callApi(auth.roleMenuView, { is_login: true }, await tokenOf(ADMIN));
  const pages = (items: typeof list): [string, string][] =>
    items.flatMap((item) => [
      ...(item.mode === 1 && item.path !== ''
        ? [
            [item.path + (item.params && `?${item.params}`), item.titleLocale.en ?? item.title] as [
              string,
              string,
            ],
          ]
        : []),
      ...pages(item.children),
    ]);
  return pages(list);
}

async function openSearch(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
}

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();

describe('the menu', () => {
  it('calls every page what the page and the browser’s tab call it', async () => {
    const page = await pageOf(ADMIN);
    const pages = await menuPages();
    expect(pages.length).toBeGreaterThan(10);
    for (const [address, title] of pages) {
      await page.goto(address);
      const current = page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current="page"]');
      await current.waitFor();
      await page.locator('h1').waitFor();
      expect([await current.innerText(), await page.locator('h1').innerText()]).toEqual([title, title]);
      expect(await page.title()).toMatch(new RegExp(`^${title.replace(/[.()]/g, '\\$&')} · `));
    }
    await page.context().close();
  });

  it('folds its groups, also after a reload', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/users');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'System Management' }).click();
    await menu.getByRole('link', { name: 'Brands' }).waitFor({ state: 'detached' });
    await page.reload();
    await menu.getByRole('link', { name: 'Companies' }).waitFor();
    await expect.poll(() => menu.getByRole('link', { name: 'Brands' }).count()).toBe(0);
    await page.goto('/brands/edit?id=0');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Brands' }).click();
    await page.waitForURL('**/brands');
    await page.context().close();
  });
});

describe('the search for everything', () => {
  it('leads to a serial, a person, a page and an action', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
    await page.keyboard.type('86D10001');
    await option(page, /86D10001/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/devices/detail?sn=86D10001');

    await openSearch(page, 'Olaf Winter');
    await option(page, /Olaf Winter/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Olaf Winter' }).waitFor();

    await openSearch(page, 'new role');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/system/rolesPermission');
    await page.getByRole('dialog', { name: /role/i }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await openSearch(page, 'dark');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await openSearch(page, 'e');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('offers an owner his plants and nothing that is not his', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: 'Search everything' }).waitFor();
    await openSearch(page, 'haus');
    await option(page, /Haus Sonnenhang/).waitFor();
    await page.getByRole('combobox').fill('Kentia');
    await page.getByText('No results. Check the spelling').waitFor();
    await page.getByRole('combobox').fill('new user');
    await page.getByText('No results. Check the spelling').waitFor();
    await page.context().close();
  });
});

describe('a plant', () => {
  it('takes the chosen day along to another tab and to the next plant of the list', async () => {
    const { list } = await callApi(
      site.listWithSN,
      { sort: [{ field: 'siteName', order: 'asc' }] },
      await tokenOf(ADMIN),
    );
    const [first, second] = list;
    const page = await pageOf(ADMIN);
    await page.goto('/pvPlant?sort=siteName');
    await page.getByRole('link', { name: first?.siteName ?? '', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: first?.siteName ?? '' }).waitFor();
    await page.goto(`${page.url()}&day=2026-10-01`);
    await page.getByRole('tab', { name: 'Energy' }).click();
    await page.waitForURL('**day=2026-10-01&tab=energy');
    await page.getByRole('button', { name: `Next plant: ${second?.siteName}` }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('heading', { level: 1, name: second?.siteName ?? '' }).waitFor();
    expect(new URL(page.url()).searchParams.get('day')).toBe('2026-10-01');
    await page.getByRole('button', { name: `Previous plant: ${first?.siteName}` }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('heading', { level: 1, name: first?.siteName ?? '' }).waitFor();
    // A low window, in which every tab is longer than the screen.
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.locator('canvas').first().waitFor();
    await page.evaluate(() => scrollTo(0, 2000));
    await expect.poll(() => page.locator('.hp-plant-head h1').isVisible()).toBe(true);
    const top = await page.locator('.hp-plant-head').evaluate((it) => it.getBoundingClientRect().top);
    expect(top).toBe(56);
    await page.context().close();
  });
});

describe('keys', () => {
  it('walk through rows, open one, and are silent while somebody types or does not want them', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/users');
    await page.locator('tbody tr').first().waitFor();
    const email = await page.locator('tbody tr').nth(1).locator('a').first().innerText();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users/detail?uid=*');
    await page.getByText(email).first().waitFor();
    await page.goBack();
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('jk?');
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('jk?');
    await page.getByRole('searchbox').first().fill('');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel(/Enable single-key shortcuts/).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
    await page.context().close();
  });

  it('make, change and delete a role without a mouse', async () => {
    const page = await pageOf(ADMIN);
    const name = `Keys ${freshAddress()}`;
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: 'Search everything' }).waitFor();
    await openSearch(page, 'new role');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' two');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${name} two` }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog
      .getByRole('button', { name: /Delete/ })
      .last()
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/system/rolesPermission');
    await page.context().close();
  });
});

describe('on a phone', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`the bar at the thumb leads everywhere and covers nothing, ${scheme}`, async () => {
      const page = await pageOf(ADMIN, { ...PHONE, scheme });
      await page.goto('/pvPlant');
      const bar = page.getByRole('navigation', { name: 'Main pages' });
      await bar.getByRole('link', { name: 'Alarms' }).click();
      await page.waitForURL('**/alarms');
      await bar.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click();
      await page.waitForURL('**/users');
      await page.locator('.hp-cards li').nth(10).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      // The list may still grow below while the end of the page is looked for.
      const overlap = async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const end = await page.getByRole('contentinfo').evaluate((it) => it.getBoundingClientRect().bottom);
        return end - (await bar.evaluate((it) => it.getBoundingClientRect().top));
      };
      await expect.poll(overlap).toBeLessThanOrEqual(0);
      await bar.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click();
      await page.waitForURL('**/audit');
      await page.context().close();
    });
  }

  it('no table has anything beyond the edge of the screen', async () => {
    const page = await pageOf(ADMIN, PHONE);
    for (const [address] of await menuPages()) {
      await page.goto(address);
      await page.locator('h1').waitFor();
      await page.waitForFunction(
        () => document.querySelector('#content [aria-busy="true"], .hp-bones') === null,
      );
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll('#content :is(.hp-table, .hp-tree, .hp-page-head, .hp-page-filters) *')]
          .filter((it) => it.closest('.hp-unseen, thead') === null)
          .filter((it) => {
            const { left, right, width } = it.getBoundingClientRect();
            return width > 1 && (right > innerWidth + 1 || left < -1);
          })
          .map((it) => `${it.tagName}.${it.className} ${(it.textContent ?? '').slice(0, 30)}`),
      );
      expect({ address, beyond }).toEqual({ address, beyond: [] });
    }
    await page.context().close();
  });

  it('the links of the footer are 24 px high and do not touch, in the longest language', async () => {
    const page = await pageOf(ADMIN, { ...PHONE, locale: 'fr-FR' });
    await page.goto('/audit');
    const links = page.locator('.hp-footer :is(a, button)');
    await page.locator('.hp-footer').getByText('Politique de confidentialité').waitFor();
    expect(await links.count()).toBeGreaterThan(2);
    const boxes = await links.evaluateAll((all) =>
      all.map((it) => {
        const { top, bottom, left, right } = it.getBoundingClientRect();
        return { top, bottom, left, right };
      }),
    );
    for (const { top, bottom } of boxes) expect(bottom - top).toBeGreaterThanOrEqual(24);
    const overlapping = boxes.filter((a, i) =>
      boxes.some(
        (b, j) => j > i && a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right,
      ),
    );
    expect(overlapping).toEqual([]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('a long status stays within its column', async () => {
    const token = await tokenOf(ADMIN);
    const invited = { email: freshAddress(), sendInvitation: true, groupId: 26, companyId: 0 };
    await callApi(user.create, invited, token);
    const page = await pageOf(ADMIN, { ...PHONE, locale: 'fr-FR' });
    await page.goto('/outbox');
    const tag = page.locator('.hp-card-values .hp-tag').first();
    await tag.waitFor();
    const beyond = await tag.evaluate(
      (it) =>
        it.getBoundingClientRect().right - it.closest('.hp-card-values > div')!.getBoundingClientRect().right,
    );
    expect(beyond).toBeLessThanOrEqual(1);
    await page.context().close();
  });
});
