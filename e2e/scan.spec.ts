// Scanning serial numbers with a fake camera that shows a video of labels.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { device } from '@helioport/contract/device';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { accessibilityFindings, callApi, productUrl, signIn } from './fixtures.ts';
import { code128Label, qrLabel, writeVideo } from './label.ts';
import { makeRoofPlant, type RoofPlant } from './roof.ts';

const INSTALLER = 'installer@demo.test';
const OWNER = 'admin@demo.test';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-scan-'));
const labels = path.join(folder, 'labels.y4m');
const row = path.join(folder, 'row.y4m');
const args = ['--no-sandbox', '--disable-gpu'];
// Without the second flag there is no one to answer the permission prompt.
const video = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const CAMERA = '--use-file-for-fake-video-capture';
let [browser, blind, onRoof]: Browser[] = [];

beforeAll(async () => {
  writeVideo(labels, [
    qrLabel('https://maker.example/device?sn=E7E50081'),
    code128Label('E7E50082'),
    qrLabel('https://shop.example/'),
  ]);
  const own = { ...(await findChromium()) };
  blind = await chromium.launch({ ...own, args });
  browser = await chromium.launch({
    ...own,
    args: [...args, ...video, `${CAMERA}=${labels}`],
  });
});
afterAll(async () => {
  await browser?.close();
  await blind?.close();
  await onRoof?.close();
  fs.rmSync(folder, { recursive: true });
});

/** A browser whose camera shows labels of a plant in the installer's order along the row, which is not ascending. */
async function browserBefore({ serials }: RoofPlant): Promise<Browser> {
  writeVideo(
    row,
    [4, 2, 9].map((i) => code128Label(serials[i] ?? '')),
  );
  return await chromium.launch({ ...(await findChromium()), args: [...args, ...video, `${CAMERA}=${row}`] });
}

async function pageBefore(eyes: Browser | undefined, email: string): Promise<{ page: Page; token: string }> {
  if (eyes === undefined) throw new Error('no browser');
  const context = await eyes.newContext({
    baseURL: productUrl(),
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  const token = await signIn(context, email);
  return { page: await context.newPage(), token };
}

async function wizard(eyes: Browser | undefined): Promise<Page> {
  const { page } = await pageBefore(eyes, INSTALLER);
  await page.goto('/pvPlant/edit');
  await page.getByLabel('Plant name').fill('Scanned');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Next: devices' }).click();
  await page.getByRole('button', { name: 'Scan with camera' }).click();
  return page;
}

it('reads label after label, of a QR code and of bars, each once, and takes them over', async () => {
  const page = await wizard(browser);
  const list = page.getByRole('list', { name: 'Scanned' });
  await list.getByText('E7E50081').waitFor();
  await list.getByText('E7E50082').waitFor();
  // The video repeats from the first label.
  await page.getByText('E7E50081 is already in the list').waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove E7E50082' }).click();
  await list.getByText('E7E50082').waitFor();
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.getByRole('cell', { name: 'E7E50081', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'E7E50082', exact: true }).waitFor();
  await page.context().close();
});

it('says why there is no camera, and reads a picture of a label instead', async () => {
  const page = await wizard(blind);
  await page.getByText('No camera found').waitFor();
  // What another browser photographed.
  const photo = await page.evaluate(
    ({ pixels, width }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = pixels.length / width;
      const pen = canvas.getContext('2d');
      const data = new ImageData(width, canvas.height);
      for (const [i, grey] of pixels.entries()) data.data.set([grey, grey, grey, 255], 4 * i);
      pen?.putImageData(data, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    { pixels: [...code128Label('E7E50083')], width: 640 },
  );
  const file = (name: string, base64: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(base64, 'base64'),
  });
  await page.getByLabel('Scan a photo of a label').last().setInputFiles(file('label.png', photo));
  await page.getByText('Scanned: E7E50083').waitFor();
  await page
    .getByLabel('Scan a photo of a label')
    .last()
    .setInputFiles(file('torn.png', photo.slice(0, 400)));
  await page.getByText('No serial number found in the photo').waitFor();
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.getByRole('cell', { name: 'E7E50083', exact: true }).waitFor();
  await page.context().close();
});

it('gives the inputs of the inverters that were read to a chosen row of modules, one after the other', async () => {
  const plant = await makeRoofPlant(OWNER);
  await onRoof?.close();
  onRoof = await browserBefore(plant);
  const { page, token } = await pageBefore(onRoof, OWNER);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/pvPlant/layout?id=${plant.sid}`);
  await page.getByRole('button', { name: 'Create layout' }).click();
  await page.getByRole('application').waitFor();
  await page.getByText('Add rows of modules').click();
  for (const [label, value] of [
    ['Rows', '1'],
    ['Columns', '12'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel(label, { exact: true }).press('Enter');
  }
  // Two rows, the second of which is chosen as it comes.
  await page.getByRole('button', { name: 'Add rows' }).click();
  await page.locator('b', { hasText: 'Selected: 12' }).waitFor();
  await page.getByRole('application').press('ArrowDown');
  await page.getByRole('button', { name: 'Add rows' }).click();
  await page.getByRole('button', { name: 'Scan with camera' }).click();
  const list = page.getByRole('list', { name: 'Scanned' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  const read = (await list.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 8));
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.getByText('Unplaced inputs: 48').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  const { list: places } = await callApi(device.modules, { sid: plant.sid }, token);
  const wired = places.filter(({ sn }) => sn !== '').sort((a, b) => a.xM - b.xM);
  expect(new Set(wired.map(({ yM }) => yM)).size).toBe(1);
  expect(wired.map(({ sn, addr }) => `${sn}_${addr}`)).toEqual(
    read.flatMap((sn) => [1, 2, 3, 4].map((addr) => `${sn}_${addr}`)),
  );
  expect(places).toHaveLength(24);
  expect(read).not.toEqual(read.toSorted());
  await page.context().close();
});
