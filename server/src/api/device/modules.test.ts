// The layout of a plant as the calls below `v2/device/modules` keep it.
import { account } from '@helioport/contract/account';
import { device } from '@helioport/contract/device';
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../seed/demo.ts';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

type Place = OutputOf<typeof device.modules>['list'][number];
type Batch = InputOf<typeof device.modulesMoveBatch>;

let app: TestApp;
let owner: Caller;
let viewer: Caller;
let otherUser: Caller;
let sid: string;
let otherSid: string;
let sn: string;
let page: number;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'viewer@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
  });
  owner = await app.as('owner@make.test');
  viewer = await app.as('viewer@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

/** A plant with one inverter of four inputs and one empty page. */
beforeEach(async () => {
  await inTransaction(app.database.db, 'write', async (tx) => {
    const { rows } = await sql<{ id: number; email: string }>`select id, email from users`.execute(tx);
    const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? 0;
    const plant = await makeSite(tx, { ownerId: idOf('owner@make.test') });
    sid = plant.sid;
    otherSid = (await makeSite(tx, { ownerId: idOf('stranger@make.test') })).sid;
    sn = (await makeDevice(tx, plant.id)).sn;
    await shareSite(tx, plant.id, idOf('viewer@make.test'), false);
  });
  ({ id: page } = await owner.call(device.modulesPageAdd, { sid, name: 'Roof' }));
});

const place = (xM: number, more: Partial<Place> = {}) => ({
  xM,
  yM: 0,
  rotationDeg: 0,
  isLandscape: false,
  planeId: null,
  ratedW: 400,
  sn: '',
  addr: 0,
  ...more,
});
const save = (version: number, what: Partial<Batch>) =>
  owner.call(device.modulesMoveBatch, { sid, pageId: page, version, ...what });
const look = () => owner.call(device.modules, { sid });
const codeOf = async (caller: Caller, path: string, body: object) =>
  (await caller.send(path, body)).envelope.code;
const modulesShown = async () =>
  (await owner.call(site.modules, { sid })).list.flatMap(({ modules }) =>
    modules.map(({ addr, page: on }) => [addr, on]),
  );

describe('v2/device/modules/move/batch', () => {
  it('keeps what was drawn, with zones, and counts the version', async () => {
    const zone = { id: -1, name: 'South', tiltDeg: 35, azimuthDeg: 180 };
    const add = [place(1, { planeId: -1, rotationDeg: 15, isLandscape: true, sn, addr: 2 }), place(2)];
    const first = await save(1, { zones: [zone], add });
    expect(first).toMatchObject({ isSaved: true, version: 2, zoneIds: [1] });
    const { list, pages, zones, inputs } = await look();
    expect(list).toEqual(
      add.map((one, i) => ({ ...one, planeId: i === 0 ? 1 : null, id: first.ids[i], page })),
    );
    expect(zones).toEqual([{ ...zone, id: 1 }]);
    expect(pages).toMatchObject([{ name: 'Roof', version: 2, count: 2, changedBy: 'owner@make.test' }]);
    expect(inputs.map(({ addr, isPlaced }) => [addr, isPlaced])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
    const turned = { ...zone, id: 1, azimuthDeg: 90 };
    await save(2, { zones: [turned], edit: [{ ...list[0]!, yM: 7 }], remove: [list[1]!.id] });
    expect(await look()).toMatchObject({ list: [{ xM: 1, yM: 7, sn, addr: 2 }], zones: [turned] });
  });

  it('tells the second of two people that the page has changed, and keeps what the first saved', async () => {
    const { ids } = await save(1, { add: [place(1)] });
    const late = await save(1, { add: [place(99)] });
    expect(late).toEqual({ isSaved: false, version: 2, ids: [], zoneIds: [] });
    expect((await look()).list.map(({ id, xM }) => [id, xM])).toEqual([[ids[0], 1]]);
  });

  it('lets two modules change inputs, and an input that loses its place wait for another', async () => {
    const { ids } = await save(1, { add: [place(1, { sn, addr: 1 }), place(2, { sn, addr: 2 })] });
    const [a = 0, b = 0] = ids;
    await save(2, {
      edit: [
        { ...place(1, { sn, addr: 2 }), id: a },
        { ...place(2, { sn, addr: 1 }), id: b },
      ],
    });
    expect((await look()).list.map(({ id, addr }) => [id, addr])).toEqual([
      [a, 2],
      [b, 1],
    ]);
    await save(3, { edit: [{ ...place(1), id: a }], remove: [b] });
    expect((await look()).inputs.some(({ isPlaced }) => isPlaced)).toBe(false);
    // The plant still has its four modules, as those who never saw a layout know it.
    expect(await modulesShown()).toEqual([1, 2, 3, 4].map((addr) => [addr, 0]));
    await save(4, { edit: [{ ...place(1, { sn, addr: 4 }), id: a }] });
    expect(await modulesShown()).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, page],
    ]);
  });

  it('refuses an input that lies elsewhere, foreign devices, and places that are not there', async () => {
    await save(1, { add: [place(1, { sn, addr: 1 })] });
    const { id: second } = await owner.call(device.modulesPageAdd, { sid, name: 'Garage' });
    const path = device.modulesMoveBatch.path;
    const batch = (what: Partial<Batch>, on = page, version = 2) => ({ sid, pageId: on, version, ...what });
    expect(await codeOf(owner, path, batch({ add: [place(5, { sn, addr: 1 })] }, second, 1))).toBe(1142);
    const twice = [place(5, { sn, addr: 3 }), place(6, { sn, addr: 3 })];
    expect(await codeOf(owner, path, batch({ add: twice }))).toBe(1142);
    expect(await codeOf(owner, path, batch({ add: [place(5, { sn: '0BADF00D', addr: 1 })] }))).toBe(1101);
    expect(await codeOf(owner, path, batch({ remove: [987_654] }))).toBe(1141);
    expect(await codeOf(owner, path, batch({ add: [{ ...place(5), addr: 1 }] }))).toBe(400);
    expect(await codeOf(owner, path, batch({}, 77))).toBe(4048);
    expect((await look()).list).toHaveLength(1);
  });

  it('obeys only those who may change the plant, and says the same of a foreign page as of none', async () => {
    const path = device.modulesMoveBatch.path;
    const body = { sid, pageId: page, version: 1, add: [place(1)] };
    expect(await codeOf(viewer, path, body)).toBe(1121);
    expect(await codeOf(otherUser, path, body)).toBe(4040);
    expect(await codeOf(otherUser, path, { ...body, sid: otherSid, pageId: 1 })).toBe(4048);
    expect((await viewer.call(device.modules, { sid })).mayEdit).toBe(false);
    expect((await look()).list).toEqual([]);
  });

  it('writes one line of the change log per save', async () => {
    await save(1, { add: [place(1), place(2)] });
    const { rows } = await sql<{ detail: object }>`
      select a.detail from audit a join sites s on s.id = a.site_id
      where s.sid = ${sid} and action = 'site.layout' order by a.id`.execute(app.database.db);
    expect(rows.map(({ detail }) => detail)).toEqual([
      { page, name: 'Roof' },
      { page, added: 2, changed: 0, deleted: 0, zones: 0 },
    ]);
  });
});

describe('v2/device/modules/add and edit', () => {
  it('add places and change them', async () => {
    const { ids } = await owner.call(device.modulesAdd, { sid, pageId: page, version: 1, list: [place(1)] });
    const changed = { ...place(3, { sn, addr: 4 }), id: ids[0]! };
    await owner.call(device.modulesEdit, { sid, pageId: page, version: 2, list: [changed] });
    expect((await look()).list).toEqual([{ ...changed, page }]);
  });
});

async function sendPicture(fields: Record<string, string>, file: Buffer): Promise<number> {
  const { tokenInfo } = await app.anonymous.call(account.signIn, {
    account: 'owner@make.test',
    password: DEMO_PASSWORD,
  });
  const boundary = 'helioport-boundary';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const head = `${part('name="file"; filename="roof.png"')}Content-Type: image/png\r\n\r\n`;
  const answer = await app.http.inject({
    method: 'POST',
    url: `/${device.modulesPagePicture.path}`,
    headers: {
      authorization: tokenInfo.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(texts.join('') + head),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
  return (answer.json() as { code: number }).code;
}

describe('pages of modules', () => {
  it('are named, put in order, sized, and gone again with their modules waiting', async () => {
    await save(1, { add: [place(1, { sn, addr: 1 }), place(2)] });
    const { id: second } = await owner.call(device.modulesPageAdd, { sid, name: 'Garage' });
    const edit = { sid, pageId: second, version: 1, name: 'Carport', position: 0, moduleWidthM: 1 };
    expect(await owner.call(device.modulesPageEdit, edit)).toMatchObject({ isSaved: true });
    const { list } = await owner.call(site.modulesPage, { sid });
    expect(list.map(({ name, moduleWidthM, moduleHeightM }) => [name, moduleWidthM, moduleHeightM])).toEqual([
      ['Carport', 1, 1.74],
      ['Roof', 1.14, 1.74],
    ]);
    expect(await owner.call(device.modulesPageDel, { sid, pageId: page, version: 1 })).toMatchObject({
      isSaved: false,
    });
    await owner.call(device.modulesPageDel, { sid, pageId: page, version: 2 });
    expect(await look()).toMatchObject({ pages: [{ name: 'Carport' }], list: [] });
    expect(await modulesShown()).toEqual([1, 2, 3, 4].map((addr) => [addr, 0]));
  });

  it('carry a picture that old clients find too', async () => {
    const file = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'gray' } })
      .png()
      .toBuffer();
    expect(await sendPicture({ sid, pageId: String(page), version: '1' }, file)).toBe(200);
    const [shown] = (await owner.call(site.modulesPage, { sid })).list;
    expect(shown).toMatchObject({ pictureWidth: 400, pictureHeight: 200, metresPerPixel: 0.05, version: 2 });
    expect(shown?.picture).toMatch(/^\/files\/[0-9a-f]{64}$/);
    const { layoutPic, layoutScale } = await owner.call(site.layoutInfo, { sid });
    expect(layoutPic).toBe(shown?.picture);
    expect(layoutScale).toBeCloseTo(0.05, 6);
    await owner.call(device.modulesPageEdit, { sid, pageId: page, version: 2, hasNoPicture: true });
    expect((await owner.call(site.modulesPage, { sid })).list).toMatchObject([{ picture: '' }]);
  });
});
