// Lists stay within their panels, and keys that are pressed while a window loads are not lost.
import { afterAll, expect, it } from 'vitest';
import { closePages, newContext, pageOf, signIn } from './fixtures.ts';

afterAll(closePages);

it('keys pressed right after Ctrl-K reach the search, although its window is still loading', async () => {
  const page = await pageOf('admin@demo.test');
  await page.goto('/pvPlant');
  await page.locator('h1').first().waitFor();
  // The window arrives late.
  await page.route(/Palette/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('A1F1000C');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe('A1F1000C');
  await page.keyboard.type('D');
  await expect.poll(() => field.inputValue()).toBe('A1F1000CD');
  await page.context().close();
});

it('rows of a panel are not laid over the page by a style of another list of that name', async () => {
  const context = await newContext();
  await signIn(context, 'owner@demo.test');
  const page = await context.newPage();
  await page.goto('/ucenter/account?tab=notices');
  await page.locator('.hp-account').waitFor();
  // A list as the tab draws it once a notification was sent.
  const position = await page.evaluate(() => {
    const list = document.createElement('ul');
    list.className = 'hp-sent-notices';
    document.querySelector('.hp-account')?.append(list);
    return getComputedStyle(list).position;
  });
  expect(position).toBe('static');
  await context.close();
});
