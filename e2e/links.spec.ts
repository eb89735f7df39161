import { account } from '@helioport/contract/account';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { demoPlants } from '@helioport/demo/plants';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { callApi, closePages, DEMO_PASSWORD, pageOf } from './fixtures.ts';

afterAll(closePages);

interface Named {
  text: string;
  /** Part of the address of its page. */
  address: string;
}

/**
 * Plants, devices, users and companies of the demo data that an administrator sees in lists. Those of other tests can
 * be deleted while the audit log still contains them.
 */
async function namedObjects(): Promise<Named[]> {
  const { tokenInfo } = await callApi(account.signIn, {
    account: 'admin@demo.test',
    password: DEMO_PASSWORD,
  });
  const page = { num: 0, size: 100 };
  const plants = await callApi(site.listWithSN, { page }, tokenInfo.token);
  const devices = await callApi(device.list, { page }, tokenInfo.token);
  const users = await callApi(user.list, { page }, tokenInfo.token);
  const names = new Set(demoPlants.map(({ name }) => name));
  const people = users.list.filter(({ email }) => email.endsWith('@demo.test'));
  return [
    ...plants.list
      .filter(({ siteName }) => names.has(siteName))
      .map(({ siteName, sid }) => ({ text: siteName, address: sid })),
    ...devices.list
      .filter(({ siteName }) => names.has(siteName))
      .map(({ sn }) => ({ text: sn, address: sn })),
    ...people.flatMap(({ email, contactPerson, uid }) =>
      [email, contactPerson].map((text) => ({ text, address: uid })),
    ),
    ...people
      .filter(({ companyId }) => companyId !== 0)
      .map(({ companyName, companyId }) => ({ text: companyName, address: `id=${companyId}` })),
  ];
}

/** Cells with the name of an object, in rows without a link to it. */
const unlinkedIn = async (page: Page, objects: readonly Named[]): Promise<string[]> =>
  await page.evaluate((named) => {
    const found: string[] = [];
    for (const row of document.querySelectorAll<HTMLElement>('main tbody tr, main dl > div')) {
      // Facts within a cell belong to the row of the table.
      if (!row.checkVisibility() || row.closest('.hp-unseen, td dl')) continue;
      const links = [...row.querySelectorAll('a')];
      for (const cell of row.querySelectorAll<HTMLElement>('td, th, dt, dd')) {
        const text = cell.textContent?.trim() ?? '';
        // A name within a longer text is no cell of its own.
        const objects = named.filter((one) => text === one.text);
        if (objects.length === 0 || cell.querySelector('button.hp-link-button')) continue;
        const isLinked = links.some(
          ({ href, textContent }) =>
            textContent?.includes(text) || objects.some(({ address }) => href.includes(address)),
        );
        if (!isLinked) found.push(`${location.pathname}: ${text}`);
      }
    }
    return [...new Set(found)];
  }, objects);

const lists = [
  '/pvPlant',
  '/devices/index',
  '/devices/electricMeter',
  '/devices/allInOneMachine',
  '/devices/alarms',
  '/fleet',
  '/fleet/cases',
  '/fleet/benchmarks',
  '/health',
  '/outbox',
  '/snList',
  '/users',
  '/companies',
  '/audit',
  '/hardwareConfig/otaFile?view=campaigns',
  '/hardwareConfig/inverterSet?view=runs',
];

test('every plant, device, person and company in a list is a link', async () => {
  const objects = await namedObjects();
  expect(objects.length).toBeGreaterThan(40);
  const page = await pageOf('admin@demo.test');
  const unlinked: string[] = [];
  let rows = 0;
  for (const address of lists) {
    await page.goto(address);
    await page.locator('main h1').waitFor();
    await expect.poll(async () => await page.locator('main [aria-busy="true"]').count()).toBe(0);
    rows += await page.locator('main tbody tr').count();
    unlinked.push(...(await unlinkedIn(page, objects)));
  }
  expect(unlinked).toEqual([]);
  expect(rows).toBeGreaterThan(80);

  // Shows that the check detects a cell without a link.
  const [plant] = objects;
  await page.goto('/users');
  await page.locator('main tbody tr').first().waitFor();
  await page.evaluate((text) => {
    const row = document.querySelector<HTMLTableSectionElement>('main tbody')?.insertRow();
    if (row) row.insertCell().textContent = text;
  }, plant!.text);
  expect(await unlinkedIn(page, objects)).toEqual([`/users: ${plant!.text}`]);
});
