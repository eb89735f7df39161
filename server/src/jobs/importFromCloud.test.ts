import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { cloudImport } from '@helioport/contract/cloudImport';
import { device } from '@helioport/contract/device';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { addDays, dayRange } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../seed/demo.ts';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import type { Caller } from '../../test/harness.ts';
import { type People, startPeople } from '../../test/people.ts';
import { settle } from '../../test/settle.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { CloudError, createVendorCloud, type VendorCloud } from '../queries/cloudImport/vendorCloud.ts';
import { upsertArrays } from '../repositories/arrays.ts';
import { retireDevice } from '../repositories/claims.ts';
import { addPage } from '../repositories/modulePages.ts';
import { addPlaces, stopWaiting } from '../repositories/modules.ts';
import { findMismatches } from '../timeseries/rollup/sums.ts';
import { importFromCloud } from './importFromCloud.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const ZONE = 'Europe/Berlin';
const [FIRST, LAST, REPLACED] = ['2025-06-21', '2026-06-20', '2025-11-05'];
const BARN_FIRST = '2026-05-28';
const ACCOUNT = 'free@make.test';

let cloud: People;
let here: People;
/** The plants of the account: a year with a device that stays, one that was replaced and its successor; and a few weeks. */
let plant: Awaited<ReturnType<typeof makePlant>>;
let barn: Awaited<ReturnType<typeof makePlant>>;
let url: string;
/** Answers in place of the cloud. */
let hostile: ((path: string, answer: http.ServerResponse) => void) | undefined;
const rogue = http.createServer((request, answer) => {
  request.resume().on('end', () => hostile?.(String(request.url), answer));
});

const random = (() => {
  let seed = 20;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
})();

/** A plant of the account with the day counters of its devices, twice a day. */
async function makePlant(
  name: string,
  own: readonly { serial: string; from: string; to: string }[],
): Promise<{ id: number; sid: string; devices: { id: number; sn: string }[] }> {
  const { db, pool } = cloud.app.database;
  const ownerId = await cloud.id('free');
  const made = await inTransaction(db, 'write', async (tx) => {
    const site = await makeSite(tx, { name, ownerId, timezone: ZONE });
    const devices = [];
    for (const { serial } of own) devices.push(await makeDevice(tx, site.id, { serial }));
    return { ...site, devices };
  });
  const readings = own.flatMap(({ from, to }, i) => {
    const who = { deviceId: made.devices[i]!.id, siteId: made.id, timeZone: ZONE };
    return dayRange(from, to)
      .filter((day) => !isOffline(day))
      .flatMap((day) => {
        const most = 20_000 + Math.round(random() * 60_000);
        return [8, 16].map((hour, n) =>
          makeReading(who, Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`), {
            energy: Math.round((most * (n + 1)) / 2),
            power: 1000,
          }),
        );
      });
  });
  for (let i = 0; i < readings.length; i += 2000) await storeReadings(pool, readings.slice(i, i + 2000), NOW);
  await settle(db, NOW);
  return made;
}

const isOffline = (day: string): boolean => day > '2025-08-01' && day < '2025-08-09';
const serials = ['E7000001', 'E7000002', 'E7000003'] as const;
const barnSerials = ['E7000011', 'E7000012'] as const;

/** The layout of the small plant in the cloud: an array, a page, a wired position and one without an input. */
async function drawBarn(siteId: number, deviceId: number): Promise<void> {
  await inTransaction(cloud.app.database.db, 'write', async (tx) => {
    const zone = { name: 'South', tiltDeg: 35, azimuthDeg: 170, ratedW: 880 };
    const { ids } = await upsertArrays(tx, siteId, [{ id: null, ...zone }]);
    const change = { siteId, at: new Date(NOW), userId: null };
    const page = await addPage(tx, change, { name: 'Roof', moduleWidthM: 1.05, moduleHeightM: 1.7 });
    const place = { yM: 2.5, rotationDeg: 12, isLandscape: true, arrayId: ids[0]!, ratedW: 440 };
    await stopWaiting(tx, siteId, [{ deviceId, addr: 1 }]);
    await addPlaces(tx, siteId, page, [
      { ...place, xM: 1.5, deviceId, addr: 1 },
      { ...place, xM: 3.5, deviceId: null, addr: null },
    ]);
  });
}

beforeAll(async () => {
  cloud = await startPeople({ now: NOW });
  url = await cloud.app.http.listen({ port: 0, host: '127.0.0.1' });
  await new Promise<void>((resolve) => {
    rogue.listen(0, '127.0.0.1', resolve);
  });
  plant = await makePlant('Old farm', [
    { serial: serials[0], from: FIRST, to: LAST },
    { serial: serials[1], from: FIRST, to: REPLACED },
    { serial: serials[2], from: REPLACED, to: LAST },
  ]);
  const [, replaced] = plant.devices;
  await inTransaction(cloud.app.database.db, 'write', (tx) =>
    retireDevice(tx, { siteId: plant.id, deviceId: replaced!.id, now: NOW }),
  );
  barn = await makePlant(
    'Barn',
    barnSerials.map((serial) => ({ serial, from: BARN_FIRST, to: LAST })),
  );
  await drawBarn(barn.id, barn.devices[0]!.id);
}, 240_000);
afterAll(async () => {
  rogue.close();
  rogue.closeAllConnections();
  await here.close();
  await cloud.close();
});

const client = (at = url): VendorCloud =>
  createVendorCloud({ url: at, callsPerSecond: 1000, pause: () => Promise.resolve() });
const rogueUrl = () => `http://127.0.0.1:${(rogue.address() as AddressInfo).port}`;

async function begin(env: Record<string, string> = { CLOUD_URL: url }): Promise<void> {
  if (here !== undefined) await here.close();
  hostile = undefined;
  here = await startPeople({ now: NOW, env: { CLOUD_CALLS_PER_SECOND: '1000', ...env } });
}

const work = (vendor: VendorCloud = client(), isStopping = () => false) =>
  importFromCloud(
    { db: here.app.database.db, clock: here.app.now, log: createLog('silent'), cloud: vendor },
    isStopping,
  );
const login = async (who = 'free', id?: number) =>
  (await here.as(who)).call(cloudImport.login, {
    account: ACCOUNT,
    password: DEMO_PASSWORD,
    ...(id ? { id } : {}),
  });
const current = async (who = 'free') => (await (await here.as(who)).call(cloudImport.list)).list[0]!;
const named = async (name = 'Barn') => (await current()).plants.find((one) => one.name === name)!;
const codeOf = async (who: string, path: string, input: object) =>
  (await (await here.as(who)).send(path, input)).envelope.code;
const start = async (into = '', name = 'Barn') => {
  const { id } = await current();
  await (await here.as('free')).call(cloudImport.start, {
    id,
    plants: [{ number: (await named(name)).number, into }],
  });
};
const seriesOf = async (caller: Caller, sid: string, from: string, to: string) => {
  const { series } = await caller.call(site.statisticsEcharts, { sid, types: 3, rangeDate: `${from}~${to}` });
  return Object.fromEntries(series.map(({ name, data }) => [name, data]));
};
const totalOf = async (caller: Caller, sid: string) =>
  Number((await caller.call(site.overview, { sid })).statisticsProduction.total);
const wholeOf = async (caller: Caller, sid: string) => ({
  first: await seriesOf(caller, sid, FIRST, addDays(FIRST, 199)),
  rest: await seriesOf(caller, sid, addDays(FIRST, 200), LAST),
  // The running month is compared by its days.
  years: (await caller.call(site.statisticsEcharts, { sid, types: 6 })).series.map(({ name, data }) => ({
    name,
    data: name === '2026' ? data.slice(0, 5) : data,
  })),
});

describe('import from the vendor cloud', () => {
  beforeEach(() => begin());

  it('gives the same days, months and total for a year with clock changes and a replaced device, interrupted ten times', async () => {
    await login();
    let interruptions = 0;
    const killed = () => {
      if (interruptions < 10 && random() < 0.4) {
        interruptions += 1;
        throw new Error('killed');
      }
    };
    const orKilled = async <T>(work: () => Promise<T>): Promise<T> => {
      killed();
      return await work();
    };
    const flaky: VendorCloud = {
      ...client(),
      session(token) {
        const session = client().session(token);
        return {
          ...session,
          sites: () => orKilled(session.sites),
          months: (sid) => orKilled(() => session.months(sid)),
          layout: (sid) => orKilled(() => session.layout(sid)),
          detail: (sid) => orKilled(() => session.detail(sid)),
          async days(sid, month) {
            killed();
            const days = await session.days(sid, month);
            killed();
            return days;
          },
        };
      },
    };
    const until = async (state: string) => {
      for (let round = 0; round < 60 && (await current()).state !== state; round++) {
        const stopAfter = Math.floor(random() * 6);
        let requests = 0;
        await work(flaky, () => requests++ > stopAfter);
        here.app.setNow(here.app.now() + 3_600_000);
      }
    };
    await until('choosing');
    here.app.setNow(NOW);
    expect(await named('Old farm')).toMatchObject({
      cloudSid: plant.sid,
      devices: 2,
      since: '2025-06',
      years: ['2025', '2026'],
      reason: '',
      existing: null,
      state: 'found',
    });
    await start('', 'Old farm');
    // A worker that holds the lease and never returns is replaced once the lease has ended.
    const dead: VendorCloud = {
      ...client(),
      session: (token) => ({ ...client().session(token), detail: () => new Promise(() => {}) }),
    };
    void work(dead);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await work()).toBe(0);
    here.app.setNow(NOW + 6 * 60_000);
    for (let round = 0; round < 80 && (await current()).state !== 'done'; round++) {
      const stopAfter = Math.floor(random() * 6);
      let requests = 0;
      await work(flaky, () => requests++ > stopAfter);
      // Waiting for the next attempt without leaving the day.
      await sql`update cloud_imports set due_at = ${new Date(NOW)} where due_at is not null`.execute(
        here.app.database.db,
      );
    }
    expect(interruptions).toBe(10);
    expect(await current()).toMatchObject({ state: 'done', reason: '' });
    const done = await named('Old farm');
    expect(done).toMatchObject({ state: 'done', isCreated: true, differing: [] });
    expect(done.daysDone).toBe(done.daysTotal);
    here.app.setNow(NOW);
    const { db } = here.app.database;
    await settle(db, NOW);
    const { sid } = done.target!;
    const { rows: sites } = await sql<{ id: number; sid: string }>`
      select id, sid from sites where name = 'Old farm'`.execute(db);
    expect(sites).toMatchObject([{ sid }]);
    const [owner, there] = [await here.as('free'), await cloud.as('free')];
    const year = await wholeOf(there, plant.sid);
    expect(await wholeOf(owner, sid)).toEqual(year);
    // A week without data stays a gap.
    const gap = dayRange(FIRST, '2025-08-04').length - 1;
    expect(year.first[serials[0]]![gap]).toBeNull();
    // The total of the cloud is of exact months, of which it shows whole Wh.
    const total = await totalOf(owner, sid);
    expect(Math.abs(total - (await totalOf(there, plant.sid)))).toBeLessThan(0.007);
    const [listed] = (await owner.call(site.listWithSN, { filters: { keywords: 'Old farm' } })).list;
    expect(Number(listed?.totalPower)).toBe(total);
    expect(await findMismatches(db, [sites[0]!.id])).toEqual([]);
    const { rows } = await sql<{ session: Buffer | null }>`select session from cloud_imports`.execute(db);
    expect(rows).toEqual([{ session: null }]);
  });

  it('creates settings, arrays, positions and totals of a plant', async () => {
    await login();
    await work();
    await start();
    await work();
    await settle(here.app.database.db, NOW);
    const [owner, there] = [await here.as('free'), await cloud.as('free')];
    const { sid } = (await named()).target!;
    const [imported, inCloud] = [
      await owner.call(site.detail, { sid }),
      await there.call(site.detail, { sid: barn.sid }),
    ];
    for (const key of ['siteName', 'timezone', 'city', 'electricityPrice', 'prices', 'planes'] as const)
      expect(imported[key]).toEqual(inCloud[key]);
    const layoutOf = async (caller: Caller, of: string) => {
      const { pages, zones, list } = await caller.call(device.modules, { sid: of });
      return {
        zones,
        pages: pages.map(({ name, moduleWidthM, moduleHeightM }) => ({ name, moduleWidthM, moduleHeightM })),
        list: list.map((place) => ({ ...place, id: undefined })),
      };
    };
    const layout = await layoutOf(owner, sid);
    expect(layout).toEqual(await layoutOf(there, barn.sid));
    expect(layout.list).toHaveLength(2);
    // Sums of many plants include those that have not reported here.
    const fleet = await owner.call(overview.overview, {});
    const total = await totalOf(owner, sid);
    expect(Number(fleet.statisticsProduction.total)).toBe(total);
    expect(fleet.recordedSince).toBe(BARN_FIRST);
    const sort = [{ field: 'totalPower' as const, order: 'desc' as const }];
    expect((await owner.call(site.listWithSN, { sort })).list[0]?.sid).toBe(sid);
    expect((await owner.call(device.list, { sort })).list[0]?.sn).toMatch(/^E700001/);
  });

  it('merges the history into a plant of the user, and undoes it', async () => {
    const { db, pool } = here.app.database;
    const ownerId = await here.id('free');
    const own = await inTransaction(db, 'write', async (tx) => {
      const made = await makeSite(tx, { name: 'My farm', ownerId, timezone: ZONE });
      const device = await makeDevice(tx, made.id, { serial: barnSerials[0] });
      await makeDevice(tx, made.id, { serial: barnSerials[1] });
      const who = { deviceId: device.id, siteId: made.id, timeZone: ZONE };
      return { ...made, who };
    });
    await storeReadings(
      pool,
      [makeReading(own.who, Date.parse(`${LAST}T10:00:00Z`), { energy: 12_340, power: 900 })],
      NOW,
    );
    await settle(db, NOW);
    await login();
    await work();
    expect((await named()).existing).toEqual({ sid: own.sid, siteName: 'My farm' });
    await start(own.sid);
    await work();
    await settle(db, NOW);
    const owner = await here.as('free');
    const there = await seriesOf(await cloud.as('free'), barn.sid, BARN_FIRST, LAST);
    const merged = await seriesOf(owner, own.sid, BARN_FIRST, LAST);
    // A day with readings of the plant itself keeps them.
    expect(merged[barnSerials[0]]!.at(-1)).toBe(1.234);
    expect(merged[barnSerials[0]]!.slice(0, -1)).toEqual(there[barnSerials[0]]!.slice(0, -1));
    expect(await findMismatches(db, [own.id])).toEqual([]);
    const { id } = await current();
    const { number } = await named();
    expect(await codeOf('boss', cloudImport.undo.path, { id, number })).toBe(4078);
    await owner.call(cloudImport.undo, { id, number });
    await settle(db, NOW);
    expect((await owner.call(site.overview, { sid: own.sid })).statisticsProduction.total).toBe('1.234');
    expect(await findMismatches(db, [own.id])).toEqual([]);
  });

  it("refuses serial numbers of another user's plant without saying whose they are", async () => {
    await inTransaction(here.app.database.db, 'write', async (tx) => {
      const other = await makeSite(tx, { name: 'Secret', ownerId: await here.id('customer.south') });
      await makeDevice(tx, other.id, { serial: barnSerials[0] });
    });
    await login();
    await work();
    const found = await named();
    expect(found).toMatchObject({ reason: 'taken', taken: [barnSerials[0]], existing: null });
    expect(JSON.stringify(await current())).not.toContain('Secret');
    await start();
    await work();
    expect(await named()).toMatchObject({ state: 'failed', reason: 'taken', target: null });
    const { rows } = await sql`select from sites where name = 'Barn'`.execute(here.app.database.db);
    expect(rows).toEqual([]);
  });

  it('is of its user alone, and one at a time', async () => {
    const { id } = await login();
    await work();
    expect((await (await here.as('customer.south')).call(cloudImport.list)).list).toEqual([]);
    const plants = [{ number: 1, into: '' }];
    for (const who of ['customer.south', 'boss', 'admin']) {
      expect(await codeOf(who, cloudImport.start.path, { id, plants })).toBe(4078);
      expect(await codeOf(who, cloudImport.cancel.path, { id })).toBe(4078);
      const input = { account: ACCOUNT, password: DEMO_PASSWORD, id };
      expect(await codeOf(who, cloudImport.login.path, input)).toBe(4078);
    }
    expect(await codeOf('free', cloudImport.login.path, { account: ACCOUNT, password: 'x' })).toBe(1465);
    const into = here.sid.beta;
    expect(await codeOf('free', cloudImport.start.path, { id, plants: [{ number: 1, into }] })).toBe(4040);
    await (await here.as('free')).call(cloudImport.cancel, { id });
    expect(await codeOf('free', cloudImport.start.path, { id, plants })).toBe(1466);
    expect(await codeOf('free', cloudImport.login.path, { account: ACCOUNT, password: 'wrong' })).toBe(1462);
  });

  it('waits for a new login when the session has ended, and deletes what it created on request', async () => {
    const { id } = await login();
    await work();
    await start();
    await sql`update sessions set expires_at = ${new Date(NOW - 1000)}`.execute(cloud.app.database.db);
    await work();
    expect(await current()).toMatchObject({ state: 'login', reason: 'expired' });
    const { rows } = await sql<{ session: Buffer | null }>`select session from cloud_imports`.execute(
      here.app.database.db,
    );
    expect(rows).toEqual([{ session: null }]);
    await login('free', id);
    await work();
    const done = await named();
    expect(done.state).toBe('done');
    await (await here.as('free')).call(cloudImport.undo, { id, number: done.number });
    expect(await named()).toMatchObject({ state: 'undone', target: null });
    expect(await codeOf('free', site.detail.path, { sid: done.target!.sid })).toBe(4040);
  });
});

describe('a hostile cloud', () => {
  const answerWith = (status: number, body: string, headers: Record<string, string> = {}) => {
    hostile = (_, answer) => answer.writeHead(status, headers).end(body);
  };
  const sitesOf = () => client(rogueUrl()).session('eyJ.a.b').sites();
  const failureOf = async (): Promise<CloudError> => {
    const error = await sitesOf().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof CloudError)) throw new Error(`no CloudError: ${String(error)}`);
    return error;
  };

  it('is answered with the name of the call for garbage', async () => {
    answerWith(200, '<html>');
    expect(await failureOf()).toMatchObject({
      reason: 'invalid',
      detail: 'v2/site/listWithSN: response is not JSON',
    });
    answerWith(200, JSON.stringify({ code: 200, msg: '', data: { list: [{ sid: '../x' }], total: 1 } }));
    expect(await failureOf()).toMatchObject({ reason: 'invalid' });
    answerWith(200, JSON.stringify({ code: 1, msg: 'no\u0000\n way'.repeat(99), data: null }));
    const { reason, detail } = await failureOf();
    expect(reason).toBe('refused');
    expect(detail).toMatch(/^no way/);
    expect(detail.length).toBeLessThanOrEqual(200);
  });

  it('may omit what it does not state', async () => {
    const session = client(rogueUrl()).session('eyJ.a.b');
    answerWith(200, JSON.stringify({ code: 200, data: { siteName: 'X' } }));
    expect(await session.detail('X')).toMatchObject({
      siteName: 'X',
      stateCode: '',
      latitude: null,
      electricityPrice: null,
    });
    expect(await session.layout('X')).toBeNull();
    answerWith(404, '');
    expect(await session.layout('X')).toBeNull();
    answerWith(200, JSON.stringify({ code: 258, msg: 'Wrong password' }));
    expect(await failureOf()).toMatchObject({ reason: 'refused', detail: 'Wrong password' });
  });

  it('is not followed to another address', async () => {
    let calls = 0;
    hostile = (path, answer) => {
      calls += 1;
      answer.writeHead(302, { location: `${rogueUrl()}/secret${path}` }).end();
    };
    expect(await failureOf()).toMatchObject({ reason: 'invalid', detail: 'v2/site/listWithSN: HTTP 302' });
    expect(calls).toBe(1);
  });

  it('cannot fill the memory', async () => {
    let written = 0;
    hostile = (_, answer) => {
      answer.writeHead(200);
      const piece = Buffer.alloc(262_144, ' ');
      const more = () => {
        while (!answer.destroyed && answer.write(piece)) written += piece.length;
        written += piece.length;
      };
      answer.on('drain', more);
      more();
    };
    expect((await failureOf()).detail).toContain('larger than 4 MB');
    expect(written).toBeLessThan(64 * 1_048_576);
  });

  it('is tried three times while it is overloaded', async () => {
    let calls = 0;
    hostile = (_, answer) => {
      calls += 1;
      answer.writeHead(calls % 2 ? 429 : 503, { 'retry-after': '1e9' }).end();
    };
    expect(await failureOf()).toMatchObject({ reason: 'away', detail: 'v2/site/listWithSN: HTTP 429' });
    expect(calls).toBe(3);
  });

  it('cannot claim impossible energies', async () => {
    const data = { xAxisData: ['01/03'], series: [{ name: 'E7000001', unit: 'GWh', data: [9e9] }] };
    answerWith(200, JSON.stringify({ code: 200, msg: '', data }));
    await expect(client(rogueUrl()).session('t').days('X', '2026-03')).rejects.toMatchObject({
      reason: 'invalid',
    });
  });
});
