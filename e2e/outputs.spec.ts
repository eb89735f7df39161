// Stories of outputs: the maintenance calendar of a user, the widget of a public plant, and forwarding on system health.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { token as tokens } from '@helioport/contract/token';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  newContext,
  pageOf,
  picture,
  productUrl,
} from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';

beforeEach(async () => {
  // An earlier try may have left an address.
  await callApi(tokens.calendarRevoke, {}, await tokenOf(INSTALLER)).catch((error: Error) => {
    if (!error.message.includes(' 4074 ')) throw error;
  });
});
afterAll(closePages);

it('creates the address of a calendar, shown once, which works until it is revoked', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto('/ucenter/account?tab=tokens');
  await page.getByRole('button', { name: 'Create address' }).click();
  const calendar = page.locator('.hp-calendar').first();
  await calendar.getByText('The address is shown only now.', { exact: false }).waitFor();
  const address = /http:\S+\/calendar\/[\w-]{43}\.ics/.exec(await calendar.innerText())?.[0] ?? '';
  const answer = await fetch(address);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')]);
  await calendar.scrollIntoViewIfNeeded();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'calendar');

  await page.reload();
  await page.getByRole('button', { name: 'Revoke address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke address' }).click();
  await page.getByRole('button', { name: 'Create address' }).waitFor();
  expect((await fetch(address)).status).toBe(404);
  await page.context().close();
});

it('shows the calendar on a phone in the dark', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto('/ucenter/account?tab=tokens');
  await page.getByRole('button', { name: 'Create address' }).click();
  const calendar = page.locator('.hp-calendar').first();
  await calendar.getByText('The address is shown only now.', { exact: false }).waitFor();
  await calendar.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'calendar-phone-dark');
  await page.context().close();
});

it('shows a public plant in a frame of another site', async () => {
  const token = await tokenOf(INSTALLER);
  const [plant] = (await callApi(site.listWithSN, {}, token)).list;
  const sid = plant!.sid;
  const blocks = ['now', 'today', 'verdict'] as const;
  await callApi(site.publicPageSet, { sid, title: 'Sun of our school', blocks: [...blocks] }, token);
  for (const [width, scheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await pageOf(INSTALLER, { width, scheme });
    await page.goto(`/pvPlant/edit?id=${sid}`);
    if (width < 640) await page.getByRole('button', { name: 'Public page' }).click();
    const widget = page.locator('.hp-public-widget');
    await widget.scrollIntoViewIfNeeded();
    await page.frameLocator('.hp-public-widget iframe').getByText('Current power').waitFor();
    await picture(page, `settings-widget-${width}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  }

  const { token: address } = await callApi(site.publicPage, { sid }, token);
  const context = await newContext({ width: 390, height: 320 });
  const elsewhere = await context.newPage();
  const code = `<iframe src="${productUrl()}/embed/${address}?lang=de&theme=dark" title="PV" width="320" height="240"></iframe>`;
  // Another port is another origin.
  const school = http.createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>School</title>${code}`),
  );
  await new Promise<void>((resolve) => school.listen(0, '127.0.0.1', resolve));
  await elsewhere.goto(`http://127.0.0.1:${(school.address() as AddressInfo).port}/`);
  const frame = elsewhere.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Sun of our school' }).waitFor();
  await frame.getByText('Aktuelle Leistung').waitFor();
  await picture(elsewhere, 'widget-dark');
  await elsewhere.goto(`${productUrl()}/embed/${address}`);
  expect(await accessibilityFindings(elsewhere)).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await picture(elsewhere, 'widget');
  await context.close();
  school.close();
  await callApi(site.publicPageSet, { sid, isOn: false, blocks: [] }, token);
});

it('shows why frames are not forwarded', async () => {
  const page = await pageOf('admin@demo.test');
  await page.route(`**/${overview.health.path}`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const now = Date.now();
    body.data.concerns = ['upstream'];
    body.data.upstream = {
      host: 'www.nepviewer.net',
      queued: 42,
      oldestAt: now - 3_600_000,
      sent: 12_345,
      dropped: 3,
      sentAt: now - 3_700_000,
      failure: { since: now - 3_600_000, reason: 'self', status: null },
    };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/health');
  const panel = page.getByText('The name resolves to this portal. Set UPSTREAM_DNS.');
  await panel.scrollIntoViewIfNeeded();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'health-upstream');
  await page.context().close();
});
