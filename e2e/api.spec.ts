// The API page: a user logs in there and tries a call, without requests to third-party servers.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closePages, DEMO_PASSWORD, newContext, productUrl } from './fixtures.ts';

afterAll(closePages);

/**
 * What the library's own markup fails, which style cannot mend: the field of a body has no label, the head of a call is
 * a button with a copy button in it, and boxes of code scroll without taking the focus. All else must be right, there
 * and around it.
 */
const OF_THE_LIBRARY = ['label', 'nested-interactive', 'scrollable-region-focusable'];

/** Findings of axe by WCAG 2.2 A and AA, but those of `OF_THE_LIBRARY` inside the library's part. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async (excused) => {
    const eyes = (globalThis as unknown as { axe: typeof axe }).axe;
    const found = await eyes.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // All else is reported by its first element only, which is faster.
      resultTypes: ['violations'],
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes
        .map(({ target }) => target.join(' '))
        .filter((target) => !(excused.includes(id) && document.querySelector(target)?.closest('#calls')))
        .map((target) => `${id}: ${target}`),
    );
  }, OF_THE_LIBRARY);
}

/** The page, and its errors and unexpected requests. */
async function openDocs(look: { width: number; scheme: 'light' | 'dark' }) {
  const page = await (await newContext(look)).newPage();
  const faults: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== productUrl()) faults.push(`asked ${request.url()}`);
  });
  // A breach of the content policy is an error of the console.
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto('/docs');
  await page.locator('.opblock').first().waitFor();
  return { page, faults };
}

/** Finds the call by its path, sends it unchanged and returns the displayed answer. */
async function tryCall(page: Page, path: string): Promise<string> {
  await page.getByRole('searchbox', { name: 'Search calls and fields' }).fill(path);
  const call = page.locator('.opblock').filter({ has: page.locator(`[data-path="${path}"]`) });
  await call.locator('.opblock-summary-control').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  const answer = call.locator('.live-responses-table .response-col_description .microlight').first();
  await answer.waitFor();
  return (await answer.textContent()) ?? '';
}

describe('the page of the API', () => {
  it.each([
    { width: 1440, scheme: 'light' as const },
    { width: 390, scheme: 'dark' as const },
  ])('signs in and tries a call at %o', async (look) => {
    const { page, faults } = await openDocs(look);

    await page.getByRole('textbox', { name: 'Email' }).fill('admin@demo.test');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').filter({ hasText: 'password' }).waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();

    // A call with a short answer: axe checks the contrast of every colored word of it.
    const request = page.waitForRequest((request) => request.url().endsWith('/v2/account/info'));
    expect(await tryCall(page, '/v2/account/info')).toContain('"admin@demo.test"');
    const headers = (await request).headers();
    expect(headers.authorization).toMatch(/^(?!Bearer )\S+$/);
    expect(headers.sign).toMatch(/^[0-9A-F]{32}$/);

    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('answers in the language chosen, and without a token once signed out', async () => {
    const { page, faults } = await openDocs({ width: 1440, scheme: 'light' });
    await page.getByRole('textbox', { name: 'Email' }).fill('admin@demo.test');
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();

    // The token outlives a reload of the tab.
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('combobox', { name: 'Response language' }).selectOption({ label: 'Deutsch' });
    const answer = await tryCall(page, '/v2/site/listWithSN');
    expect(answer).toContain('"code": 401');
    expect(answer).toMatch(/melden|abgelaufen/i);
    // The rejected call is the only error in the console.
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    await page.context().close();
  });

  it('finds calls by their fields, and says failures in words', async () => {
    const { page } = await openDocs({ width: 1440, scheme: 'light' });
    const box = page.getByRole('searchbox', { name: 'Search calls and fields' });
    await box.fill('co2Factor');
    await page.locator('#found', { hasText: /^[1-9]\d? of \d+ calls$/ }).waitFor();
    const shown = Number(((await page.locator('#found').textContent()) ?? '').split(' ')[0]);
    await expect.poll(() => page.locator('.opblock').count()).toBe(shown);
    await box.fill('no such field');
    await page.locator('#found', { hasText: /^0 of/ }).waitFor();
    await expect.poll(() => page.locator('.opblock').count()).toBe(0);

    await box.fill('/v2/sign-in');
    await page.locator('.opblock-summary-control').first().click();
    await page.getByText('server.busy: The server is busy.').waitFor();
    await page.context().close();
  });
});
