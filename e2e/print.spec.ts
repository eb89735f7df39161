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

it('draws charts in light colors and in full width, also by the command of the browser', async () => {
  const page = await pageOf(OWNER, { scheme: 'dark' });
  await page.goto(`/pvPlant/detail?id=${await firstPlant()}&tab=energy`);
  const canvas = page.locator('.hp-chart-canvas canvas').first();
  await canvas.waitFor();
  /** Mean brightness of the drawn points outside the bars, which are the texts and lines of the axes. */
  const brightness = () =>
    canvas.evaluate((one) => {
      const { width, height } = one as HTMLCanvasElement;
      const { data } = (one as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
      let [sum, count] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(i, i + 4);
        if (alpha < 200 || Math.max(red, green, blue) - Math.min(red, green, blue) > 60) continue;
        sum += (red + green + blue) / 3;
        count++;
      }
      return count === 0 ? -1 : sum / count;
    });
  const fire = (type: string) => page.evaluate((name) => void dispatchEvent(new Event(name)), type);
  let dark = -1;
  // Until the chart is drawn and its animation is over.
  await expect
    .poll(
      async () => {
        const before = dark;
        dark = await brightness();
        return dark > 0 && dark === before;
      },
      { interval: 400 },
    )
    .toBe(true);
  await fire('beforeprint');
  const paper = await brightness();
  expect(Math.abs(paper - dark)).toBeGreaterThan(20);
  // A page of paper is narrower than the window.
  await page.emulateMedia({ media: 'print' });
  const cut = await canvas.evaluate((one) => {
    const panel = one.closest<HTMLElement>('.hp-panel')!;
    panel.style.width = '500px';
    return one.getBoundingClientRect().right > panel.getBoundingClientRect().right;
  });
  expect(cut).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await fire('afterprint');
  await expect.poll(async () => Math.abs((await brightness()) - dark)).toBeLessThan(5);
  // It was printed as a light page shows it.
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(async () => Math.abs((await brightness()) - paper)).toBeLessThan(5);
  await page.context().close();
});

it('names the period of the energy, and cuts no column of devices', async () => {
  // The width of A4 within its margins.
  const page = await pageOf(OWNER, { width: 688 });
  const sid = await firstPlant();
  await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&month=2026-10`);
  await page.locator('.hp-chart-canvas canvas').first().waitFor();
  const period = page.getByRole('region', { name: 'Energy' }).getByText(/^[A-Z][a-z]+ \d{4}$/);
  await page.emulateMedia({ media: 'print' });
  await period.waitFor();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/pvPlant/detail?id=${sid}`);
  const rows = page.locator('.hp-rows').first();
  await rows.waitFor();
  await page.emulateMedia({ media: 'print' });
  const [table, place] = await rows.evaluate((frame) => [
    frame.querySelector('table')!.getBoundingClientRect().right,
    frame.getBoundingClientRect().right,
  ]);
  expect(table).toBeLessThanOrEqual(place! + 1);
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
