// Pages of accounts and those in front of the login, in every language and on both grounds.
import { site } from '@helioport/contract/site';
import { languages } from '@helioport/domain/languages';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, newContext, pageOf, picture } from './fixtures.ts';
import { chooseInPopup, tokenOf } from './people.ts';

afterAll(closePages);

const publicPages = [
  '/',
  '/register',
  '/forgetPwd',
  '/resetPwd?token=x',
  '/verifyEmail',
  '/privacyPolicy',
  '/403',
  '/nowhere',
];
const ownPages = ['/ucenter/account', '/ucenter/account?tab=sessions', '/ucenter/unsubscribe'];

/** English, German, Chinese. */
const few = languages.filter(({ webCode }) => ['en', 'de', 'zh'].includes(webCode));

describe('languages', () => {
  /**
   * Selects languages in turn; the page must reload in each, without missing texts. All languages have the same keys
   * (tests of `locales`), so one page checks all languages and the others a few.
   */
  async function showsLanguages(page: Page, path: string, chosen = languages): Promise<void> {
    await page.goto(path);
    for (const { title, tag, webCode } of [...chosen].reverse()) {
      await page.locator('.hp-language > .hp-popup-button').click();
      await page.locator('.hp-language .hp-popup-item', { hasText: title }).click();
      await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
      await page.locator('h1').first().waitFor();
      const words = await page.locator('body').innerText();
      // A missing key is shown unchanged.
      expect({ path, webCode, missing: words.match(/^[a-z]+(\.[a-zA-Z]+){1,4}$/gm) }).toEqual({
        path,
        webCode,
        missing: null,
      });
    }
  }

  it('change on every public page', async () => {
    const page = await (await newContext()).newPage();
    const [first, ...others] = publicPages;
    await showsLanguages(page, first!);
    for (const path of others) await showsLanguages(page, path, few);
    await page.context().close();
  });

  it('change on every page behind the sign-in', async () => {
    const page = await pageOf('owner@demo.test');
    const { list } = await callApi(site.listWithSN, {}, await tokenOf('owner@demo.test'));
    await showsLanguages(page, `/pvPlant/detail?id=${list[0]?.sid}`);
    for (const path of ['/pvPlant', ...ownPages]) await showsLanguages(page, path, few);
    await page.context().close();
  });
});

describe.each(['light', 'dark'] as const)('on %s ground', (scheme) => {
  it('no public page hides anything from anybody', async () => {
    const context = await newContext({ scheme });
    const page = await context.newPage();
    for (const path of publicPages) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      expect({ path, findings: await accessibilityFindings(page) }).toEqual({ path, findings: [] });
    }
    await context.close();
  });

  it('no page of an account does either, nor its dialogs', async () => {
    const page = await pageOf('owner@demo.test', { scheme });
    const holds = async (what: string) =>
      expect({ what, findings: await accessibilityFindings(page) }).toEqual({ what, findings: [] });
    for (const path of ownPages) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await page.locator('.hp-bones').first().waitFor({ state: 'detached' });
      await holds(path);
      await picture(page, `account${path.replaceAll(/\W+/g, '-')}-${scheme}`);
    }
    await page.locator('.hp-user > .hp-popup-button').click();
    await holds('popup');
    await page.keyboard.press('Escape');
    for (const dialog of ['Change password', 'Switch company']) {
      await chooseInPopup(page, dialog);
      await page.getByRole('dialog').waitFor();
      await holds(dialog);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await page.context().close();
  });
});
