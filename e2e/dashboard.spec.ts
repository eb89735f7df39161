// The dashboard as an administrator opens it in the morning: what needs attention comes first, and every count leads to
// its list.
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf, picture } from './fixtures.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';
const INSTALLER = 'installer@demo.test';

describe('the dashboard', () => {
  it('shows plants, alarms, energy, devices and the system before the statistics', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/dashboard');
    const attention = page.getByRole('region', { name: 'Needs attention', exact: true });
    for (const title of ['Plants that need attention', 'Open alarms', 'Energy today', 'System'])
      await attention.getByRole('heading', { name: title, exact: true }).waitFor();
    await attention.getByText('Version', { exact: true }).waitFor();
    await attention.getByText(/^(Compared plants: |No plant with a known location)/).waitFor();
    const order = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(order.indexOf('Plants that need attention')).toBeLessThan(order.indexOf('Statistics'));
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'dashboard');
  });

  it('leads from a count of plants and of alarms to the list that it counts', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/dashboard');
    const panel = page.getByRole('region', { name: 'Plants that need attention' });
    await panel.getByRole('link', { name: /Major$/ }).click();
    await page.waitForURL(/\/pvPlant\?severity=major/);
    expect(await page.getByLabel('Severity').inputValue()).toBe('major');
    await page.goBack();
    await page
      .getByRole('region', { name: 'Open alarms' })
      .getByRole('link', { name: /Major$/ })
      .click();
    await page.waitForURL(/\/devices\/alarms\?state=open&severity=major/);
    expect(await page.getByLabel('Severity').inputValue()).toBe('major');
  });

  it('names as many plants as its counts of alarms say, six at most', async () => {
    const page = await pageOf(ADMIN);
    const panel = page.getByRole('region', { name: 'Plants that need attention' });
    const countOf = async (severity: string) =>
      Number.parseInt(await panel.getByRole('link', { name: new RegExp(`${severity}$`) }).innerText(), 10);
    let total = 0;
    // The alarms of the demo plants are raised some minutes after the start.
    await expect
      .poll(
        async () => {
          await page.goto('/dashboard');
          const counts = await Promise.all(['Critical', 'Major', 'Minor'].map(countOf));
          total = counts.reduce((sum, one) => sum + one, 0);
          return total;
        },
        { timeout: 170_000, interval: 3_000 },
      )
      .toBeGreaterThan(0);
    await expect.poll(() => panel.locator('.hp-dash-worst > li').count()).toBe(Math.min(6, total));
  });

  it('counts plants by severity and status, which add up to all', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/dashboard');
    const panel = page.getByRole('region', { name: 'Plants that need attention' });
    const counts = panel.locator('.hp-dash-counts a');
    await counts.filter({ hasText: /All$/ }).waitFor();
    const numbers = (await counts.allInnerTexts()).map((text) => Number.parseInt(text, 10));
    expect(numbers.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(numbers.at(-1));
    const listed = page.waitForRequest(
      (request) => request.url().includes('listWithSN') && (request.postData() ?? '').includes('"good"'),
    );
    await counts.filter({ hasText: 'Operating normally' }).click();
    await page.waitForURL(/\/pvPlant\?severity=none/);
    await listed;
  });

  it('names devices by the statuses of their list, which add up to all', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/dashboard');
    const panel = page.getByRole('region', { name: 'Inverters and gateways' });
    await panel.getByRole('link', { name: /All$/ }).waitFor();
    const counts = (await panel.getByRole('link').allInnerTexts()).map((text) => Number.parseInt(text, 10));
    expect(counts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(counts.at(-1));
    await panel.getByRole('link', { name: /Not reporting$/ }).click();
    await page.waitForURL(/\/devices\/index\?state=silent/);
    expect(await page.getByLabel('Status').first().inputValue()).toBe('silent');
  });

  it('does not shift on a phone while its parts load', async () => {
    const page = await pageOf(ADMIN, { width: 390, height: 844 });
    await page.addInitScript(() => {
      const seen = Object.assign(globalThis, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/dashboard');
    await page.getByText('Version', { exact: true }).waitFor();
    await page.getByText(/^(Compared plants: |No plant with a known location)/).waitFor();
    await page.getByRole('heading', { name: 'Users by country' }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(
      0.1,
    );
  });

  it('hides from an installer what only administrators see, and fits a phone in the dark', async () => {
    const page = await pageOf(INSTALLER, { width: 390, height: 844, scheme: 'dark' });
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Open alarms' }).waitFor();
    await page.getByText(/^(Compared plants: |No plant with a known location)/).waitFor();
    expect(await page.getByRole('heading', { name: 'System' }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'dashboard-phone');
  });
});
