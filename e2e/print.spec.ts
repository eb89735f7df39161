// Print output: light theme, complete lists, the report as a separate document.
import { site } from '@helioport/contract/site';
import { afterAll, expect, it } from 'vitest';
import { callApi, closePages, newContext, pageOf, signIn } from './fixtures.ts';

const OWNER = 'owner@demo.test';

afterAll(closePages);

async function firstPlant(): Promise<string> {
  const token = await signIn(await newContext(), OWNER);
  const { list } = await callApi(site.listWithSN, {}, token);
  return list[0]!.sid;
}

it('is light although the page is dark, and shows every row of a list', async () => {
  const page = await pageOf(OWNER, { scheme: 'dark' });
  await page.goto(`/pvPlant/detail?id=${await firstPlant()}&tab=modules&show=table`);
  await page.getByRole('table').first().waitFor();
  const colorScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await colorScheme()).toContain('dark');
  await page.emulateMedia({ media: 'print' });
  expect(await colorScheme()).toBe('light');
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('.hp-roof-list, .hp-table')].filter(
        (list) => list.scrollHeight > list.clientHeight + 1 && getComputedStyle(list).overflowY !== 'visible',
      ).length,
  );
  expect(cut).toBe(0);
  await page.context().close();
});

it('is the report alone on its tab', async () => {
  const page = await pageOf(OWNER);
  await page.goto(`/pvPlant/detail?id=${await firstPlant()}&tab=reports`);
  const sheet = page.locator('iframe.hp-report-sheet');
  await sheet.waitFor();
  await page.evaluate(() => {
    const printed: string[] = [];
    Object.assign(globalThis, { printed });
    window.print = () => void printed.push('page');
    const frame = document.querySelector<HTMLIFrameElement>('iframe.hp-report-sheet');
    frame!.contentWindow!.print = () => void printed.push('report');
  });
  await page.locator('.hp-plant-head').getByRole('button', { name: 'Print' }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { printed: string[] }).printed))
    .toEqual(['report']);
  await page.context().close();
});
