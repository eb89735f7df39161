// Energy of a plant over any period, compared with other periods and days, and its value in money.
import { site } from '@helioport/contract/site';
import { addDays, localDay, wallClock } from '@helioport/domain/periods';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture, signIn } from './fixtures.ts';

const INSTALLER = 'installer@demo.test';
const OWNER = 'owner@demo.test';
/** The lakeside plant, with meter and battery. */
const LAKE = 'DE_20231120_Fg1h';

afterAll(closePages);

describe('the prices of a plant', () => {
  it('are one number until somebody opens the hours of the day, and a new one leaves the old in place', async () => {
    const page = await pageOf(INSTALLER);
    const token = await signIn(page.context(), INSTALLER);
    const plant = { siteName: 'Prices', countryCode: 'DE', timezone: 'Europe/Berlin', electricityPrice: 0.3 };
    const { sid } = await callApi(site.createFast, plant, token);
    await page.goto(`/pvPlant/edit?id=${sid}`);
    await page.getByRole('button', { name: 'Add time-of-use prices' }).click();
    await page.getByLabel('Price in this window').fill('0,19');
    await page.getByRole('button', { name: 'Add time window' }).click();
    await page.getByRole('group', { name: 'Time window 2' }).getByLabel('From').selectOption('05:45');
    await page.getByRole('group', { name: 'Time window 2' }).getByLabel('Price in this window').fill('0,42');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Overlaps with time window 1').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('group', { name: 'Time window 2' }).getByLabel('From').selectOption('17:00');
    await page.getByRole('group', { name: 'Time window 2' }).getByLabel('To').selectOption('20:00');
    for (const day of ['Sat', 'Sun'])
      await page.getByRole('group', { name: 'Time window 2' }).getByLabel(day).uncheck();
    await page.getByRole('button', { name: 'Add tariff' }).click();
    await page.getByLabel('Feed-in price per kWh').last().fill('0,08');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Plant updated').waitFor();
    const { prices } = await callApi(site.detail, { sid }, token);
    const bands = [
      { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00', price: 0.19 },
      { days: [1, 2, 3, 4, 5], from: '17:00', to: '20:00', price: 0.42 },
    ];
    expect(prices).toMatchObject([
      { from: '', price: 0.3, exportPrice: null, bands },
      { price: 0.3, exportPrice: 0.08, bands },
    ]);
    await page.context().close();
  });
});

describe('the energy of a plant', () => {
  it('opens a day from its month, lays another over it, and goes back to the month', async () => {
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy&versus=before`);
    await page
      .getByText('Change: ')
      .or(page.getByText(/^Production, /).first())
      .first()
      .waitFor();
    const month = page.url();
    await page.getByText('Best day').locator('..').getByRole('button').click();
    await page.getByText('Clear sky').first().waitFor();
    const [, day = ''] = /day=([\d-]+)/.exec(page.url()) ?? [];
    const before = new Date(Date.parse(day || new Date().toISOString().slice(0, 10)) - 86_400_000);
    const [year, ofYear, ofMonth] = before.toISOString().slice(0, 10).split('-');
    await page.getByLabel('Overlay another day').fill(`${ofYear}/${ofMonth}/${year}`);
    await page.getByLabel('Overlay another day').press('Enter');
    await page.getByTitle(/^Remove /).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goBack();
    await page.waitForURL(month);
    await page.getByText('Best day').waitFor();
    await page.getByRole('group', { name: 'Period' }).getByText('Day', { exact: true }).click();
    await page.getByRole('button', { name: 'Previous period' }).click();
    await page.getByText('Overlay another day').waitFor();
    await page.context().close();
  });

  it('has the first day with data where the other period has none', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy&by=days&versus=year`);
    const figure = page.locator('.hp-figure').filter({ hasText: /^Production, \w+ 20\d\d/ });
    await figure.getByText(/^data since \w+ \d+, 20\d\d$/).waitFor();
    await page.context().close();
  });

  it('stands next to another period as pale bars or a pale curve, and says which', async () => {
    const page = await pageOf(OWNER);
    const ghost = page.locator('.hp-chart-legend .hp-chart-ghost');
    const views = [
      ['power', 'before', /^Production, \w+, \w+ \d+, 20\d\d$/],
      ['hours', 'before', /^Production, \w+, \w+ \d+, 20\d\d$/],
      ['days', 'before', /^Production, \w+ 20\d\d$/],
      ['months', 'before', /^Production, 20\d\d$/],
      ['years', 'year', /^Previous year$/],
    ] as const;
    for (const [by, versus, name] of views) {
      await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy&by=${by}&versus=${versus}`);
      await page.locator('.hp-chart-legend').getByRole('button', { name }).waitFor();
      expect(await ghost.count(), by).toBe(1);
      expect(await page.getByRole('combobox', { name: 'Compare with' }).inputValue()).toBe('before');
      await page.locator('.hp-chart-canvas canvas').first().waitFor();
      const box = (await page.locator('.hp-chart-canvas').first().boundingBox())!;
      const tip = page.locator('.hp-chart-tip');
      // The chart may be drawn again while it loads.
      await expect
        .poll(async () => {
          await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
          await page.mouse.move(box.x + box.width / 3 + 4, box.y + box.height / 2);
          return (await tip.count()) === 0 ? [] : (await tip.first().innerText()).split(/\n|\t/);
        })
        .toContainEqual(expect.stringMatching(new RegExp(name.source.replace('$', ''))));
      await picture(page, `compared-${by}`);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy&by=days&versus=before`);
    await ghost.waitFor();
    await picture(page, 'compared-phone');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('is compared with the same hours of an earlier day while the day runs, as a curve and by hours', async () => {
    // One of them is between 11:00 and 17:00 at any time.
    const zones = {
      AU_20240115_Hw5J: 'Australia/Lord_Howe',
      JP_20250620_Yu3b: 'Asia/Tokyo',
      NP_20241002_Zc6y: 'Asia/Kathmandu',
      KE_20230705_Ge9a: 'Africa/Nairobi',
      BR_20260323_Tn8e: 'America/Sao_Paulo',
      US_20250211_Kp4s: 'America/Phoenix',
    };
    const hourIn = (zone: string) => wallClock(Date.now(), zone).hour;
    const noons = Object.entries(zones).filter(([, zone]) => hourIn(zone) >= 11 && hourIn(zone) < 17);
    const [sid, zone] = noons.sort(([, a], [, b]) => hourIn(a) - hourIn(b))[0]!;
    const page = await pageOf('admin@demo.test');
    const token = await signIn(page.context(), 'admin@demo.test');
    const today = localDay(Date.now(), zone);
    const hoursOf = async (day: string) => {
      const { series } = await callApi(site.statisticsEcharts, { types: 2, sid, date: day }, token);
      const made = series.filter(({ key }) => key === 'production').map(({ data }) => data);
      return made[0]?.map((_, i) => made.reduce((sum, hours) => sum + (hours[i] ?? 0), 0)) ?? [];
    };
    await expect
      .poll(async () => (await hoursOf(addDays(today, -1))).reduce((sum, kwh) => sum + kwh, 0))
      .toBeGreaterThan(1);
    for (const by of ['power', 'hours']) {
      const hour = hourIn(zone);
      await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&by=${by}&versus=before`);
      const text = await page.getByText(/in the same hours$/).innerText();
      if (hourIn(zone) !== hour) continue;
      const complete = (kwh: number[]) => kwh.slice(0, hour).reduce((sum, one) => sum + one, 0);
      const [before, now] = [complete(await hoursOf(addDays(today, -1))), complete(await hoursOf(today))];
      const pattern =
        /^[+-]?\d+% until (\d+):00: ([\d.]+)\skWh compared with ([\d.]+)\skWh in the same hours$/;
      expect(text).toMatch(pattern);
      const [, until, made, other] = pattern.exec(text) ?? [];
      expect([by, Number(until)]).toEqual([by, hour]);
      expect(Math.abs(Number(made) - now), text).toBeLessThan(0.1);
      expect(Math.abs(Number(other) - before), text).toBeLessThan(0.1);
      await picture(page, `same-hours-${by}`);
    }
    await page.context().close();
  });

  it('lies beside a clear sky, plane by plane, with shares in the table, and says why there is none', async () => {
    const page = await pageOf(INSTALLER);
    const token = await signIn(page.context(), INSTALLER);
    await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy`);
    await page.getByLabel('Compare with').selectOption({ label: 'Clear sky' });
    await page.getByText(/The dashed line shows what the plant in its current configuration/).waitFor();
    await page.getByText(/^\d+% of clear sky$/).waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'By array' });
    await page
      .getByRole('columnheader', { name: /: clear-sky ratio \(%\)$/ })
      .first()
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const nowhere = { siteName: 'Nowhere', countryCode: 'DE', timezone: 'Europe/Berlin' };
    const { sid } = await callApi(site.createFast, nowhere, token);
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&versus=sky`);
    await page
      .getByText(/Clear-sky comparison is unavailable because the plant’s location is not set/)
      .waitFor();
    await page.context().close();
  });

  it('has one switch: every period shows its one figure, arrows step by its length, dates can be typed', async () => {
    const page = await pageOf(OWNER, { locale: 'de-DE' });
    await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy&language=gb`);
    const periods = page.getByRole('group', { name: 'Period' });
    const figure = page.locator('.hp-figure-main b');
    for (const [name, before] of [
      ['Day', /day=/],
      ['Week', /by=week.*day=|day=.*by=week/],
      ['Month', /month=/],
      ['Year', /year=/],
    ] as const) {
      await periods.getByText(name, { exact: true }).click();
      await expect.poll(() => figure.innerText()).toMatch(/\d/);
      await page.getByRole('button', { name: 'Previous period' }).click();
      await expect.poll(() => page.url()).toMatch(before);
      await page.getByRole('button', { name: 'Next period' }).click();
      await page.getByRole('button', { name: 'Next period', disabled: true }).waitFor();
    }
    await periods.getByText('Lifetime', { exact: true }).click();
    await expect.poll(() => figure.innerText()).toMatch(/[1-9]/);
    await page.getByRole('button', { name: 'Previous period' }).waitFor({ state: 'detached' });
    await periods.getByText('Custom', { exact: true }).click();
    await page.getByLabel('From', { exact: true }).fill('02/01/2026');
    await page.getByLabel('From', { exact: true }).press('Enter');
    await page.getByLabel('To', { exact: true }).fill('11/01/2026');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await page.waitForURL(/from=2026-01-02&to=2026-01-11|to=2026-01-11.*from=2026-01-02/);
    await page.getByRole('button', { name: 'Previous period' }).click();
    await page.waitForURL(/from=2025-12-23/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('says how own use comes about, and stays readable on a phone in the dark', async () => {
    const page = await pageOf(OWNER, { width: 390, scheme: 'dark' });
    await page.goto(`/pvPlant/detail?id=${LAKE}&tab=energy&of=device`);
    await page.getByText('of production').click();
    await page.getByText(/produced − .* exported/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    await page.context().close();
  });
});
