// Serials scanned by the camera: a film of labels stands before it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { accessibilityFindings, productUrl, signIn } from './fixtures.ts';
import { code128Label, qrLabel, writeFilm } from './label.ts';

const INSTALLER = 'installer@demo.test';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-scan-'));
const labels = path.join(folder, 'labels.y4m');
let [browser, blind]: Browser[] = [];

beforeAll(async () => {
  writeFilm(labels, [
    qrLabel('https://maker.example/device?sn=E7E50081'),
    code128Label('E7E50082'),
    qrLabel('https://shop.example/'),
  ]);
  const own = { ...(await findChromium()) };
  const args = ['--no-sandbox', '--disable-gpu'];
  blind = await chromium.launch({ ...own, args });
  // Without the second one it has nobody to ask whether the page may.
  const film = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  browser = await chromium.launch({
    ...own,
    args: [...args, ...film, `--use-file-for-fake-video-capture=${labels}`],
  });
});
afterAll(async () => {
  await browser?.close();
  await blind?.close();
  fs.rmSync(folder, { recursive: true });
});

async function wizard(eyes: Browser | undefined): Promise<Page> {
  if (eyes === undefined) throw new Error('no browser');
  const context = await eyes.newContext({
    ...{ baseURL: productUrl(), viewport: { width: 390, height: 844 }, locale: 'en-US' },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  await signIn(context, INSTALLER);
  const page = await context.newPage();
  await page.goto('/pvPlant/edit');
  await page.getByLabel('Name of the plant').fill('Scanned');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Next: devices' }).click();
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  return page;
}

it('reads label after label, of a QR code and of bars, each once, and takes them over', async () => {
  const page = await wizard(browser);
  const list = page.getByRole('list', { name: 'Read so far' });
  await list.getByText('E7E50081').waitFor();
  await list.getByText('E7E50082').waitFor();
  // The film goes on, and shows the first one again.
  await page.getByText('E7E50081 is in the list already').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(2);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take E7E50082 out' }).click();
  await list.getByText('E7E50082').waitFor();
  await page.getByRole('button', { name: 'Take these over' }).click();
  await page.getByRole('cell', { name: 'E7E50081', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'E7E50082', exact: true }).waitFor();
  await page.context().close();
});

it('says why there is no camera, and reads a picture of a label instead', async () => {
  const page = await wizard(blind);
  await page.getByText('There is no camera here').waitFor();
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
    ...{ name, mimeType: 'image/png' },
    buffer: Buffer.from(base64, 'base64'),
  });
  await page.getByLabel('Read a picture of a label').last().setInputFiles(file('label.png', photo));
  await page.getByText('Read: E7E50083').waitFor();
  await page
    .getByLabel('Read a picture of a label')
    .last()
    .setInputFiles(file('torn.png', photo.slice(0, 400)));
  await page.getByText('No serial number was found in the picture').waitFor();
  await page.getByRole('button', { name: 'Take these over' }).click();
  await page.getByRole('cell', { name: 'E7E50083', exact: true }).waitFor();
  await page.context().close();
});
