import fs from 'node:fs';
import { token } from '@helioport/contract/token';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/architecture/world.ts';

let world: World;
let sid: string;
let sn: string;
let accessToken: string;

beforeAll(async () => {
  world = await startWorld();
  const [plant] = await world.idsOf('owner@demo.test');
  ({ sid, sn } = plant!);
  const owner = await world.sessionOf('owner@demo.test');
  accessToken = (await owner.call(token.create, { name: 'Prometheus', sids: [sid] })).token;
});
afterAll(() => world.close());

const scrape = (path: string, authorization = `Bearer ${accessToken}`) =>
  world.app.http.inject({ method: 'GET', url: `/metrics/plant/${path}`, headers: { authorization } });

/** The value of a sample whose line begins so. */
const sampleOf = (text: string, begin: string) => {
  const line = text.split('\n').find((one) => one.startsWith(begin));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
};

describe('GET /metrics/plant/<sid>', () => {
  it('gives the values of the plant in the format of Prometheus', async () => {
    const { statusCode, headers, body } = await scrape(sid);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    for (const line of body.trimEnd().split('\n'))
      expect(line).toMatch(
        /^(# (HELP|TYPE) pv_\w+ .+|pv_[a-z_]+\{[a-z_]+="[^"\n]*"(,[a-z_]+="([^"\\\n]|\\.)*")*\} -?\d+(\.\d+)?(e-?\d+)?)$/,
      );
    const names = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
    for (const [, name, type] of names) expect(name!.endsWith('_total'), name).toBe(type === 'counter');

    const { db } = world.app.database;
    const { rows } = await sql<{ wh: number }>`
      select day_wh + before_wh as wh from site_latest l join sites s on s.id = l.site_id where s.sid = ${sid}`.execute(
      db,
    );
    expect(sampleOf(body, `pv_plant_energy_watt_hours_total{plant="${sid}"}`)).toBeCloseTo(rows[0]!.wh, 0);
    expect(sampleOf(body, `pv_energy_watt_hours_total{plant="${sid}",device="${sn}"}`)).toBeGreaterThan(1000);
    expect(sampleOf(body, `pv_power_watts{plant="${sid}",device="${sn}"}`)).toBeGreaterThan(0);
    expect(sampleOf(body, `pv_input_power_watts{plant="${sid}",device="${sn}",input="1"}`)).toBeGreaterThan(
      0,
    );
    expect(sampleOf(body, `pv_device_up{plant="${sid}",device="${sn}"}`)).toBe(1);
    expect(sampleOf(body, `pv_alarms_open{plant="${sid}",code="0800"}`)).toBe(1);
  });

  it('has all metrics that the Grafana dashboard and the guide name, as far as the plant has such devices', async () => {
    const { body } = await scrape(sid);
    const guides = new URL('../../../docs/guides/', import.meta.url);
    const read = (file: string) => fs.readFileSync(new URL(file, guides), 'utf8');
    const dashboard = read('grafana/plant.json');
    expect(JSON.parse(dashboard)).toMatchObject({ title: 'Helioport plant' });
    const ofOthers = /^pv_(grid|battery|energy_(imported|exported))/;
    const named = `${dashboard} ${read('use-the-api.md')}`.match(/\bpv_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(20);
    const missing = [...new Set(named)].filter(
      (name) => !body.includes(`# TYPE ${name} `) && !ofOthers.test(name),
    );
    expect(missing).toEqual([]);
  });

  it('leaves out values that are outdated, and keeps counters', async () => {
    const before = world.app.now();
    world.app.setNow(before + 3 * 86_400_000);
    const { body } = await scrape(sid);
    world.app.setNow(before);
    expect(sampleOf(body, `pv_device_up{plant="${sid}",device="${sn}"}`)).toBe(0);
    expect(body).not.toContain('pv_power_watts');
    expect(body).not.toContain('pv_plant_power_watts');
    expect(sampleOf(body, `pv_energy_watt_hours_total{plant="${sid}",device="${sn}"}`)).toBeGreaterThan(1000);
  });

  it('escapes names', async () => {
    const { db } = world.app.database;
    const { rows } = await sql<{ name: string }>`select name from sites where sid = ${sid}`.execute(db);
    await sql`update sites set name = ${'A "roof"\\\nside'} where sid = ${sid}`.execute(db);
    const { body } = await scrape(sid);
    await sql`update sites set name = ${rows[0]!.name} where sid = ${sid}`.execute(db);
    expect(body).toContain('name="A \\"roof\\"\\\\\\nside"');
  });

  it('answers 401 without a valid token and 404 for plants of others, unknown ones and rubbish', async () => {
    const all = await world.idsOf('admin@demo.test');
    const own = new Set((await world.idsOf('owner@demo.test')).map((one) => one.sid));
    const others = all.find((one) => !own.has(one.sid))!;
    const limited = (await world.idsOf('owner@demo.test')).find((one) => one.sid !== sid);
    expect((await scrape(sid, '')).statusCode).toBe(401);
    expect((await scrape(sid, `Bearer hp_${'A'.repeat(43)}`)).statusCode).toBe(401);
    const paths = [others.sid, 'XX_20200101_none', '%00', 'a'.repeat(80), ...(limited ? [limited.sid] : [])];
    for (const path of paths) expect((await scrape(path)).statusCode, path).toBe(404);
  });
});
