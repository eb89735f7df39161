// Stories of a plant's beginning, its changes and its end: the wizard, the settings, the deletion.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, type Look, pageOf, picture } from './fixtures.ts';
import { freshAddress, tokenOf } from './people.ts';

afterAll(closePages);

const INSTALLER = 'installer@demo.test';
/** A header row, two valid serial numbers, one of a plant visible to the installer, an invalid one, and a duplicate. */
const sheet = fileURLToPath(new URL('serials.xlsx', import.meta.url));

/** A PNG of one point. */
const POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let made = Date.now() % 100_000;
/** A serial number that no other test uses: hex digits as the vendor prints them. */
const freshSerial = () => `E${String(made++).padStart(7, '0')}`;

/** Fills in the first step and continues to the devices. */
async function describePlant(page: Page, name: string): Promise<void> {
  await page.getByLabel('Plant name').fill(name);
  await page.getByLabel('Country').selectOption('DE');
  // Germany has two time zones in the tz database, so one must be selected.
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Next: devices' }).click();
  await page.getByRole('heading', { name: 'Device settings' }).waitFor();
}

async function plantNamed(name: string) {
  const token = await tokenOf(INSTALLER);
  const { list } = await callApi(site.listWithSN, { filters: { keywords: name } }, token);
  return { token, row: list[0], total: list.length };
}

describe('a new plant', () => {
  it('is proposed the zone of the browser or the only one of its country, until somebody chooses', async () => {
    const page = await pageOf(INSTALLER, { timeZone: 'Europe/Berlin' });
    await page.goto('/pvPlant/edit');
    const zone = page.getByLabel('Time zone');
    const shown = () => zone.inputValue();
    const country = page.getByLabel('Country');
    await country.selectOption('DE');
    await expect.poll(shown).toBe('Europe/Berlin');
    await country.selectOption('IT');
    await expect.poll(shown).toBe('Europe/Rome');
    await country.selectOption('US');
    await expect.poll(shown).toBe('');
    await zone.selectOption('America/Phoenix');
    // A location does not replace values selected by the user.
    await page.getByLabel('Latitude').fill('-36,85');
    await page.getByLabel('Longitude').fill('174.76');
    await page.getByText('This location is in New Zealand').waitFor();
    await country.selectOption('IT');
    await page.getByLabel('State').waitFor();
    expect(await shown()).toBe('America/Phoenix');
    await page.context().close();
  });

  it('uses the position of the browser, and warns at sea, in another country and in another time zone', async () => {
    const page = await pageOf(INSTALLER, { timeZone: 'Europe/Berlin' });
    const context = page.context();
    await context.grantPermissions(['geolocation']);
    await page.goto('/pvPlant/edit');
    const locateAt = async (latitude: number, longitude: number) => {
      await context.setGeolocation({ latitude, longitude });
      await page.getByRole('button', { name: 'Use my location' }).click();
      await expect.poll(() => page.getByLabel('Latitude').inputValue()).toBe(latitude.toFixed(5));
      expect(await page.getByLabel('Longitude').inputValue()).toBe(longitude.toFixed(5));
    };
    const country = page.getByLabel('Country');
    const zone = page.getByLabel('Time zone');
    const warnings = () => page.locator('.hp-position strong').allInnerTexts();
    const isAtSea = 'This location is not on land. Check the coordinates.';
    const isAbroad = 'This is not in Germany, which is selected above.';
    const isElsewhere = 'Clocks there differ from the time zone selected above (Europe/Berlin).';

    await locateAt(52.52, 13.405);
    await page.getByText('This location is in Germany').waitFor();
    await expect.poll(() => country.inputValue()).toBe('DE');
    await expect.poll(() => zone.inputValue()).toBe('Europe/Berlin');
    expect(await warnings()).toEqual([]);

    // In the North Sea, on the time zone of Britain: the country stays.
    await locateAt(55.5, 3.5);
    await expect.poll(warnings).toEqual([isAtSea]);
    expect(await country.inputValue()).toBe('DE');

    // In Paris, with the clock of Berlin. The country is now the user's own choice.
    await locateAt(48.8566, 2.3522);
    await page.getByText('This location is in France').waitFor();
    await country.selectOption('DE');
    await zone.selectOption('Europe/Berlin');
    await expect.poll(warnings).toEqual([isAbroad]);

    await locateAt(40.7128, -74.006);
    await expect.poll(warnings).toEqual([isAbroad, isElsewhere]);
    expect([await country.inputValue(), await zone.inputValue()]).toEqual(['DE', 'Europe/Berlin']);
    expect(await accessibilityFindings(page)).toEqual([]);

    // A device without a position.
    await context.setGeolocation(null);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await page.getByText('Your location could not be determined.').waitFor();
    expect(await page.getByLabel('Latitude').inputValue()).toBe('40.71280');
    await context.close();
  });

  it('has one world on its map', async () => {
    const page = await pageOf(INSTALLER);
    await page.goto('/pvPlant/edit');
    const map = page.getByRole('region', { name: /^Map: / });
    // Every place is on the map once, also zoomed out as far as it goes.
    const zoomOut = map.getByRole('button', { name: 'Zoom out' });
    await zoomOut.waitFor();
    for (let clicks = 0; clicks < 4 && (await zoomOut.isEnabled()); clicks++) await zoomOut.click();
    await expect.poll(() => map.locator('.hp-map-country').count()).toBeGreaterThan(0);
    const names = await map.locator('.hp-map-country').evaluateAll((all) => {
      const box = document.querySelector('.hp-position-map')!.getBoundingClientRect();
      const isIn = ({ left }: DOMRect) => left > box.left && left < box.right;
      return all.filter((one) => isIn(one.getBoundingClientRect())).map((one) => one.textContent);
    });
    expect(names.length).toBe(new Set(names).size);
    await picture(page, 'wizard-map');
    await page.context().close();
  });

  it('is made with a place on the map and typed serials, and survives a reload on the way', async () => {
    const page = await pageOf(INSTALLER);
    const name = `Wizard ${made++}`;
    const [first, second] = [freshSerial(), freshSerial()];
    await page.goto('/pvPlant');
    await page.locator('main').getByRole('link', { name: 'New plant' }).click();

    // An empty form shows its errors and focuses the first field with one.
    await page.getByRole('button', { name: 'Next: devices' }).click();
    await page.getByText('This Field is required.').first().waitFor();
    expect(await page.getByLabel('Plant name').evaluate((it) => it.matches(':focus'))).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);

    // The location determines country, time zone and currency.
    await page.getByLabel('Plant name').fill(name);
    await page.getByLabel('Latitude').fill('-36,85');
    await page.getByLabel('Longitude').fill('174.76');
    await page.getByText('This location is in New Zealand').waitFor();
    await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('NZ');
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Pacific/Auckland');
    await page.getByLabel('System size').fill('8,4');
    const customer = freshAddress();
    await page.getByLabel(/^Owner/).fill(customer);
    await page.getByRole('button', { name: 'Add array' }).click();
    await page.getByLabel('Tilt').fill('30');
    await page.getByLabel('Azimuth').fill('0');
    await picture(page, 'wizard-plant');
    await page.getByRole('button', { name: 'Next: devices' }).click();
    await page.getByLabel('Serial numbers').fill(`${first.toLowerCase()} Garage\n${second}`);
    await page.getByRole('button', { name: 'Add to list' }).click();
    await page.getByText('2 serial numbers').waitFor();

    await page.reload();
    await page.getByText('2 serial numbers').waitFor();
    await page.getByRole('cell', { name: 'Garage' }).waitFor();
    await page.getByRole('button', { name: 'Create plant' }).click();
    await page.getByText(`${name} was created.`).waitFor();
    await page.getByText('2 devices were added').waitFor();
    await page.getByText(`${customer} was asked by email to confirm the plant.`).waitFor();
    // The image of the new plant, without a way through its settings.
    await page
      .locator('main input[type="file"]')
      .setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from(POINT, 'base64') });
    await page.getByRole('img', { name: 'Image' }).waitFor();
    await page.getByRole('link', { name: 'Open plant' }).click();
    await page.getByRole('heading', { name }).waitFor();
    // It is not in operation before its commissioning.
    await page.getByRole('heading', { name: 'Production', exact: true }).waitFor();
    await page.locator('.hp-plant-facts').getByText('Uncommissioned').waitFor();
    expect(await page.getByText('in operation since').count()).toBe(0);

    const { token, row } = await plantNamed(name);
    const detail = await callApi(site.detail, { sid: row?.sid ?? '' }, token);
    expect(detail).toMatchObject({
      countryCode: 'NZ',
      currency: 'NZD',
      latitude: -36.85,
      systemSize: 8400,
      installerEmail: INSTALLER,
      planes: [{ tilt: 30, azimuth: 0 }],
    });
    expect(detail.sn.map(({ sn }) => sn).sort()).toEqual([first, second].sort());

    // The next form starts empty.
    await page.goto('/pvPlant/edit');
    await expect.poll(() => page.getByLabel('Plant name').inputValue()).toBe('');
    await page.context().close();
  });

  it('takes what was typed and never added to the list, after a reload too, and stays where that is no serial', async () => {
    const page = await pageOf(INSTALLER);
    const name = `Wizard ${made++}`;
    await page.goto('/pvPlant/edit');
    await describePlant(page, name);
    const typed = page.getByRole('textbox', { name: 'Serial numbers' });
    const create = page.getByRole('button', { name: 'Create plant' });
    await typed.fill('roof');
    await create.click();
    await page.getByRole('button', { name: 'Remove these from the list' }).click();
    expect(await typed.inputValue()).toBe('');
    await typed.fill(freshSerial());
    await page.reload();
    expect(await typed.inputValue()).not.toBe('');
    await create.click();
    await page.getByText('1 device was added').waitFor();
    await page.context().close();
  });

  it('is made with a sheet of which three rows are bad, each with its reason', async () => {
    // An earlier try can have used the serial numbers of the sheet.
    const { token, row: earlier } = await plantNamed('D5000001');
    if (earlier) await callApi(pv.delete, { sid: earlier.sid, siteName: earlier.siteName }, token);
    const page = await pageOf(INSTALLER);
    const name = `Wizard ${made++}`;
    await page.goto('/pvPlant/edit');
    await describePlant(page, name);

    const choose = async (name: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload a spreadsheet' }).click();
      await (await chooser).setFiles({ name, mimeType: '', buffer: fs.readFileSync(sheet) });
    };
    await choose('serials.csv');
    await page.getByText('This file cannot be read.').waitFor();
    await choose('serials.xlsx');
    await page.getByText('5 serial numbers').waitFor();
    await page.getByText('3 cannot be added').waitFor();
    await page.getByText('This serial number already belongs to a plant.').waitFor();
    await page.getByText('Failed verification, please check and try again!').waitFor();
    // The message of the API does not name the cause.
    await page
      .getByText(/^(Invalid characters: |Length: )/)
      .first()
      .waitFor();
    await page.getByText('appears earlier in the list').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Create plant' }).isDisabled()).toBe(true);
    await picture(page, 'wizard-devices');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Remove these from the list' }).click();
    await page.getByText('2 serial numbers').waitFor();
    await page.getByRole('button', { name: 'Create plant' }).click();
    await page.getByText('2 devices were added').waitFor();
    const { row } = await plantNamed(name);
    expect(row?.sn.map(({ sn }) => sn).sort()).toEqual(['D5000001', 'D5000002']);
    await page.context().close();
  });

  it('tells at the end which serial another plant took meanwhile', async () => {
    const page = await pageOf(INSTALLER);
    const sn = freshSerial();
    await page.goto('/pvPlant/edit');
    await describePlant(page, `Wizard ${made++}`);
    await page.getByLabel('Serial numbers').fill(sn);
    await page.getByRole('button', { name: 'Add to list' }).click();
    await page.getByText('has not reported yet').waitFor();
    const owner = await tokenOf('owner@demo.test');
    const taken = { siteName: 'Quick', countryCode: 'DE', timezone: 'Europe/Berlin', devices: [{ sn }] };
    await callApi(site.createFast, taken, owner);
    await page.getByRole('button', { name: 'Create plant' }).click();
    await page.getByText('1 serial number was not added').waitFor();
    await page.getByText('This device belongs to another plant').waitFor();
    await page.context().close();
  });
});

describe('the settings of a plant', () => {
  it('are changed, and the change log says by whom', async () => {
    const token = await tokenOf(INSTALLER);
    const name = `Wizard ${made++}`;
    const plant = { siteName: name, countryCode: 'DE', timezone: 'Europe/Berlin' };
    const { sid } = await callApi(site.createFast, plant, token);
    const page = await pageOf(INSTALLER);
    await page.goto(`/pvPlant/detail?id=${sid}`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('City').fill('Köln');
    await page.getByLabel(/^Price per kWh/).fill('0,31');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Plant updated').waitFor();
    await page.getByText('Changed a plant').waitFor();
    expect(await callApi(site.detail, { sid }, token)).toMatchObject({
      city: 'Köln',
      electricityPrice: 0.31,
    });
    await page.context().close();
  });

  it('end with the plant, for whoever types its name', async () => {
    const token = await tokenOf(INSTALLER);
    const name = `Wizard ${made++}`;
    const plant = { siteName: name, countryCode: 'DE', timezone: 'Europe/Berlin' };
    const { sid } = await callApi(site.createFast, plant, token);
    const page = await pageOf(INSTALLER);
    await page.goto(`/pvPlant/edit?id=${sid}`);
    await page.getByRole('button', { name: 'Delete this plant' }).click();
    await page.getByText('Its entire history is permanently deleted').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText(`This does not match “${name}”.`).waitFor();
    await page.getByLabel('Type the plant name').fill(name);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText(`${name} deleted`).waitFor();
    expect((await plantNamed(name)).total).toBe(0);
    await page.context().close();
  });

  it.each<Look>([
    { width: 390, height: 844, scheme: 'dark' },
    { scheme: 'dark' },
    { width: 390, height: 844 },
  ])('fit a window of %j, for everybody', async (look) => {
    const page = await pageOf(INSTALLER, look);
    const { row } = await plantNamed('');
    for (const address of ['/pvPlant/edit', `/pvPlant/edit?id=${row?.sid}`]) {
      await page.goto(address);
      await page.getByLabel('Plant name').waitFor();
      await page.getByText('Natural Earth').waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });

  it('are not for support, who may look', async () => {
    const page = await pageOf('support@demo.test');
    await page.goto('/pvPlant/edit');
    await page.getByRole('heading', { name: 'No access' }).waitFor();
    const { row } = await plantNamed('');
    await page.goto(`/pvPlant/edit?id=${row?.sid}`);
    await page.getByText('You can view these settings').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.context().close();
  });
});
