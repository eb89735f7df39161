// Plants: from an inverter's bytes to the owner's screen, and what users do with plants there.
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { house } from '@helioport/demo/plantsOwner';
import { decodeFrame, encodeFrame } from '@helioport/protocol/nep/frame';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  checkEveryLook,
  closePages,
  freshSerial,
  pageOf,
  picture,
  postAsDevice,
  productUrl,
  signIn,
} from './fixtures.ts';
import { tokenOf } from './people.ts';

/** A frame of a BDM-2250 as captured in Brazil: 1,512.6 W on four inputs. */
const CAPTURED =
  '793e00401400000f0f0f0f00003400ffffffff0100a186000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233a6a30';
const WATTS = '1.51 kW';

/** The captured bytes with another serial number, and the checksums that such an inverter would send. */
function captured(serial: string): Uint8Array {
  const decoded = decodeFrame(Uint8Array.from(Buffer.from(CAPTURED, 'hex')));
  if (!decoded.ok) throw new Error(`the captured frame is refused: ${decoded.refusal}`);
  return encodeFrame({ ...decoded.frame, serial });
}

const inverter = house.inverters[0]!.serial;
const detailPath = `/pvPlant/detail?id=${house.sid}`;

/** An installer in a company of another distributor. */
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

afterAll(closePages);

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
    const rivalStream = listen(await signIn(rival.context(), rivalMail));

    const answer = await postAsDevice(captured(inverter));
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n\d{14}$/);

    await owner.locator('.hp-figure-main', { hasText: WATTS }).first().waitFor();
    await list.getByRole('article').filter({ hasText: house.name }).getByText(WATTS).waitFor();
    expect(await owner.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true);
    await picture(owner, 'plant');

    // The other installer sees only their own plants.
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
    expect(await rivalStream.stop()).not.toContain(house.sid);
    await owner.context().close();
    await rival.context().close();
  });
});

/** Reads the event stream of a token until stopped, and returns everything received. */
function listen(token: string): { stop: () => Promise<string> } {
  const ending = new AbortController();
  let received = '';
  const reading = (async () => {
    const response = await fetch(`${productUrl()}/live`, {
      headers: { authorization: token },
      signal: ending.signal,
    });
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) received += decoder.decode(piece, { stream: true });
  })().catch(() => undefined);
  return {
    stop: async () => {
      ending.abort();
      await reading;
      return received;
    },
  };
}

describe('one plant', () => {
  it('keeps tab and day in the address', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto(detailPath);
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
    await page.getByRole('tab', { name: 'Energy' }).click();
    await page.getByRole('heading', { level: 2, name: 'Energy' }).waitFor();
    await page.getByRole('group', { name: 'Period' }).getByText('Year', { exact: true }).click();
    await page.waitForURL(/by=months/);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Daily power curve' }).waitFor();
    expect(page.url()).toMatch(/day=/);
    await page.context().close();
  });

  it('has tabs that the arrow keys walk and Enter opens, the open one in sight on a phone', async () => {
    const page = await pageOf('owner@demo.test', { width: 390, height: 844 });
    await page.goto(detailPath);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const isFocused = (name: string) => tab(name).evaluate((one) => one === document.activeElement);
    await tab('Overview').focus();
    await page.keyboard.press('ArrowRight');
    expect(await isFocused('Energy')).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect(await isFocused('Events')).toBe(true);
    expect(await tab('Overview').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/tab=events/);
    expect(await isFocused('Events')).toBe(true);
    const panel = page.getByRole('tabpanel', { name: 'Events' });
    await panel.getByRole('combobox').first().waitFor();
    // One stop for the Tab key: the next is in the tab that is open.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role="tabpanel"]') !== null)).toBe(
      true,
    );
    await page.reload();
    await panel.waitFor();
    const { x = -1, width = 0 } = (await tab('Events').boundingBox()) ?? {};
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
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
    const flow = page.getByRole('img', { name: /The modules produce .* The home consumes .* battery/ });
    await flow.waitFor();
    await page.context().close();
  });
});

describe('serials without a plant', () => {
  it('are listed with what they send, and bring their history along when they are claimed', async () => {
    const serial = freshSerial();
    await postAsDevice(captured(serial));
    const page = await pageOf('admin@demo.test', { timeZone: 'Asia/Tokyo' });
    await page.goto('/noRegGatewayList');
    const row = page.getByRole('row', { name: serial });
    await row.getByText(WATTS).waitFor();
    await picture(page, 'unregistered');
    await row.getByRole('link', { name: serial }).click();
    await page.getByRole('heading', { level: 1, name: serial }).waitFor();
    await page.getByText('Not listed').waitFor();
    const frames = page.getByRole('table', { name: 'Raw frames' });
    await frames.getByText('Valid').waitFor();
    // The reader's time, with UTC on hover.
    const received = frames.locator('time');
    expect(await received.innerText()).toMatch(/GMT\+9$/);
    expect(await received.getAttribute('title')).toMatch(/UTC$/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goBack();
    await row.getByRole('button', { name: 'Claim' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the one stored reading').waitFor();
    await dialog.getByLabel('Plant').click();
    await page.keyboard.type('Gartenlaube');
    await page.getByRole('option').filter({ hasText: 'Gartenlaube Havelblick' }).click();
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
  it.each(places)('can read every screen: %s', async (place, path) => {
    const page = await pageOf('admin@demo.test');
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkEveryLook(page, place, place);
    await page.context().close();
  });

  it('fits on the smallest phones', async () => {
    const page = await pageOf('admin@demo.test', { width: 360, height: 780 });
    for (const [place, path] of places) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.hp-bones').first().waitFor({ state: 'detached' });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, `${place} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
});
