import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { MINUTE_MS } from '@helioport/domain/duration';
import { readLines } from '@helioport/protocol/influx/lines';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { seedMenus } from '../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { listOfNetworks } from '../platform/webhook.ts';
import { deleteOutput, saveOutput } from '../repositories/influxOutputs.ts';
import { sendReadings } from './sendReadings.ts';

const NOON = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
let ids: { site: number; other: number; device: number; owner: number };
let url: string;
let now = NOON;
let answers: { status: number; text: string }[] = [];
/** Runs before the next response. */
let meanwhile: (() => Promise<void>) | undefined;
const writes: { url: string; authorization: string | undefined; lines: number }[] = [];
/** What the database holds: a point replaces one of the same series and time. */
const points = new Map<string, number | undefined>();
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', async () => {
    const { readings, problems } = readLines(gunzipSync(Buffer.concat(pieces)).toString(), 'ms');
    expect(problems).toEqual([]);
    const { authorization } = request.headers;
    writes.push({ url: request.url ?? '', authorization, lines: readings.length });
    await meanwhile?.();
    meanwhile = undefined;
    const { status, text } = answers.shift() ?? { status: 204, text: '' };
    if (status === 204)
      for (const { source, atMs, values } of readings) points.set(`${source} ${atMs}`, values.powerW);
    response.writeHead(status).end(text);
  });
});

beforeAll(async () => {
  database = await freshDatabase();
  ids = await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: owner } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: site } = await makeSite(tx, { ownerId: owner, name: 'Barn', timezone: 'UTC' });
    const { id: other } = await makeSite(tx, { ownerId: owner, name: 'Other', timezone: 'UTC' });
    const { id: device } = await makeDevice(tx, site);
    return { site, other, device, owner };
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.close();
  await database.close();
});
beforeEach(() => save());
afterEach(async () => {
  await inTransaction(database.db, 'write', (tx) => deleteOutput(tx, ids.site));
  for (const table of ['reading', 'latest', 'site_latest'])
    await sql`delete from ${sql.table(table)}`.execute(database.db);
  await sql`update sites set owner_id = ${ids.owner}`.execute(database.db);
  writes.length = 0;
  points.clear();
  answers = [];
  now = NOON;
});

const save = (change: { url?: string; bucket?: string; token?: string; isActive?: boolean } = {}) =>
  inTransaction(database.db, 'write', (tx) =>
    saveOutput(tx, {
      siteId: ids.site,
      url,
      org: 'home',
      bucket: 'pv plant',
      token: 'secret',
      isActive: true,
      userId: ids.owner,
      now,
      ...change,
    }),
  );
const store = (minutes: readonly number[], power = 100) =>
  storeReadings(
    database.pool,
    minutes.map((minute) =>
      makeReading({ deviceId: ids.device, siteId: ids.site, timeZone: 'UTC' }, NOON + minute * MINUTE_MS, {
        power: power * 10,
        energy: null,
      }),
    ),
    now,
  );
const send = (
  allowsPrivateHooks: Parameters<typeof sendReadings>[0]['allowsPrivateHooks'] = listOfNetworks([
    '127.0.0.1',
  ]),
) =>
  sendReadings(
    {
      db: database.db,
      clock: () => now,
      log: createLog('silent'),
      allowsPrivateHooks,
      publicUrl: 'https://portal.test',
    },
    () => false,
  );
const queued = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from influx_marks`.execute(
    database.db,
  );
  return rows[0]!.count;
};
const mails = async () => {
  const { rows } = await sql<{ recipient: string; subject: string; text: string }>`
    select recipient, subject, body_text as text from mails where kind = 'outputPaused'`.execute(database.db);
  return rows;
};
const stateOf = async () => {
  const { rows } = await sql<{
    error: string;
    paused: string | null;
    sent: number;
    due: Date;
    isActive: boolean;
  }>`
    select error, paused, sent_lines::int as sent, due_at as due, is_active as "isActive"
    from influx_outputs`.execute(database.db);
  return rows[0]!;
};

describe('the output of readings', () => {
  it('sends each reading once, also a late one, as a write of InfluxDB', async () => {
    expect(await send()).toBe(0);
    await store([0, 1, 2]);
    expect(await send()).toBe(3);
    expect(writes).toEqual([
      { url: '/api/v2/write?org=home&bucket=pv+plant&precision=ms', authorization: 'Token secret', lines: 3 },
    ]);
    expect(await send()).toBe(0);
    await store([3]);
    await store([-3000, -2], 55);
    expect(await send()).toBe(3);
    expect(points.size).toBe(6);
    const { rows } = await sql<{ sn: string }>`select sn from devices where id = ${ids.device}`.execute(
      database.db,
    );
    expect(points.get(`${rows[0]!.sn} ${NOON - 3000 * MINUTE_MS}`)).toBe(55);
    // A reading that is corrected is sent again.
    await store([1], 77);
    expect(await send()).toBe(1);
    expect(points.get(`${rows[0]!.sn} ${NOON + MINUTE_MS}`)).toBe(77);
    expect(await stateOf()).toMatchObject({ sent: 7, error: '', paused: null });
    expect(await queued()).toBe(0);
  });

  it('writes to InfluxDB 1 with database, retention policy and password', async () => {
    await save({ url: `${url}/write`, bucket: 'solar/two years', token: 'writer:pass:word' });
    await store([0]);
    expect(await send()).toBe(1);
    await save({ url: `${url}/write`, bucket: 'solar', token: 'secret' });
    await store([1]);
    expect(await send()).toBe(1);
    expect(writes).toEqual([
      {
        url: '/write?org=home&bucket=solar%2Ftwo+years&db=solar&rp=two+years&precision=ms',
        authorization: `Basic ${Buffer.from('writer:pass:word').toString('base64')}`,
        lines: 1,
      },
      { url: '/write?org=home&bucket=solar&db=solar&precision=ms', authorization: 'Token secret', lines: 1 },
    ]);
  });

  it('loses nothing while the receiver fails, and waits longer after each failure', async () => {
    await store([0]);
    answers = [{ status: 401, text: '{"code":"unauthorized","message":"unauthorized access"}' }];
    expect(await send()).toBe(0);
    expect(await stateOf()).toMatchObject({
      error: 'answered 401: unauthorized access',
      due: new Date(NOON + MINUTE_MS),
    });
    await store([1]);
    expect(await send()).toBe(0);
    expect(writes).toHaveLength(1);
    now += MINUTE_MS;
    answers = [{ status: 500, text: 'x'.repeat(3000) }];
    expect(await send()).toBe(0);
    expect((await stateOf()).due).toEqual(new Date(now + 2 * MINUTE_MS));
    expect((await stateOf()).error.length).toBeLessThan(300);
    now += 2 * MINUTE_MS;
    expect(await send()).toBe(2);
    expect(points.size).toBe(2);
    expect(await stateOf()).toMatchObject({ error: '', sent: 2 });
  });

  it('keeps a reading that arrives during the write of its hour', async () => {
    await store([0]);
    meanwhile = () => store([1]);
    expect(await send()).toBe(3);
    expect([points.size, await queued()]).toEqual([2, 0]);
    // A write that was accepted before a crash is repeated, which changes nothing.
    await store([2]);
    await sql`create table kept_marks as select * from influx_marks`.execute(database.db);
    await send();
    await sql`insert into influx_marks select * from kept_marks`.execute(database.db);
    await sql`drop table kept_marks`.execute(database.db);
    expect(await send()).toBe(1);
    expect(points.size).toBe(3);
  });

  it('splits a long queue into writes of 5,000 lines', async () => {
    await store(Array.from({ length: 11_000 }, (_, i) => -i / 50));
    expect(await send()).toBe(11_000);
    expect(writes.map(({ lines }) => lines)).toEqual([5000, 5000, 1000]);
    expect([points.size, await queued()]).toEqual([11_000, 0]);
  });

  it('reaches no private address that the operator has not listed', async () => {
    await store([0]);
    expect(await send(false)).toBe(0);
    expect(await stateOf()).toMatchObject({ error: expect.stringContaining('not a public address') });
    expect([writes.length, await queued()]).toEqual([0, 1]);
  });

  it('ends with the access of its user, after 30 days of failures, and when it is switched off', async () => {
    await store([0]);
    await sql`update sites set owner_id = null`.execute(database.db);
    expect(await send()).toBe(0);
    expect(await stateOf()).toMatchObject({ paused: 'access', isActive: false });
    expect([writes.length, await queued()]).toEqual([0, 0]);
    // Without access to the plant there is no email about it.
    expect(await mails()).toEqual([]);
    await sql`update sites set owner_id = ${ids.owner}`.execute(database.db);
    await store([1]);
    expect(await queued()).toBe(0);

    await save();
    await store([2]);
    answers = Array.from({ length: 2 }, () => ({ status: 500, text: '' }));
    await send();
    now += 31 * 86_400_000;
    await send();
    expect(await stateOf()).toMatchObject({ paused: 'failures', isActive: false });
    expect(await queued()).toBe(0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'owner@make.test', subject: 'Output of Barn paused' });
    expect(mail?.text).toContain(`no longer sends readings of the plant Barn to ${new URL(url).host}`);
    expect(mail?.text).toContain('https://portal.test/pvPlant/connect?id=');
    // The address can contain a secret.
    expect(mail?.text).not.toContain(url);

    await save();
    await store([3]);
    await save({ isActive: false });
    expect([await queued(), await send()]).toEqual([0, 0]);
    // Another plant of the same user is never sent.
    await save();
    await storeReadings(
      database.pool,
      [makeReading({ deviceId: ids.device + 999, siteId: ids.other, timeZone: 'UTC' }, NOON, { power: 1 })],
      now,
    );
    expect(await queued()).toBe(0);
  });
});
