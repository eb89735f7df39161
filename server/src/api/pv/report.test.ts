import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { languages } from '@helioport/domain/languages';
import { dayBounds } from '@helioport/domain/periods';
import type { ReportPeriod } from '@helioport/domain/reportSpans';
import { formatEnergy, formatMoney } from '@helioport/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { lastMailTo, mailsTo } from '../../../test/outbox.ts';
import { inTransaction } from '../../platform/db.ts';
import { endUrlOf } from '../../queries/report/endLink.ts';
import { shareSite } from '../../repositories/shares.ts';

// 10:00 on December 2, a Wednesday, in Berlin.
const NOW = Date.UTC(2026, 11, 2, 9);
const HOSTILE = '<img src=x onerror="1"> & Söhne 屋顶';

let app: TestApp;
let owner: Caller;
let viewer: Caller;
let otherUser: Caller;
let sid = '';
let ids = { site: 0, first: 0, second: 0 };

beforeAll(async () => {
  app = await startTestApp({ now: NOW, env: { PUBLIC_URL: 'https://portal.test' } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: viewerId } = await makeUser(tx, { email: 'viewer@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    const made = await makeSite(tx, { ownerId, name: HOSTILE });
    await shareSite(tx, made.id, viewerId, false);
    sid = made.sid;
    const first = await makeDevice(tx, made.id, { alias: 'Dach' });
    const second = await makeDevice(tx, made.id);
    ids = { site: made.id, first: first.id, second: second.id };
    const days = (wh: number, count: number) => Array.from({ length: count }, (_, i) => wh + i);
    // From October 2025 on: every November is whole.
    await makeDays(tx, { id: first.id, siteId: made.id }, '2025-10-01', days(1_000, 427));
    await makeDays(tx, { id: second.id, siteId: made.id }, '2025-10-01', days(2_000.4, 427));
  });
  owner = await app.as('owner@make.test');
  viewer = await app.as('viewer@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

/** Values of a plain-text report, from its lines `label: value`. */
const linesOf = (text: string) =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [label, ...rest] = line.split(': ');
      return label !== undefined && rest.length > 0 ? [[label, rest.join(': ')] as const] : [];
    }),
  );
const kwhText = (kwh: string | number) => formatEnergy(Number(kwh) * 1000, 'en-US').text;

describe('v1/pv/report/view', () => {
  const periods: readonly { period: ReportPeriod; types: number; date: string }[] = [
    { period: 'daily', types: 1, date: '2026-11-20' },
    { period: 'yesterday', types: 1, date: '2026-12-01' },
    { period: 'monthly', types: 2, date: '2026-11-20' },
    { period: 'lastMonth', types: 2, date: '2026-11-01' },
    { period: 'thisMonth', types: 2, date: '2026-12-01' },
    { period: 'yearly', types: 3, date: '2025-05-05' },
  ];

  it('has the energy and the money of the screen, for every period that the screen knows', async () => {
    for (const { period, types, date } of periods) {
      const shown = await owner.call(site.statisticsDate, { sid, types, date });
      const { text } = await owner.call(pv.reportView, { sid, period, date });
      const lines = linesOf(text);
      expect(lines.get('Produced')?.split(' (')[0], period).toBe(kwhText(shown.power));
      expect(lines.get('Value'), period).toBe(
        formatMoney(Number(shown.economic), shown.economicUnit, 'en-US'),
      );
    }
  });

  it('has the bars and the devices of the screen', async () => {
    const chart = await owner.call(site.statisticsEcharts, {
      sid,
      types: 3,
      rangeDate: '2026-11-01~2026-11-30',
    });
    const { text } = await owner.call(pv.reportView, { sid, period: 'monthly' });
    const lines = linesOf(text);
    const day = chart.series.reduce((sum, one) => sum + (one.data[6] ?? 0), 0);
    expect(lines.get('November 7, 2026')).toBe(kwhText(day));
    for (const series of chart.series) {
      const made = series.data.reduce<number>((sum, value) => sum + (value ?? 0), 0);
      const [, line] = [...lines].find(([label]) => label.endsWith(series.name)) ?? [];
      expect(line).toContain(kwhText(made));
    }
  });

  it('has the hours of the screen, in which a gap is a gap', async () => {
    const day = dayBounds('2026-12-01', 'Europe/Berlin').startMs;
    for (const [deviceId, hour, wh] of [
      [ids.first, 9, 400.26],
      [ids.second, 9, 700.26],
      [ids.first, 11, 0],
    ] as const)
      await sql`
        insert into device_hour (site_id, device_id, hour_at, energy_wh)
        values (${ids.site}, ${deviceId}, ${new Date(day + hour * 3_600_000)}, ${wh})`.execute(
        app.database.db,
      );
    const chart = await owner.call(site.statisticsEcharts, { sid, types: 2, date: '2026-12-01' });
    const { text } = await owner.call(pv.reportView, { sid, period: 'yesterday' });
    const lines = linesOf(text);
    for (const [i, label] of chart.xAxisData.entries()) {
      const known = chart.series.flatMap(({ data }) => data[i] ?? []);
      expect(lines.get(label), label).toBe(known.length === 0 ? '–' : kwhText(known.reduce((a, b) => a + b)));
    }
    expect([lines.get('10:00'), lines.get('11:00')]).toEqual(['–', kwhText(0)]);
    const hour = await owner.call(pv.reportView, { sid, period: 'hour', date: '2026-12-01', hour: 9 });
    expect(hour.text).toContain(`${kwhText(1.101)} produced.`);
    const gap = await owner.call(pv.reportView, { sid, period: 'hour', date: '2026-12-01', hour: 10 });
    expect(gap.text).toContain('No data for this period.');
  });

  it('has the money of the screen where each day has prices of its own, and none for an hour of them', async () => {
    const { db } = app.database;
    await sql`update site_day set worth = energy_wh * 0.00123 where site_id = ${ids.site}`.execute(db);
    const shown = await owner.call(site.statisticsDate, { sid, types: 2, date: '2026-11-20' });
    const { text } = await owner.call(pv.reportView, { sid, period: 'monthly' });
    expect(linesOf(text).get('Value')).toBe(formatMoney(Number(shown.economic), 'EUR', 'en-US'));
    const hour = await owner.call(pv.reportView, { sid, period: 'hour', date: '2026-12-01', hour: 9 });
    expect(hour.text).not.toContain('Value');
    await sql`update site_day set worth = null where site_id = ${ids.site}`.execute(db);
  });

  it('says first how it was, beside what is like it', async () => {
    const { text } = await owner.call(pv.reportView, { sid, period: 'monthly' });
    // 30 days from 1,396 Wh compared with 30 from 1,031 Wh, and the same for the second inverter.
    const sum = (from: number) =>
      Array.from({ length: 30 }, (_, i) => 3_000.4 + 2 * (from + i)).reduce((a, b) => a + b);
    const share = Math.round((sum(396) / sum(31) - 1) * 100);
    expect(text).toContain(`${kwhText(sum(396) / 1000)}, ${share}% above November 2025.`);
    const running = await owner.call(pv.reportView, { sid, period: 'thisMonth' });
    expect(running.text).toContain('produced to date.');
    const before = await owner.call(pv.reportView, { sid, period: 'monthly', date: '2025-10-01' });
    expect(before.text).toMatch(/kWh produced\./);
    const nothing = await owner.call(pv.reportView, { sid, period: 'daily', date: '2024-05-05' });
    expect(nothing.text).toContain('No data for this period.');
    expect(nothing.text).not.toContain('Value');
  });

  it('says what an idle module has cost, since it fell idle', async () => {
    const { db } = app.database;
    const day = (deviceId: number, addr: number, on: string, wh: number) =>
      sql`
      insert into module_day (site_id, device_id, day, addr, energy_wh)
      values (${ids.site}, ${deviceId}, ${on}, ${addr}, ${wh})`.execute(db);
    for (const on of ['2026-11-27', '2026-11-28', '2026-11-29'])
      for (const [addr, wh] of [
        [1, 700],
        [2, 800],
        [3, 5],
      ] as const)
        await day(ids.first, addr, on, wh);
    await sql`
      insert into device_issue (site_id, device_id, key, addrs, since_day)
      values (${ids.site}, ${ids.first}, 'modulesMakeNothing', '{3}', '2026-11-28')`.execute(db);
    const { text } = await owner.call(pv.reportView, { sid, period: 'monthly' });
    // Of two middle siblings the lower one counts, so that no uncertain loss is reported.
    expect(text).toContain(`Module 3 of Dach (E0000002) is not producing. Energy lost: ${kwhText(1.39)}.`);
    const earlier = await owner.call(pv.reportView, { sid, period: 'daily', date: '2026-11-27' });
    expect(earlier.text).not.toContain('cost you');
    await sql`delete from device_issue`.execute(db);
  });

  it('says of an hour what it made, and of one that the day has not that there is none', async () => {
    const { text } = await owner.call(pv.reportView, { sid, period: 'hour', date: '2026-11-20', hour: 12 });
    expect(text).toContain('12:00');
    const { envelope } = await owner.send(pv.reportView.path, {
      sid,
      period: 'hour',
      date: '2026-11-20',
      hour: 24,
    });
    expect(envelope.code).toBe(400);
  });

  it('speaks every language, and escapes what people have typed', async () => {
    const subjects = new Set<string>();
    for (const { code } of languages) {
      const { subject, html, text } = await owner.call(pv.reportView, {
        sid,
        period: 'monthly',
        languageCode: code,
      });
      subjects.add(subject);
      expect(html).not.toContain('<img');
      expect(text).toContain(HOSTILE);
      expect(text).not.toMatch(/\{\{|mail\.report|undefined|NaN/);
    }
    // The two Englishes may agree.
    expect(subjects.size).toBeGreaterThanOrEqual(languages.length - 1);
  });

  it('is shown to those who see the plant, and for no span beyond reason', async () => {
    expect((await viewer.send(pv.reportView.path, { sid })).envelope.code).toBe(200);
    expect((await otherUser.send(pv.reportView.path, { sid })).envelope.code).toBe(4040);
    const long = { sid, period: 'range', rangeDate: '2000-01-01~2026-01-01' };
    expect((await owner.send(pv.reportView.path, long)).envelope.code).toBe(1002);
  });
});

describe('v1/pv/report/pdf', () => {
  it('is a PDF of one page, with the signs of Chinese and Japanese in it', async () => {
    for (const code of [6, 0, 9]) {
      const file = await owner.call(pv.reportPdf, { sid, period: 'monthly', languageCode: code });
      expect(file.fileName).toBe(`${sid}_2026-11-01_2026-11-30.pdf`);
      const bytes = Buffer.from(file.base64, 'base64');
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const source = bytes.toString('latin1');
      expect(source.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(source).toContain(code === 9 ? 'NotoSansJP' : 'NotoSansSC');
    }
  });
});

describe('v1/pv/report/mail and v1/pv/report/unsubscribe', () => {
  const tokenIn = (text: string) => /endReports\?token=(\S+)/.exec(text)?.[1] ?? '';

  it('mails what is shown, and not without end', async () => {
    const view = await owner.call(pv.reportView, { sid, period: 'monthly' });
    expect(await owner.call(pv.reportMail, { sid, period: 'monthly' })).toEqual({ email: 'owner@make.test' });
    expect(await lastMailTo(app, 'owner@make.test')).toMatchObject({ kind: 'report', ...view });
    const { rows } = await sql<{ name: string; start: string }>`
      select file_name as name, encode(substr(file, 1, 5), 'escape') as start from mails`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ name: `${sid}_2026-11-01_2026-11-30.pdf`, start: '%PDF-' }]);
    await owner.call(pv.reportMail, { sid });
    await owner.call(pv.reportMail, { sid });
    expect((await owner.send(pv.reportMail.path, { sid })).envelope.code).toBe(429);
    expect(await mailsTo(app, 'owner@make.test')).toHaveLength(3);
  });

  it('end by one click of a mail program, of the person and plant that the link names alone', async () => {
    await owner.call(pv.reportSetUp, { sid, daily: true, monthly: true });
    await viewer.call(pv.reportSetUp, { sid, daily: true });
    const url = await inTransaction(app.database.db, 'write', async (tx) => {
      const { rows } = await sql<{
        id: number;
      }>`select id from users where email = 'owner@make.test'`.execute(tx);
      return await endUrlOf(tx, 'https://portal.test', { siteId: ids.site, userId: rows[0]!.id });
    });
    const token = tokenIn(url);
    const click = (given: string) =>
      app.http.inject({
        method: 'POST',
        url: `/endReports?token=${given}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const [siteId, userId, signature = ''] = token.split('.');
    for (const forged of [
      '',
      'x',
      `${siteId}.${Number(userId) + 1}.${signature}`,
      `${siteId}.${userId}.${signature}x`,
    ])
      expect((await click(forged)).statusCode).toBe(404);
    expect((await owner.call(pv.reportSettings, { sid })).daily).toBe(true);
    expect((await click(token)).statusCode).toBe(200);
    expect(await owner.call(pv.reportSettings, { sid })).toMatchObject({ daily: false, monthly: false });
    expect((await viewer.call(pv.reportSettings, { sid })).daily).toBe(true);
    // The page that people see; a second time does no harm.
    expect(await app.anonymous.call(pv.reportUnsubscribe, { token })).toEqual({
      siteName: HOSTILE,
      what: 'reports',
    });
    expect((await app.anonymous.send(pv.reportUnsubscribe.path, { token: 'x' })).envelope.code).toBe(271);
  });
});
