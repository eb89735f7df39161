import { gunzipSync } from 'node:zlib';
import { token } from '@helioport/contract/token';
import { readLines } from '@helioport/protocol/influx/lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/architecture/world.ts';

let world: World;
let sid: string;
let sn: string;
let accessToken: string;
let from: string;

beforeAll(async () => {
  world = await startWorld();
  const [plant] = await world.idsOf('owner@demo.test');
  ({ sid, sn } = plant!);
  from = new Date(world.app.now() - 300 * 86_400_000).toISOString();
  const owner = await world.sessionOf('owner@demo.test');
  accessToken = (await owner.call(token.create, { name: 'Influx', sids: [sid] })).token;
});
afterAll(() => world.close());

const get = (
  query: Record<string, string> = {},
  { of = sid, headers = {} }: { of?: string; headers?: Record<string, string> } = {},
) =>
  world.app.http.inject({
    method: 'GET',
    url: `/influx/plant/${of}`,
    query,
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });

describe('GET /influx/plant/<sid>', () => {
  it('has every stored reading of the range, in the names of the input', async () => {
    const { statusCode, body } = await get({ from, device: sn });
    expect(statusCode).toBe(200);
    const { db } = world.app.database;
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from reading r where r.device_id = d.id)::int
        + (select coalesce(sum(b.readings), 0) from reading_block b where b.device_id = d.id)::int as count
      from devices d where d.sn = ${sn}`.execute(db);
    const lines = body.trimEnd().split('\n');
    expect(lines.length).toBe(rows[0]!.count);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines)
      expect(line).toMatch(
        /^(pv|grid|battery),plant=\w+,device=[\w.~-]+ \w+=-?[\d.]+(,\w+=-?[\d.]+)* \d{19}$/,
      );
    const { readings, problems } = readLines(body, 'ns');
    expect(problems).toEqual([]);
    expect(readings.length).toBe(lines.length);
    expect(readings[0]).toMatchObject({ source: sn, role: 'pv' });
    expect(readings[0]!.values.powerW).toBeTypeOf('number');
    expect(readings[0]!.channels?.length).toBeGreaterThan(0);
  });

  it('converts times, compresses, and bounds the range', async () => {
    const { body: ns } = await get({ from, device: sn });
    const [first = ''] = ns.split('\n');
    for (const [precision, digits] of Object.entries({ us: 16, ms: 13, s: 10 })) {
      const [line = ''] = (await get({ from, device: sn, precision })).body.split('\n');
      expect(line).toBe(first.slice(0, first.length - 19 + digits));
    }
    const compressed = await get({ from, device: sn }, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(ns);
    for (const query of [
      { from: 'yesterday' },
      { from, to: new Date(Date.parse(from) + 367 * 86_400_000).toISOString() },
      { from, to: from },
      { precision: 'h' },
      { device: '' },
    ] as Record<string, string>[])
      expect((await get(query)).json(), JSON.stringify(query)).toMatchObject({ code: 400 });
    const { body } = await get({ from: '1990-01-01T00:00:00Z', to: '1990-02-01T00:00:00+01:00' });
    expect(body).toBe('');
  });

  it('is limited to visible plants and to valid tokens', async () => {
    const other = (await world.idsOf('owner2@demo.test').catch(() => []))[0]?.sid;
    const { rows } = await sql<{ sid: string }>`
      select sid from sites where sid <> ${sid} order by sid limit 3`.execute(world.app.database.db);
    for (const foreign of [...rows.map((row) => row.sid), other ?? 'XX', 'none', "a'b"])
      expect((await get({}, { of: encodeURIComponent(foreign) })).statusCode).toBe(404);
    expect((await get({ device: '00000000' })).statusCode).toBe(404);
    for (const authorization of ['', 'Bearer hp_wrong', 'Bearer 1'])
      expect((await get({}, { headers: { authorization } })).statusCode).toBe(401);
  });
});
