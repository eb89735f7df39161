import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { influx } from '@helioport/contract/influx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
let sid: string;
let url: string;
const received: { text: string; authorization: string | undefined }[] = [];
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { authorization } = request.headers;
    received.push({ text: gunzipSync(Buffer.concat(pieces)).toString(), authorization });
    const isWrong = authorization !== 'Token right';
    response
      .writeHead(isWrong ? 401 : 204)
      .end(isWrong ? '{"code":"unauthorized","message":"unauthorized access"}' : '');
  });
});

beforeAll(async () => {
  world = await startPeople({ env: { WEBHOOK_NETWORKS: '127.0.0.1' } });
  sid = world.sid.alpha;
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const codeOf = async (who: string, path: string, input: object) =>
  (await (await world.as(who)).send(path, input)).envelope.code;

describe('v2/influx', () => {
  it('stores the token encrypted, never shows it, and keeps it for the same address only', async () => {
    const owner = await world.as('free');
    expect(await owner.call(influx.output, { sid })).toEqual({ output: null });
    const settings = { sid, url, org: 'home', bucket: 'pv', isActive: true };
    await owner.call(influx.save, { ...settings, token: 'right' });
    const { output } = await (await world.as('boss')).call(influx.output, { sid });
    expect(output).toMatchObject({
      url,
      org: 'home',
      bucket: 'pv',
      hasToken: true,
      isActive: true,
      error: '',
    });
    expect(JSON.stringify(output)).not.toContain('right');
    const { rows } = await sql<{ token: Buffer }>`select token from influx_outputs`.execute(
      world.app.database.db,
    );
    expect(rows[0]!.token.includes('right')).toBe(false);

    await owner.call(influx.save, { ...settings, url: `${url}/influx`, bucket: 'other' });
    expect((await owner.call(influx.output, { sid })).output).toMatchObject({
      hasToken: true,
      bucket: 'other',
    });
    expect(await owner.call(influx.test, { sid })).toEqual({ isAccepted: true, status: 204, error: '' });
    expect(received.at(-1)).toEqual({ text: '# test of Helioport\n', authorization: 'Token right' });
    await owner.call(influx.save, { ...settings, url: 'https://elsewhere.example' });
    expect((await owner.call(influx.output, { sid })).output).toMatchObject({ hasToken: false });
    await owner.call(influx.save, settings);
    expect(await owner.call(influx.test, { sid })).toEqual({
      isAccepted: false,
      status: 401,
      error: 'answered 401: unauthorized access',
    });
    expect(received.at(-1)!.authorization).toBeUndefined();
    await owner.call(influx.delete, { sid });
    expect(await owner.call(influx.output, { sid })).toEqual({ output: null });
  });

  it('accepts only public addresses and tokens of one line', async () => {
    const settings = { sid, org: '', bucket: '', token: '' };
    for (const bad of [
      'http://10.0.0.1',
      'https://192.168.1.1:8086',
      'ftp://a.example',
      'https://u:p@a.example',
      'x',
    ])
      expect(await codeOf('free', 'v2/influx/save', { ...settings, url: bad }), bad).toBe(1404);
    for (const token of ['a b', 'a\r\nHost: x', 'x'.repeat(501)])
      expect(await codeOf('free', 'v2/influx/save', { ...settings, url: 'https://a.example', token })).toBe(
        400,
      );
  });

  it('belongs to users who may change the plant', async () => {
    const { code } = (await (await world.as('free')).send('v2/influx/delete', { sid })).envelope;
    expect(code).toBe(1425);
    const paths = ['output', 'save', 'delete', 'test'].map((name) => `v2/influx/${name}`);
    for (const path of paths)
      for (const who of ['south', 'customer.south', 'customer'])
        expect(
          await codeOf(who, path, { sid, url: 'https://a.example', org: '', bucket: '' }),
          `${who} ${path}`,
        ).not.toBe(200);
  });
});
