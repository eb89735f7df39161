// Data access of a plant: shared, no longer shared, and transferred with the consent of both owners.
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  freshSerial,
  newContext,
  picture,
  postAsDevice,
  productUrl,
} from './fixtures.ts';
import { frameOf } from './night.ts';
import { FIRST_PASSWORD, fillLogin, linkMailedTo, newPerson, tokenOf } from './people.ts';

const plant = { siteName: 'Shared Shed', countryCode: 'GH', timezone: 'Africa/Accra' };

let owner = '';
let friend = '';
let sid = '';
let serial = '';

beforeEach(async () => {
  serial = freshSerial();
  [owner, friend] = [await newPerson(), await newPerson()];
  const token = await tokenOf(owner, FIRST_PASSWORD);
  ({ sid } = await callApi(site.createFast, { ...plant, devices: [{ sn: serial }] }, token));
});
afterEach(async () => {
  for (const stop of listening.splice(0)) stop.abort();
});
afterAll(closePages);

async function pageFor(email: string, path: string, width = 1440): Promise<Page> {
  const page = await (await newContext({ width })).newPage();
  await page.goto(path);
  await fillLogin(page, email, FIRST_PASSWORD);
  return page;
}

const listening: AbortController[] = [];

/** Everything received by a user's open event stream. */
async function streamOf(email: string): Promise<() => string> {
  const stop = new AbortController();
  listening.push(stop);
  const authorization = await tokenOf(email, FIRST_PASSWORD);
  const answer = await fetch(`${productUrl()}/live`, { headers: { authorization }, signal: stop.signal });
  let text = '';
  void (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  return () => text;
}

let power = 400;
/** A different frame each time, because duplicates are ignored. */
const report = () => postAsDevice(frameOf(serial, power++, 1000 + power));

it('is shared in the settings with an end, reported on an open stream, and then no longer', async () => {
  const page = await pageFor(owner, `/pvPlant/edit?id=${sid}`);
  await page.getByRole('button', { name: 'Share with someone' }).click();
  await page.getByLabel('Email of user 1').fill(friend);
  await page.getByLabel('Until (optional)').first().fill('12/31/2099');
  await page.getByLabel('Until (optional)').first().press('Tab');
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'settings-share');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Plant updated').waitFor();
  const token = await tokenOf(owner, FIRST_PASSWORD);
  expect((await callApi(site.detail, { sid }, token)).shareWith).toEqual([
    { email: friend, mayEdit: false, until: '2099-12-31' },
  ]);

  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'Users and access', exact: true }).click();
  await page.getByLabel('Email of user 1').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await picture(page, 'settings-share-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  const otherPage = await pageFor(friend, `/pvPlant/detail?id=${sid}`);
  await otherPage.getByRole('heading', { name: plant.siteName }).waitFor();
  const [mine, his] = [await streamOf(owner), await streamOf(friend)];
  await report();
  await expect.poll(mine).toContain(sid);
  await expect.poll(his).toContain(sid);

  await page.getByRole('button', { name: 'Stop sharing with user 1' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await callApi(site.detail, { sid }, token)).shareWith).toEqual([]);
  const [eventsOfOwner, eventsOfFriend] = [mine(), his()];
  await report();
  await expect.poll(() => mine().slice(eventsOfOwner.length)).toContain(sid);
  expect(his().slice(eventsOfFriend.length)).not.toContain(sid);
  await otherPage.reload();
  await otherPage.getByText('This plant does not exist or you do not have access to it.').waitFor();
  await otherPage.context().close();
  await page.context().close();
});

it('goes to another owner when both have said so', async () => {
  const page = await pageFor(owner, `/pvPlant/edit?id=${sid}&section=handOver`, 390);
  await page.getByLabel('New owner’s email').fill(friend);
  await page.getByRole('button', { name: 'Offer plant' }).click();
  await page.getByText(`Offered to ${friend}`).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);

  await picture(page, 'settings-hand-over-phone');
  const stillOpen = await page.context().newPage();
  await stillOpen.goto(`/pvPlant/detail?sid=${sid}`);
  await stillOpen.getByRole('heading', { name: plant.siteName }).waitFor();
  const otherPage = await pageFor(friend, await linkMailedTo(friend));
  await otherPage.getByText(`${owner} wants to transfer this plant to you.`).waitFor();
  expect(await accessibilityFindings(otherPage)).toEqual([]);
  await picture(otherPage, 'plant-offer');
  await otherPage.getByRole('button', { name: 'Accept plant' }).click();
  await otherPage.getByRole('heading', { name: plant.siteName }).waitFor();
  // A page that the previous owner has open ends with the first refused call.
  await stillOpen.getByRole('tab', { name: 'Energy' }).click();
  await stillOpen.getByText('No longer available').waitFor();
  expect(await stillOpen.getByRole('heading', { name: plant.siteName }).count()).toBe(0);
  expect(await accessibilityFindings(stillOpen)).toEqual([]);
  await picture(stillOpen, 'plant-no-longer-available');
  await stillOpen.getByRole('link', { name: 'Go to plants' }).last().click();
  await stillOpen.waitForURL('**/pvPlant');
  await page.reload();
  await page
    .getByText('This plant does not exist or you do not have access to it.')
    .filter({ visible: true })
    .first()
    .waitFor();
  const detail = await callApi(site.detail, { sid }, await tokenOf(friend, FIRST_PASSWORD));
  expect(detail.userEmail).toBe(friend);
  await otherPage.context().close();
  await page.context().close();
});

it('is accepted on the plant list without the email, or by the link that the owner copies', async () => {
  const page = await pageFor(owner, `/pvPlant/edit?id=${sid}&section=handOver`);
  const otherPage = await pageFor(friend, '/pvPlant');
  await otherPage.getByText('No plants yet').waitFor();
  await page.getByLabel('New owner’s email').fill(friend);
  await page.getByRole('button', { name: 'Offer plant' }).click();
  await page.getByText('Email sent').or(page.getByText('No email sent')).waitFor();
  const link = await page.getByText(/\/pvPlant\/offer\?token=/).innerText();
  await picture(page, 'settings-hand-over-pending');

  await otherPage.reload();
  const offer = otherPage.getByRole('region', { name: plant.siteName });
  await offer.getByText(`${owner} wants to transfer this plant to you.`).waitFor();
  await offer.getByText('You can accept until').waitFor();
  expect(await accessibilityFindings(otherPage)).toEqual([]);
  await picture(otherPage, 'plant-list-offer');
  await otherPage.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => otherPage.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true);
  await picture(otherPage, 'plant-list-offer-phone');
  await offer.getByRole('button', { name: 'Accept plant' }).click();
  await otherPage.getByText(`You now own ${plant.siteName}.`).waitFor();
  await expect.poll(() => offer.count()).toBe(0);
  await otherPage.getByRole('heading', { name: plant.siteName }).waitFor();
  const detail = await callApi(site.detail, { sid }, await tokenOf(friend, FIRST_PASSWORD));
  expect(detail.userEmail).toBe(friend);

  // The link was that of the same offer.
  await otherPage.goto(link);
  await otherPage.getByText('This link offers no plant to this account.').first().waitFor();
  await otherPage.context().close();
  await page.context().close();
});

it('ends every open page of the plant within a minute after the share was removed', async () => {
  const token = await tokenOf(owner, FIRST_PASSWORD);
  const share = (list: { email: string; mayEdit: boolean }[]) =>
    callApi(site.updateFast, { sid, shareWith: list }, token);
  await share([{ email: friend, mayEdit: true }]);
  const page = await pageFor(friend, `/pvPlant/detail?id=${sid}`);
  const pages = [
    'detail',
    'edit',
    'layout',
    'parameterSetting',
    'reportSetting',
    'commission',
    'connect',
    'import',
  ];
  await page.getByRole('heading', { level: 1 }).filter({ hasText: plant.siteName }).waitFor();
  await page.clock.install();
  for (const name of pages) {
    await share([{ email: friend, mayEdit: true }]);
    await page.goto(`/pvPlant/${name}?id=${sid}`);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: plant.siteName }).waitFor();
    await share([]);
    // No reading arrives and the page is idle.
    await page.clock.runFor(61_000);
    await page.getByText('No longer available').waitFor();
    await expect.poll(() => page.getByText(plant.siteName).count(), { message: name }).toBe(0);
    expect(await page.getByRole('link', { name: 'Go to plants' }).count(), name).toBe(1);
    expect(await page.getByRole('main').getByRole('link').count(), name).toBeLessThanOrEqual(2);
  }
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.context().close();
});
