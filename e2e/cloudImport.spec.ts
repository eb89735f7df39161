// An installer imports plants with their history from the cloud: login, selection, progress, an expired session, the
// result, and undo.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { monthOf } from '@helioport/domain/periods';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFindings, closePages, type Look, newContext, picture } from './fixtures.ts';
import { fillLogin } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let isExpired = false;
/** Delays the answers of days while a test checks the progress. */
let isSlow = false;
let holding: (() => void)[] = [];

const today = new Date().toISOString().slice(0, 10);
const years = [Number(today.slice(0, 4)) - 1, Number(today.slice(0, 4))];
const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
const isPast = (year: number, month: string) => `${year}-${month}` < monthOf(today);

const plants = [
  { sid: 'DE_20240301_Barn', siteName: 'Barn', sns: ['E6000001', 'E6000002'] },
  { sid: 'DE_20240301_Mill', siteName: 'Old mill at the river', sns: ['E6000003'] },
  { sid: 'DE_20260101_NewX', siteName: 'Carport', sns: ['E6000004'] },
];

function answerOf(path: string, input: Record<string, unknown>): unknown {
  const plant = plants.find(({ sid }) => sid === input.sid) ?? plants[0]!;
  switch (path) {
    case '/v2/sign-in':
      return { tokenInfo: { token: 'eyJ.story.token' } };
    case '/v2/site/listWithSN':
      return {
        total: plants.length,
        list: plants.map(({ sns, ...one }) => ({
          ...one,
          registerDate: '01/03/2024 10:00',
          totalPower: 100,
          totalPowerUnit: 'kWh',
          sn: sns.map((sn) => ({ sn })),
        })),
      };
    case '/v2/site/detail':
      return {
        siteName: plant.siteName,
        countryCode: 'DE',
        timezone: 'Europe/Berlin',
        electricityPrice: 0.31,
      };
    case '/v2/site/modules':
      return {
        list: plant.sns.map((sn) => ({ sn, model: 11, modelName: 'BDM-2250', alias: '', modules: [] })),
      };
    case '/v2/site/statistics/echarts': {
      const hasHistory = plant.siteName !== 'Carport';
      if (input.types === 6)
        return {
          xAxisData: months,
          series: years.map((year) => ({
            name: String(year),
            unit: 'kWh',
            data: months.map((month) =>
              hasHistory && isPast(year, month) && (year > years[0]! || month > '09')
                ? 2.8 * plant.sns.length
                : null,
            ),
          })),
        };
      const month = String(input.rangeDate).slice(5, 7);
      const days = Array.from({ length: 28 }, (_, i) => `${String(i + 1).padStart(2, '0')}/${month}`);
      return {
        xAxisData: days,
        series: plant.sns.map((name) => ({ name, unit: 'kWh', data: days.map(() => 0.1) })),
      };
    }
    default:
      return {};
  }
}

const cloud = http.createServer((request, answer) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const path = String(request.url);
    const input = JSON.parse(Buffer.concat(pieces).toString() || '{}') as Record<string, unknown>;
    const send = () => {
      if (isExpired && path !== '/v2/sign-in') return void answer.writeHead(401).end();
      const isRefused = input.password === 'wrong';
      answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(
            isRefused
              ? { code: 258, msg: 'Wrong password, remaining attempts: 4', data: null }
              : { code: 200, msg: 'Success', data: answerOf(path, input) },
          ),
        );
    };
    if (isSlow && input.types === 3) holding.push(send);
    else send();
  });
});
const release = () => {
  isSlow = false;
  for (const send of holding.splice(0)) send();
};

async function startPortal(): Promise<void> {
  const url = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`;
  product = await startProduct({ CLOUD_URL: url, CLOUD_CALLS_PER_SECOND: '500', DEMO_DAYS: '1' });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    cloud.listen(0, '127.0.0.1', resolve);
  });
  await startPortal();
});
// A second try imports the plants into another portal.
beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return;
  isExpired = false;
  release();
  await product.stop();
  await startPortal();
});
afterAll(async () => {
  holding = [];
  cloud.closeAllConnections();
  cloud.close();
  await closePages();
  await product.stop();
});

async function open(look: Look = {}): Promise<Page> {
  const page = await (await newContext(look)).newPage();
  await page.goto(`${product.url}/`);
  await fillLogin(page, 'installer@demo.test');
  await page.waitForURL('**/pvPlant**');
  return page;
}
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const logIn = async (page: Page, password = 'right') => {
  await page.getByLabel('Account (email address)').fill('me@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
};

it('imports plants, continues after a new login, and undoes one', async () => {
  const page = await open();
  await page.getByRole('link', { name: 'Import from the cloud' }).click();
  await page.getByRole('heading', { name: 'Import from the cloud' }).waitFor();
  await page.getByText('is not stored', { exact: false }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'cloud-login');
  await logIn(page, 'wrong');
  await page.getByRole('button', { name: 'Show plants' }).click();
  await page.getByText('remaining attempts: 4', { exact: false }).first().waitFor();
  await logIn(page);
  await page.getByRole('button', { name: 'Show plants' }).click();
  await page.getByText('Waiting for selection').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'cloud-choice');

  isSlow = true;
  await page.getByRole('button', { name: 'Import 3 plants' }).click();
  await page.getByText('of', { exact: false }).and(page.locator('.hp-cloud-plants p')).first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'cloud-progress');
  isExpired = true;
  release();
  await page.getByText('The cloud session has ended. Log in again to continue.').waitFor();
  await picture(page, 'cloud-expired');
  isExpired = false;
  await page.getByLabel('Password', { exact: true }).fill('right');
  await page.getByRole('button', { name: 'Log in and continue' }).click();
  await page.getByRole('heading', { name: 'Import result' }).waitFor();
  expect(await page.getByText('Imported', { exact: true }).count()).toBe(3);
  await page.getByText('The cloud has no history of this plant.', { exact: false }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'cloud-result');

  const carport = page.locator('.hp-cloud-plants > li').filter({ hasText: 'Carport' });
  await carport.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Barn' }).click();
  await page.getByRole('heading', { name: 'Barn' }).waitFor();
  await picture(page, 'cloud-plant');
  await page.context().close();
});

it('fits a phone in the dark', async () => {
  const page = await open({ width: 390, scheme: 'dark' });
  await page.goto(`${product.url}/import`);
  await logIn(page);
  await picture(page, 'cloud-login-phone-dark');
  await page.getByRole('button', { name: 'Show plants' }).click();
  await page.getByText('Waiting for selection').waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'cloud-choice-phone-dark');
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
  await page.getByRole('heading', { name: 'Canceled import' }).waitFor();
  await page.context().close();
});
