import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { site } from '@helioport/contract/site';
import { languages } from '@helioport/domain/languages';
import { displayed } from '@helioport/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../seed/makeReadings.ts';
import { type People, startPeople } from '../../test/people.ts';
import { inTransaction } from '../platform/db.ts';
import { widgetColors } from './widget.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
let token: string;
let serial: string;

beforeAll(async () => {
  world = await startPeople({ now: NOW });
  const { db, pool } = world.app.database;
  const { rows } = await sql<{ id: number }>`select id from sites where sid = ${world.sid.alpha}`.execute(db);
  const siteId = rows[0]!.id;
  const made = await inTransaction(db, 'write', (tx) => makeDevice(tx, siteId, { alias: 'Secret shed' }));
  serial = made.serial;
  const who = { deviceId: made.id, siteId, timeZone: 'Europe/Berlin' };
  await storeReadings(
    pool,
    sunnyDay(who, '2026-06-21', { peakW: 1000, channels: 4, everyMinutes: 15, untilMs: NOW }),
    NOW,
  );
  token = await publish(['now', 'today', 'verdict'], '<b>"Sun" & Co</b>');
});
afterAll(() => world.close());

const publish = async (blocks: ('now' | 'today' | 'verdict')[], title = '') =>
  (await (await world.as('free')).call(site.publicPageSet, { sid: world.sid.alpha, title, blocks })).token;
const get = (path: string) => world.app.http.inject({ method: 'GET', url: path });
const values = (body: string) => [...body.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, text]) => text);

describe('GET /embed/<token>', () => {
  it('shows power, energy and condition as the public page does, and nothing else of the plant', async () => {
    const { statusCode, headers, body } = await get(`/embed/${token}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const view = await world.app.anonymous.call(site.publicView, { token });
    const shown = (figure: number | null, units: readonly [string, string]) => {
      const { value, decimals, isLarge } = displayed(figure!);
      return `${value.toLocaleString('en-US', { maximumFractionDigits: decimals })} ${units[isLarge ? 1 : 0]}`;
    };
    expect(values(body)).toEqual([
      shown(view.now!.powerW, ['W', 'kW']),
      shown(view.today!.today, ['kWh', 'MWh']),
      shown(view.today!.total, ['kWh', 'MWh']),
    ]);
    expect(body).toContain('In operation');
    expect(body).toContain('<h1>&#60;b&#62;&#34;Sun&#34; &#38; Co&#60;/b&#62;</h1>');
    for (const secret of ['Alpha', serial, 'Secret shed', world.sid.alpha])
      expect(body).not.toContain(secret);
  });

  it('can be framed by other sites, alone among all pages, and sets no cookie', async () => {
    const { headers, body } = await get(`/embed/${token}`);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors \*$/);
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['cache-control']).toBe('public, max-age=30');
    expect(body.length).toBeLessThan(30_000);
    expect(gzipSync(body).length).toBeLessThan(3_000);
    for (const path of ['/healthz', `/p/${token}`, '/embed/x', `/embed/${'a'.repeat(32)}`]) {
      const other = await get(path);
      expect(other.headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(other.headers['x-frame-options'], path).toBe('DENY');
    }
  });

  it('has eleven languages and both appearances', async () => {
    for (const { webCode, tag } of languages) {
      const { body } = await get(`/embed/${token}?lang=${webCode}&theme=dark`);
      expect(body).toContain(`<html lang="${tag}" data-theme="dark">`);
      expect(body).not.toMatch(/kiosk\.|widget\./);
    }
    const { body } = await get(`/embed/${token}?lang=%22%3E%3Cscript%3E&theme=x&lang=de`);
    expect(body).toContain('<html lang="en-US" data-theme="auto">');
    const css = fs.readFileSync(
      new URL('../../../web/src/components/base/tokens.css', import.meta.url),
      'utf8',
    );
    for (const [name, [light, dark]] of Object.entries(widgetColors))
      expect(css).toContain(`--hp-${name}: light-dark(${light}, ${dark})`);
  });

  it('shows no value of the past as current, and 0 only at night', async () => {
    world.app.setNow(NOW + 3 * 3_600_000);
    const silent = await get(`/embed/${token}`);
    expect(values(silent.body)[0]).toContain('–');
    expect(silent.body).toContain('No current data');
    world.app.setNow(NOW);
  });

  it('shows no energy, not 0, of a plant without data, like the public page', async () => {
    const owner = await world.as('customer.south');
    const page = await owner.call(site.publicPageSet, {
      sid: world.sid.beta,
      blocks: ['now', 'today', 'benefit'],
    });
    const { body } = await get(`/embed/${page.token}`);
    expect(values(body).map((text) => text!.slice(0, 1))).toEqual(['–', '–', '–']);
    const view = await world.app.anonymous.call(site.publicView, { token: page.token });
    expect(view).toMatchObject({ now: { powerW: null }, today: { today: null, year: null, total: null } });
    expect(view.benefit).toBeUndefined();
  });

  it('shows the chosen blocks only, and ends with the page', async () => {
    await publish(['verdict']);
    const { body } = await get(`/embed/${token}`);
    expect(values(body)).toEqual([]);
    expect(body).toContain('<h1>Solar plant</h1>');
    const owner = await world.as('free');
    await owner.call(site.publicPageSet, { sid: world.sid.alpha, isOn: false, blocks: [] });
    expect((await get(`/embed/${token}`)).statusCode).toBe(404);
  });
});
