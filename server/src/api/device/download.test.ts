import { device } from '@helioport/contract/device';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import readSheets, { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { tidy } from '../../jobs/cleanup.ts';
import { startDownloads, writeDownloads } from '../../jobs/writeDownloads.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { xlsxFile } from '../../queries/device/tableFiles.ts';
import { continueDownload, openDownload, takeDownload } from '../../repositories/downloads.ts';

let app: TestApp;
let owner: Caller;
let friend: Caller;
let sn: string;
let plant: { id: number; sid: string };

const NOW = Date.UTC(2026, 5, 21, 12);
const span = '2025-06-22~2026-06-21';
const log = createLog('silent');

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const inverter = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'friend@make.test' });
    plant = await makeSite(tx, { ownerId });
    return await makeDevice(tx, plant.id);
  });
  sn = inverter.serial;
  const one = { deviceId: inverter.id, siteId: plant.id, timeZone: 'Europe/Berlin' };
  for (const day of ['2025-07-01', '2026-06-20'])
    await storeReadings(app.database.pool, sunnyDay(one, day, { peakW: 1000, channels: 4 }), NOW);
  // Of its power alone.
  await storeReadings(app.database.pool, [makeReading(one, NOW - DAY_MS / 2, { power: 5 })], NOW);
  owner = await app.as('owner@make.test');
  friend = await app.as('friend@make.test');
});
afterAll(() => app.close());

const write = (more: { mostBytes?: number } = {}) =>
  writeDownloads({ db: app.database.db, clock: app.now, log, ...more }, () => false);
const list = async (who = owner) => (await who.call(device.downloadList, {})).list;
const begin = async (format: 'csv' | 'xlsx', columns: string[] = []) =>
  (await owner.call(device.downloadBegin, { sn, rangeDate: span, format, columns })).id;
const fetched = async (address: string) => await app.http.inject({ method: 'GET', url: address });
const addressOf = async (id: number) => (await owner.call(device.downloadAddress, { id })).address;
const files = async () =>
  (await sql<{ n: number }>`select count(*) as n from large_files`.execute(app.database.db)).rows[0]!.n;

describe('a long history as a file', () => {
  it('holds every report that the pages have, in the same words and numbers', async () => {
    const id = await begin('csv', ['power', 'dcVoltage_2']);
    expect(await list()).toMatchObject([{ id, state: 'waiting', percent: 0, bytes: 0, expiresAt: null }]);
    expect((await owner.send(device.downloadAddress.path, { id })).envelope.code).toBe(1392);
    expect(await write()).toBe(1);
    const [one] = await list();
    const { rows, columns } = await owner.call(device.historyRows, { sn, rangeDate: span, size: 5000 });
    expect(one).toMatchObject({
      state: 'done',
      percent: 100,
      rows: rows.length,
      expiresAt: NOW + 7 * DAY_MS,
    });
    const answer = await fetched(await addressOf(id));
    expect(answer.headers['content-disposition']).toContain(`${sn}_2025-06-22_2026-06-21.csv`);
    expect(Number(answer.headers['content-length'])).toBe(one!.bytes);
    const lines = answer.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Time,Power (W),DC voltage 2 (V),Fault code');
    expect(lines).toHaveLength(rows.length + 1);
    const [power, voltage] = ['power', 'dcVoltage_2'].map((key) => columns.findIndex((c) => c.id === key));
    expect(lines.slice(1).map((line) => line.split(',').slice(1))).toEqual(
      rows
        .toReversed()
        .map(({ values, status }) => [
          ...[power!, voltage!].map((place) => String(values[place] ?? '')),
          status,
        ]),
    );
    await owner.call(device.downloadDel, { id });
  });

  it('is a sheet that a spreadsheet reads, and goes on in a further one where one is full', async () => {
    const id = await begin('xlsx');
    await write();
    const sheet = await readSheet((await fetched(await addressOf(id))).rawPayload);
    const { rows, columns } = await owner.call(device.historyRows, { sn, rangeDate: span, size: 5000 });
    expect(sheet).toHaveLength(rows.length + 1);
    expect(sheet[0]).toHaveLength(columns.length + 2);
    const power = columns.findIndex((column) => column.id === 'power');
    expect(sheet.slice(1).map((row) => row[power + 1])).toEqual(
      rows.toReversed().map(({ values }) => values[power]),
    );
    await owner.call(device.downloadDel, { id });

    const file = xlsxFile(['a<b', '&'], 3);
    const bytes = [
      file.add([
        [1, 'x'],
        [2, null],
      ]),
      file.add([
        [3, 'y'],
        [4, 'z'],
        [5, 'u'],
      ]),
      file.end(),
    ];
    const sheets = await readSheets(Buffer.concat(bytes));
    expect(sheets.map(({ data }) => data)).toEqual([
      [
        ['a<b', '&'],
        [1, 'x'],
        [2, null],
      ],
      [
        ['a<b', '&'],
        [3, 'y'],
        [4, 'z'],
      ],
      [
        ['a<b', '&'],
        [5, 'u'],
      ],
    ]);
  });

  it('has temperatures as its person reads them', async () => {
    const read = async () => {
      const id = await begin('csv', ['temperature']);
      await write();
      const { body } = await fetched(await addressOf(id));
      await owner.call(device.downloadDel, { id });
      const [head, ...lines] = body
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n');
      return { head, values: lines.map((line) => line.split(',')[1]) };
    };
    const celsius = await read();
    expect(celsius.head).toBe('Time,Temperature (°C),Fault code');
    expect(celsius.values.filter((value) => value === '')).toHaveLength(1);
    expect(celsius.values.length).toBeGreaterThan(100);
    const person = sql`from users where email = 'owner@make.test'`;
    await sql`update users set temperature_unit = 'Fahrenheit' where id = (select id ${person})`.execute(
      app.database.db,
    );
    const fahrenheit = await read();
    expect(fahrenheit.head).toBe('Time,Temperature (°F),Fault code');
    expect(fahrenheit.values).toEqual(
      celsius.values.map((value) =>
        value === '' ? '' : String(Math.round((Number(value) * 1.8 + 32) * 10) / 10),
      ),
    );
    await sql`update users set temperature_unit = 'Celsius' where id = (select id ${person})`.execute(
      app.database.db,
    );
  });

  it("is its person's alone, for a minute after he asked", async () => {
    const id = await begin('csv');
    await write();
    expect(await list(friend)).toEqual([]);
    for (const path of [device.downloadAddress.path, device.downloadDel.path])
      expect((await friend.send(path, { id })).envelope.code).toBe(4060);
    const first = await addressOf(id);
    const address = await addressOf(id);
    expect((await fetched(first)).statusCode).toBe(404);
    expect((await fetched(address)).statusCode).toBe(200);
    app.setNow(NOW + 61_000);
    expect((await fetched(address)).statusCode).toBe(404);
    app.setNow(NOW);
    await owner.call(device.downloadDel, { id });
    expect(await files()).toBe(0);
  });

  it('is neither written nor handed out when its person may not see the device any longer', async () => {
    const id = await begin('csv');
    await write();
    const address = await addressOf(id);
    const waiting = await begin('csv');
    const moved = async (email: string) =>
      sql`update sites set owner_id = (select id from users where email = ${email}) where id = ${plant.id}`.execute(
        app.database.db,
      );
    await moved('friend@make.test');
    expect((await fetched(address)).statusCode).toBe(404);
    expect((await owner.send(device.downloadAddress.path, { id })).envelope.code).toBe(4041);
    await write();
    expect((await list()).find((one) => one.id === waiting)).toMatchObject({
      state: 'failed',
      reason: 'noRight',
      siteName: '',
    });
    await moved('owner@make.test');
    for (const one of await list()) await owner.call(device.downloadDel, { id: one.id });
  });

  it('is refused to whoever has enough of them, and given up where it grows too large', async () => {
    const ids = [await begin('csv'), await begin('csv'), await begin('csv')];
    const input = { sn, rangeDate: span, format: 'csv' };
    expect((await owner.send(device.downloadBegin.path, input)).envelope.code).toBe(1391);
    await owner.call(device.downloadDel, { id: ids[0]! });
    expect(await write({ mostBytes: 1000 })).toBe(2);
    expect(await list()).toMatchObject([{ state: 'failed', reason: 'tooLarge' }, { state: 'failed' }]);
    expect(await files()).toBe(0);
    const long = await owner.send(device.downloadBegin.path, {
      ...input,
      rangeDate: '2010-01-01~2026-06-21',
    });
    expect(long.envelope.code).toBe(1002);
    for (const one of await list()) await owner.call(device.downloadDel, { id: one.id });
  });

  it('is written anew where its writer died, stopped where it is deleted, and gone after a week', async () => {
    const id = await begin('csv');
    await sql`update downloads set state = 'writing', attempts = 1, lease_until = ${new Date(NOW + 60_000)}`.execute(
      app.database.db,
    );
    expect(await write()).toBe(0);
    app.setNow(NOW + 61_000);
    expect(await write()).toBe(1);
    expect(await list()).toMatchObject([{ id, state: 'done' }]);
    app.setNow(NOW);

    const { db } = app.database;
    const stopped = await begin('csv');
    const due = (await takeDownload(db, NOW))!;
    const fileId = (await openDownload(db, due, { name: 'a.csv', now: NOW }))!;
    const more = { data: Buffer.from('more'), written: { days: 1, rows: 1 }, now: NOW };
    expect(await continueDownload(db, due, { id: fileId, received: 0 }, more)).toBe(true);
    expect(await list()).toMatchObject([{ id: stopped, state: 'writing', rows: 1 }, { state: 'done' }]);
    await owner.call(device.downloadDel, { id: stopped });
    expect(await continueDownload(db, due, { id: fileId, received: 4 }, more)).toBe(false);
    expect(await files()).toBe(1);

    await tidy({ db: app.database.db, clock: () => NOW + 6 * DAY_MS });
    expect(await files()).toBe(1);
    await tidy({ db: app.database.db, clock: () => NOW + 9 * DAY_MS });
    expect(await files()).toBe(0);
    expect(await list()).toEqual([]);
  });

  it('is found by the loop of a running portal', async () => {
    const loop = startDownloads({ db: app.database.db, clock: app.now, log });
    const id = await begin('csv');
    await expect.poll(async () => (await list())[0]?.state, { timeout: 60_000 }).toBe('done');
    await loop.stop();
    await owner.call(device.downloadDel, { id });
  });
});
