// The condition of a plant while it is in standby.
import { site } from '@helioport/contract/site';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  type Look,
  newContext,
  pageOf,
  picture,
  signIn,
} from './fixtures.ts';
import { makeNightPlant, type NightPlant } from './night.ts';

const OWNER = 'owner@demo.test';
const FOUND = '1 inverter not producing for 3 days';
let plant: NightPlant;

beforeAll(async () => {
  plant = await makeNightPlant(OWNER);
  const token = await signIn(await newContext(), OWNER);
  await vi.waitFor(
    async () => {
      await plant.evaluateConditions();
      const { verdict: condition } = await callApi(site.detail, { sid: plant.sid }, token);
      expect(condition).toMatchObject({ key: 'devicesMakeNothing', count: 1, sns: [plant.dead] });
    },
    { timeout: 150_000, interval: 2000 },
  );
});
afterAll(async () => {
  await closePages();
  await plant.close();
});

describe("an owner's start with a dead inverter, at night", () => {
  const looks: readonly [string, Look][] = [
    ['wide-light', { width: 1440, scheme: 'light' }],
    ['wide-dark', { width: 1440, scheme: 'dark' }],
    ['phone-light', { width: 390, height: 844, scheme: 'light' }],
    ['phone-dark', { width: 390, height: 844, scheme: 'dark' }],
  ];

  it.each(looks)('says first what makes nothing, and leads to it: %s', async (name, look) => {
    const page = await pageOf(OWNER, look);
    await page.goto('/pvPlant');
    const card = page.getByRole('article').filter({ hasText: plant.name });
    const condition = card.getByRole('link', { name: FOUND });
    await condition.waitFor();
    // The rest of the plant is in standby; its status is that of the active alarm.
    await card.getByText('Alert', { exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await card.scrollIntoViewIfNeeded();
    await picture(page, `bad-verdict-${name}`);
    await condition.click();
    await page.waitForURL(/\/devices\/alarms\?site=/);
    await page.getByRole('button', { name: 'Device not producing' }).waitFor();
    await page.goto(`/pvPlant/detail?id=${plant.sid}&devices=trouble`);
    const devices = page.locator('#devices');
    await devices.getByText('Not producing for 3 days').waitFor();
    expect(await devices.innerText()).toContain(plant.dead);
    expect(await devices.getByText('Standby', { exact: true }).count()).toBe(0);
    // Its total counts from the first reading, not from the start of operation.
    await page.getByText(/in operation since .* · data since /).waitFor();
    await devices.scrollIntoViewIfNeeded();
    await picture(page, `bad-device-${name}`);
    await page.context().close();
  });
});

/** The forms of a noun behind a number, as a Polish reader expects them. */
const plural = new Intl.PluralRules('pl');

describe('a reader of Polish', () => {
  it('finds every noun in the form that its number asks for', async () => {
    const page = await pageOf(OWNER, { locale: 'pl-PL' });
    await page.goto('/pvPlant');
    const card = page.getByRole('article').filter({ hasText: plant.name });
    await card.getByRole('link', { name: /^1 falownik nic nie wytwarza/ }).waitFor();
    await page.goto(`/pvPlant/detail?id=${plant.sid}&devices=trouble`);
    await page.getByText('2 urządzenia', { exact: false }).first().waitFor();
    await page.goto('/ucenter/unsubscribe');
    const owned = await page.getByText(/^Masz \d+ instalac/).innerText();
    const count = Number(/\d+/.exec(owned)?.[0]);
    const forms: Record<string, string> = { one: 'instalację', few: 'instalacje', many: 'instalacji' };
    expect(owned).toContain(`Masz ${count} ${forms[plural.select(count)]}.`);
    expect(plural.select(count)).not.toBe('one');
    await page.context().close();
  });
});
