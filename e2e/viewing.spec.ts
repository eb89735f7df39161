// Browser tests of viewing the portal as another user.
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf } from './fixtures.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';

describe('looking at the portal as a person sees it', () => {
  it('begins at the person, shows his plants alone, says so everywhere and leads back', async () => {
    const page = await pageOf(ADMIN);
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (response.request().method() !== 'POST') return;
      const answer = (await response.json().catch(() => ({}))) as { code?: number };
      if (response.status() === 403 || answer.code === 403) refused.push(response.url());
    });
    await page.goto('/pvPlant');
    await page.locator('tbody tr').first().waitFor();
    const everybodys = await page.locator('tbody tr').count();
    await page.goto('/users?q=owner@demo.test');
    await page.getByRole('link', { name: 'owner@demo.test' }).click();
    await page.getByRole('button', { name: 'View as this user' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start viewing' }).click();

    const note = page.getByText('You are viewing the portal as owner@demo.test (End User).');
    await note.waitFor();
    await page.getByRole('link', { name: 'Haus Sonnenhang' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(everybodys);
    await expect.poll(() => page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0);
    // The note and the plants of the impersonated user remain after a reload.
    await page.reload();
    await note.waitFor();
    await page.getByRole('link', { name: 'Haus Sonnenhang' }).click();
    await page.getByRole('heading', { name: 'Haus Sonnenhang' }).waitFor();
    await expect.poll(() => note.isVisible()).toBe(true);

    await page.getByRole('button', { name: 'End view' }).click();
    await page.getByRole('link', { name: 'grace@demo.test' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/users');
    await expect.poll(() => note.count()).toBe(0);
    // No request was refused.
    expect(refused).toEqual([]);
  });

  it('is offered at a role whose people see their own plants only, on a phone as well', async () => {
    const page = await pageOf(ADMIN, { width: 390, height: 844 });
    await page.goto('/system/rolesPermission');
    await page.getByRole('link', { name: 'End user' }).first().click();
    await page.getByRole('button', { name: 'View as this role' }).click();
    const box = page.getByRole('combobox', { name: 'Which user?' });
    await box.click();
    await box.fill('owner@');
    // Only users with this role.
    await page.getByRole('option').filter({ hasText: 'owner@demo.test' }).click();
    await page.getByRole('button', { name: 'Start viewing' }).click();
    await page.getByText('You are viewing the portal as owner@demo.test (End User).').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'End view' }).click();
    await page.waitForURL('**/users');
  });
});
