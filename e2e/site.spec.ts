// Plants: from an inverter's bytes to its owner's screen, and what people do with their plants there.
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { house } from '@helioport/demo/plantsOwner';
import { addDays, localDay } from '@helioport/domain/periods';
import { decodeFrame, encodeFrame } from '@helioport/protocol/nep/frame';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closeBrowser,
  type Look,
  newContext,
  pageOf,
  picture,
  postAsDevice,
  productUrl,
  signIn,
} from './fixtures.ts';

/** A frame of a BDM-2250 as captured in Brazil: 1,512.6 W on four inputs. */
const CAPTURED =
  '793e00401400000f0f0f0f00003400ffffffff0100a186000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233a6a30';
const WATTS = '1.51 kW';

/** The captured bytes under another serial, with the checksums that such an inverter would send. */
function captured(serial: string): Uint8Array {
  const decoded = decodeFrame(Uint8Array.from(Buffer.from(CAPTURED, 'hex')));
  if (!decoded.ok) throw new Error(`the captured frame is refused: ${decoded.refusal}`);
  return encodeFrame({ ...decoded.frame, serial });
}

const inverter = house.inverters[0]!.serial;
const detailPath = `/pvPlant/detail?id=${house.sid}`;
const tokenOf = async (email: string) => {
  const context = await newContext();
  const token = await signIn(context, email);
  await context.close();
  return token;
};

/** Somebody who installs plants for a company of another distributor. */
async function makeRival(): Promise<string> {
  const admin = await tokenOf('admin@demo.test');
  const { list } = await callApi(user.companyList, { filters: { keywords: 'Roofs and Rays' } }, admin);
  const email = 'rival@demo.test';
  await callApi(
    user.create,
    {
      email,
      password: 'helioport-demo',
      groupId: 4,
      companyId: list[0]!.companyId,
      contactPerson: 'Rhea Vale',
    },
    admin,
  );
  return email;
}

afterAll(closeBrowser);

describe('the thread', () => {
  let rivalMail: string;
  beforeAll(async () => {
    rivalMail = await makeRival();
  });

  it('brings the watts of an inverter to its owner within ten seconds, and never to another company', async () => {
    const owner = await pageOf('owner@demo.test');
    await owner.goto(detailPath);
    await owner.getByRole('heading', { level: 1, name: house.name }).waitFor();
    await owner.evaluate(() => Object.assign(globalThis, { wasHereBefore: true }));
    const list = await owner.context().newPage();
    await list.goto('/pvPlant');
    await list.getByRole('link', { name: house.name }).waitFor();

    const rival = await pageOf(rivalMail);
    await rival.goto('/pvPlant');
    await rival.getByRole('heading', { level: 1 }).waitFor();
    const heardByRival = listen(await signIn(rival.context(), rivalMail));

    const answer = await postAsDevice(captured(inverter));
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n\d{14}$/);

    const soon = { timeout: 10_000 };
    await owner.locator('.hp-figure-main', { hasText: WATTS }).first().waitFor(soon);
    await list.getByRole('article').filter({ hasText: house.name }).getByText(WATTS).waitFor(soon);
    expect(await owner.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true);
    await picture(owner, 'plant');

    // The rival has a page of his own plants, and nothing of this one.
    expect(await rival.locator('body').innerText()).not.toContain(house.name);
    await rival.goto(detailPath);
    await rival.getByRole('alert').waitFor();
    expect(await rival.locator('body').innerText()).not.toContain(house.name);
    const token = await signIn(rival.context(), rivalMail);
    const sites = await callApi(site.listWithSN, { page: { size: 1000, num: 0 } }, token);
    expect(sites.list.length).toBeGreaterThan(0);
    expect(JSON.stringify(sites)).not.toContain(house.sid);
    expect(JSON.stringify(sites)).not.toContain(inverter);
    await expect(callApi(device.detail, { sn: inverter }, token)).rejects.toThrow();
    expect(await heardByRival.stop()).not.toContain(house.sid);
    await owner.context().close();
    await rival.context().close();
  });
});

/** Reads the live feed of a token until stopped, and gives all that it said. */
function listen(token: string): { stop: () => Promise<string> } {
  const ending = new AbortController();
  let heard = '';
  const reading = (async () => {
    const response = await fetch(`${productUrl()}/live`, {
      headers: { authorization: token },
      signal: ending.signal,
    });
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) heard += decoder.decode(piece, { stream: true });
  })().catch(() => undefined);
  return {
    stop: async () => {
      ending.abort();
      await reading;
      return heard;
    },
  };
}

describe('the plant list', () => {
  it('finds a plant by a serial number and leads to it', async () => {
    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    await picture(page, 'plants');
    await page.getByRole('searchbox').fill(inverter);
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('q')).toBe(inverter);
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: house.name }).click();
    await page.getByRole('heading', { level: 1, name: house.name }).waitFor();
    await page.goBack();
    expect(await page.getByRole('searchbox').inputValue()).toBe(inverter);
    await page.context().close();
  });

  it('says why it is empty and lets the reader go back', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant?q=no-plant-is-called-this');
    await page.getByText('No plant matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: house.name }).waitFor();
    await page.context().close();
  });

  it('filters by a status, which stays in the address', async () => {
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: /^Uncommissioned/ }).click();
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Ferme des Tilleuls' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.context().close();
  });

  it('shows the plants on a map, and beside it as a list for the keyboard', async () => {
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant?view=map');
    await page.getByText(/^(\d+) of \1 plants in view$/).waitFor();
    await page.locator('.hp-pin-one').first().waitFor();
    await page.locator('.hp-map-land').first().waitFor({ state: 'attached' });
    await picture(page, 'map');
    const link = page.getByRole('region', { name: 'Plants in view' }).getByRole('link', { name: house.name });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: house.name }).waitFor();
    await page.context().close();
  });

  it('exports what is filtered', async () => {
    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant?q=molen');
    await page.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const text = await textOf(await download.createReadStream());
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(2);
    expect(text).toContain('De Molenhoeve');
    await page.context().close();
  });
});

/** The cells of a line of a CSV file. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/** The line of an exported file that names a plant, by the heads of its columns. */
async function csvRow(page: Page, name: string): Promise<Record<string, string>> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).first().click(),
  ]);
  const [head = '', ...lines] = (await textOf(await download.createReadStream())).trim().split('\r\n');
  const cells = cellsOf(lines.find((line) => line.includes(name)) ?? '');
  return Object.fromEntries(cellsOf(head.replace('\ufeff', '')).map((title, i) => [title, cells[i] ?? '']));
}

describe('what is true now', () => {
  it('shows an owner a card per plant, whether all is well first', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant');
    const card = page.getByRole('article').filter({ hasText: 'Ferienhaus Chiemsee' });
    await card.locator('.hp-verdict').waitFor();
    await card.locator('.hp-sparkline').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'owner-start');
    await card.getByRole('link', { name: 'Ferienhaus Chiemsee' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ferienhaus Chiemsee' }).waitFor();
    await page.context().close();
  });

  it('says the same of a sleeping plant in list, chips, map, devices and file', async () => {
    const token = await tokenOf('admin@demo.test');
    // Somewhere in the demo world it is always night.
    const { list } = await vi.waitFor(
      async () => {
        const answer = await callApi(site.listWithSN, { filters: { state: 'asleep' } }, token);
        if (answer.total === 0) throw new Error('the history is still being written');
        return answer;
      },
      { timeout: 60_000, interval: 1000 },
    );
    const plant = list[0]!;
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('button', { name: /^Asleep/ }).click();
    await page.waitForURL(/state=asleep/);
    const row = page.getByRole('row', { name: plant.siteName });
    await row.getByText(/Asleep/).waitFor();
    await row.getByText('0 W', { exact: true }).waitFor();
    await page.locator('.hp-fleet').getByText('0 W', { exact: true }).waitFor();
    expect(await csvRow(page, plant.siteName)).toMatchObject({ Status: 'Asleep', 'Now (W)': '0' });
    await page.goto('/pvPlant?view=map&state=asleep');
    const item = page.locator('.hp-map-item', { hasText: plant.siteName });
    await item.getByText('Asleep').waitFor();
    await item.getByText('0 W', { exact: true }).waitFor();
    await page.goto(`/pvPlant/detail?id=${plant.sid}`);
    await page
      .locator('.hp-plant-facts')
      .getByText(/Asleep/)
      .waitFor();
    const producer = plant.sn.find(({ state }) => state === 'asleep')!;
    const device = page.getByRole('row', { name: producer.sn });
    await device.getByText('Asleep').waitFor();
    await device.getByText('0 W', { exact: true }).waitFor();
    await page.context().close();
  });

  it('shows dashes and the way to connect for a plant that has never reported, no zeros', async () => {
    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant');
    const row = page.getByRole('row', { name: 'Ferme des Tilleuls' });
    await row.getByText('Not connected yet').waitFor();
    expect(await row.innerText()).not.toMatch(/\b0 W/);
    await row.getByRole('link', { name: 'Ferme des Tilleuls' }).click();
    await page.getByRole('heading', { level: 2, name: 'Connect your inverter' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).not.toMatch(/\b0 W|€0\.00|barrels/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'uncommissioned');
    await page.context().close();
  });

  it('balances the day of a metered plant so that nothing is missing', async () => {
    const page = await pageOf('owner@demo.test');
    // Of the plant: two days of history are all that there is.
    const yesterday = addDays(localDay(Date.now(), 'Europe/Berlin'), -1);
    await page.goto(`/pvPlant/detail?id=DE_20231120_Fg1h&day=${yesterday}`);
    const balance = page.getByRole('region', { name: 'Balance of the day' });
    await balance.waitFor();
    for (const sum of await balance.locator('> div').all()) {
      const [total = 0, ...parts] = (await sum.locator('b').allInnerTexts()).map((text) =>
        Number.parseFloat(text),
      );
      expect(parts.reduce((all, part) => all + part, 0)).toBeCloseTo(total, 6);
    }
    await page.context().close();
  });
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.toString('utf8');
  return text;
}

describe('one plant', () => {
  it('keeps tab and day in the address', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto(detailPath);
    await page.getByRole('button', { name: 'Day before' }).click();
    await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
    await page.getByRole('tab', { name: 'Energy' }).click();
    await page.getByRole('heading', { level: 2, name: 'Energy' }).waitFor();
    await page.getByText('Months', { exact: true }).click();
    await page.waitForURL(/by=months/);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Power over the day' }).waitFor();
    expect(page.url()).toMatch(/day=/);
    await page.context().close();
  });

  it('lists 500 modules in order of their performance', async () => {
    const page = await pageOf('admin@demo.test');
    await page.goto('/pvPlant/detail?id=ES_20220607_Qr2d&tab=modules&show=table');
    await page.getByText('1–20 of 500').waitFor();
    await page.getByRole('columnheader', { name: 'Total' }).click();
    await page.waitForURL(/sort=total/);
    await page.getByRole('searchbox').fill('86D50003');
    await page.getByText('1–4 of 4').waitFor();
    await picture(page, 'modules');
    await page.context().close();
  });

  it('tells a screen reader what flows', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant/detail?id=DE_20231120_Fg1h');
    const flow = page.getByRole('img', { name: /The panels give .* The house uses .* battery/ });
    await flow.waitFor();
    await page.context().close();
  });
});

describe('serials without a plant', () => {
  it('are listed with what they send, and bring their history along when they are claimed', async () => {
    const serial = '7E57AB01';
    await postAsDevice(captured(serial));
    const page = await pageOf('admin@demo.test');
    await page.goto('/noRegGatewayList');
    const row = page.getByRole('row', { name: serial });
    await row.getByText(WATTS).waitFor();
    await picture(page, 'unregistered');
    await row.getByRole('button', { name: 'Claim' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the one report kept so far').waitFor();
    await dialog.getByLabel('Plant').click();
    await page.keyboard.type('Gartenlaube');
    await page.getByTitle(/Gartenlaube Havelblick/).click();
    await dialog.getByRole('button', { name: 'Claim' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gartenlaube Havelblick' }).waitFor();
    await page.getByRole('row', { name: serial }).getByText(WATTS).waitFor();
    await page.context().close();
  });
});

describe('everybody', () => {
  const places: readonly [string, string][] = [
    ['plants', '/pvPlant'],
    ['map', '/pvPlant?view=map'],
    ['plant', '/pvPlant/detail?id=DE_20231120_Fg1h'],
    ['plant-energy', '/pvPlant/detail?id=DE_20231120_Fg1h&tab=energy'],
    ['plant-modules', '/pvPlant/detail?id=DE_20231120_Fg1h&tab=modules'],
    ['unregistered', '/noRegGatewayList'],
  ];
  const looks: readonly [string, Look][] = [
    ['wide-light', { width: 1440, scheme: 'light' }],
    ['wide-dark', { width: 1440, scheme: 'dark' }],
    ['phone-light', { width: 360, height: 780, scheme: 'light' }],
    ['phone-dark', { width: 390, height: 844, scheme: 'dark' }],
  ];

  it.each(looks)('can read every screen: %s', async (name, look) => {
    const page = await pageOf('admin@demo.test', look);
    for (const [place, path] of places) {
      await page.goto(path);
      await settled(page);
      expect(await accessibilityFindings(page), `${place} ${name}`).toEqual([]);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, `${place} ${name} scrolls sideways`).toBeLessThanOrEqual(0);
      await picture(page, `${place}-${name}`);
    }
    await page.context().close();
  });
});

/** Resolves when the screen has its data: no skeleton is left. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.hp-bones').first().waitFor({ state: 'detached' });
}
