// Firmware is rolled out to many devices over the real broker: first to a few, and not to others if these fail.

import { configuration } from '@helioport/contract/configuration';
import { device } from '@helioport/contract/device';
import { MINUTE_MS } from '@helioport/domain/duration';
import type { Command } from '@helioport/protocol/helioport/command';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { eventually } from '../../../test/eventually.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { sendFile } from '../../../test/largeFiles.ts';
import { type ListeningDevice, type MqttWorld, startMqttWorld } from '../../../test/mqttWorld.ts';
import { driveCampaigns } from '../../jobs/driveCampaigns.ts';
import { inTransaction } from '../../platform/db.ts';

const {
  otaList,
  otaModels,
  otaCreate,
  otaEdit,
  otaDel,
  otaListSn,
  otaFileBegin,
  otaFilePiece,
  otaCampaignPreview: preview,
  otaCampaignCreate: begin,
  otaCampaignList: campaigns,
  otaCampaignDevices: devices,
  otaCampaignStop: stop,
  otaCampaignResume: resume,
  otaSite,
  otaPostpone,
} = configuration;
const MODEL = 'sunhall.stringMachine';

let app: TestApp;
let world: MqttWorld;
let admin: Caller & { token: string };
let installer: Caller;
let rival: Caller;
let owner: Caller;
let companyId: number;
let ownerId: number;
let plant: { id: number; sid: string };
let version = 0;

const signedIn = async (account: string) => {
  const { envelope } = await app.anonymous.send('v2/sign-in', { account, password: 'helioport-demo' });
  const { token } = (envelope.data as { tokenInfo: { token: string } }).tokenInfo;
  return { ...app.withToken(token), token };
};

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    companyId = await makeCompany(tx);
    ({ id: ownerId } = await makeUser(tx, { email: 'owner@make.test' }));
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    await makeUser(tx, { email: 'installer@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'rival@make.test', group: 'installer', companyId: await makeCompany(tx) });
  });
  admin = await signedIn('admin@make.test');
  installer = await signedIn('installer@make.test');
  rival = await signedIn('rival@make.test');
  owner = await signedIn('owner@make.test');
  world = await startMqttWorld(app);
});
afterAll(async () => {
  await world?.close();
  await app?.close();
});
// Each story has a plant of its own.
beforeEach(async () => {
  plant = await inTransaction(app.database.db, 'write', (tx) => makeSite(tx, { ownerId, companyId }));
});

const image = (mark: string) => Buffer.from(`HPFW ${mark}`);

async function newFirmware(more: { isForced?: boolean; isPublished?: boolean } = {}) {
  version += 1;
  const versionName = `2.${version}.0`;
  const way = { begin: otaFileBegin, piece: otaFilePiece };
  const { file } = await sendFile(app, admin, way, { name: 'f.bin', data: image(versionName) });
  const { id } = await admin.call(otaCreate, {
    model: MODEL,
    versionName,
    isPublished: true,
    fileId: file!.id,
    sha256: file!.sha256.toUpperCase(),
    ...more,
  });
  return { id, versionName };
}

interface CompositeDevice extends ListeningDevice {
  sn: string;
  /** Reports its current power, in W. */
  makes(powerW: number): Promise<unknown>;
}

/** A connected device; `answers` is its reaction to a firmware update. */
async function newDevice(answers: 'takes' | 'refuses' | 'nothing' = 'takes'): Promise<CompositeDevice> {
  const { sn } = await inTransaction(app.database.db, 'write', (tx) =>
    makeDevice(tx, plant.id, { vendor: 'sunhall', kind: 'stringMachine' }),
  );
  const its = await world.listening(sn);
  its.client.on('message', (_topic, payload) => {
    const { id, firmware } = JSON.parse(payload.toString()) as Command;
    if (!firmware || answers === 'nothing') return;
    const update = { version: firmware.version, state: 'installing' as const, percent: 60 };
    void its
      .report({ id, parameters: {}, update })
      .then(() =>
        answers === 'takes'
          ? its.report({ id, firmware: firmware.version })
          : its.report({ id, firmware: '1.0.0', refused: 'does not start' }),
      );
  });
  await its.report({ firmware: '1.0.0', cpuVersion: 'c7', ramVersion: 'r2' });
  await eventually(async () => {
    const { rows } = await sql<{ on: boolean }>`
      select commands_at is not null as on from devices where sn = ${sn}`.execute(app.database.db);
    expect(rows[0]!.on).toBe(true);
  });
  const makes = (powerW: number) =>
    its.client.publishAsync(
      `helioport/${sn}/report`,
      JSON.stringify({ kind: 'inverter', at: new Date(app.now()).toISOString(), powerW, energyOutWh: 1000 }),
      { qos: 1 },
    );
  return { ...its, sn, makes };
}

const drive = () =>
  driveCampaigns({
    db: app.database.db,
    clock: app.now,
    publicUrl: 'http://portal.example',
    announcer: { announce: () => undefined },
  });
const campaignOf = async (id: number, who: Caller = installer) =>
  (await who.call(campaigns, { filters: { id } })).list[0]!;
const statesOf = async (id: number) => (await installer.call(devices, { id })).list.map(({ state }) => state);
/** Advances until the devices of the campaign have these states. */
const settles = (id: number, expected: string[]) =>
  eventually(async () => {
    await drive();
    expect(await statesOf(id)).toEqual(expected);
  });
const receivedVersions = ({ received }: CompositeDevice) =>
  received.flatMap(({ firmware }) => (firmware ? [firmware.version] : []));

describe('a campaign', () => {
  it('goes to the first ones, waits, then to all others, each once though two drive it', async () => {
    const { id: firmwareId, versionName } = await newFirmware();
    const targets = [await newDevice(), await newDevice(), await newDevice()];
    const filters = { sid: plant.sid };
    expect(await installer.call(preview, { firmwareId, filters })).toMatchObject({ fitting: 3, reached: 3 });
    const { id } = await installer.call(begin, {
      firmwareId,
      name: 'All',
      filters,
      canaries: 1,
      waitMinutes: 30,
    });
    await Promise.all([drive(), drive()]);
    await settles(id, ['confirmed', 'queued', 'queued']);
    expect(targets.map(receivedVersions)).toEqual([[versionName], [], []]);
    expect(targets[0]!.received.at(-1)?.firmware).toMatchObject({
      url: expect.stringMatching(/^http:\/\/portal\.example\/attachments\/[\w-]{32}$/),
    });
    // Another campaign leaves them alone.
    expect(await installer.call(preview, { firmwareId, filters })).toMatchObject({ current: 1, busy: 2 });

    app.setNow(app.now() + 29 * MINUTE_MS);
    await drive();
    expect(await statesOf(id)).toEqual(['confirmed', 'queued', 'queued']);
    app.setNow(app.now() + MINUTE_MS);
    await Promise.all([drive(), drive()]);
    await settles(id, ['confirmed', 'confirmed', 'confirmed']);
    expect(targets.map(receivedVersions)).toEqual([[versionName], [versionName], [versionName]]);
    expect(await campaignOf(id)).toMatchObject({
      state: 'done',
      isPastCanary: true,
      counts: { confirmed: 3 },
    });
    const { list } = await installer.call(otaListSn, {
      id: firmwareId,
      filters: { keywords: targets[0]!.sn },
    });
    expect(list).toMatchObject([{ version: versionName, state: 'confirmed', isRemote: true }]);
    const { sn } = targets[0]!;
    const runs = { wifiVersion: versionName, cpuVersion: 'c7', ramVersion: 'r2' };
    expect(await installer.call(device.detail, { sn })).toMatchObject(runs);
    const among = async (version: string) =>
      (
        await installer.call(device.list, {
          filters: { sid: plant.sid, version },
          sort: [{ field: 'version', order: 'desc' }],
        })
      ).list.map((one) => [one.WIFIVersion, one.CPUVersion, one.RAMVersion]);
    const rows = targets.map(() => Object.values(runs));
    expect(await among(versionName)).toEqual(rows);
    expect(await among('1.0.0')).toEqual([]);
    // The version reported by the device takes precedence over that from the app.
    await installer.call(device.updateWifiVersion, { wifiSn: [{ sn, wifiVersion: '0.1' }] });
    expect(await installer.call(device.detail, { sn })).toMatchObject(runs);
    expect(await installer.call(device.detailWifiOta, { wifiSn: [{ sn, wifiVersion: '' }] })).toMatchObject([
      { wifiVersion: versionName, advice: 2 },
    ]);
  });

  it('stops when one of the first fails, tells nobody more, and goes on when somebody has looked', async () => {
    const { id: firmwareId } = await newFirmware();
    const [first, second] = [await newDevice('refuses'), await newDevice()];
    const { id } = await installer.call(begin, {
      firmwareId,
      name: 'Bad',
      filters: { sid: plant.sid },
      canaries: 1,
      waitMinutes: 0,
    });
    await settles(id, ['failed', 'queued']);
    expect(await campaignOf(id)).toMatchObject({
      state: 'stopped',
      stopReason: `Stopped automatically: pilot device ${first.sn} failed.`,
    });
    const { list } = await installer.call(devices, { id });
    expect(list[0]).toMatchObject({ reason: 'does not start', versionNow: '1.0.0' });
    await drive();
    expect(receivedVersions(second)).toEqual([]);
    await installer.call(resume, { id });
    await settles(id, ['failed', 'confirmed']);
    expect(await campaignOf(id)).toMatchObject({ state: 'done' });
  });

  it('stops when one of the first makes less than its siblings since', async () => {
    const { id: firmwareId } = await newFirmware();
    const targets = [await newDevice(), await newDevice(), await newDevice()];
    for (const target of targets) await target.makes(3000);
    const { id } = await installer.call(begin, {
      firmwareId,
      name: 'Weak',
      filters: { sid: plant.sid },
      canaries: 1,
      waitMinutes: 60,
    });
    await settles(id, ['confirmed', 'queued', 'queued']);
    app.setNow(app.now() + 10 * MINUTE_MS);
    // A cloud over all of them is no loss.
    for (const target of targets) await target.makes(900);
    await drive();
    expect((await campaignOf(id)).state).toBe('running');
    app.setNow(app.now() + 10 * MINUTE_MS);
    await targets[0]!.makes(1000);
    for (const target of targets.slice(1)) await target.makes(2500);
    await drive();
    expect(await campaignOf(id)).toMatchObject({ state: 'stopped', counts: { confirmed: 1, queued: 2 } });
    expect((await campaignOf(id)).stopReason).toContain('lost power');
  });

  it('stops when one of the first goes silent by day', async () => {
    const { id: firmwareId } = await newFirmware();
    const targets = [await newDevice(), await newDevice()];
    for (const target of targets) await target.makes(3000);
    const { id } = await installer.call(begin, {
      firmwareId,
      name: 'Mute',
      filters: { sid: plant.sid },
      canaries: 1,
      waitMinutes: 600,
    });
    await settles(id, ['confirmed', 'queued']);
    app.setNow(app.now() + 100 * MINUTE_MS);
    await targets[1]!.makes(3000);
    await drive();
    expect((await campaignOf(id)).stopReason).toContain('stopped reporting');
  });

  it('stops after so many failures, and by the hand of a person', async () => {
    const { id: firmwareId } = await newFirmware();
    await newDevice();
    const bad = [await newDevice('refuses'), await newDevice('refuses'), await newDevice('nothing')];
    const input = { firmwareId, filters: { sid: plant.sid }, canaries: 1, waitMinutes: 0, batch: 2 };
    const { id } = await installer.call(begin, { ...input, name: 'Many', maxFailures: 2 });
    await settles(id, ['confirmed', 'failed', 'failed', 'queued']);
    expect((await campaignOf(id)).stopReason).toContain('failures');
    expect(receivedVersions(bad[2]!)).toEqual([]);
    await installer.call(resume, { id });
    await settles(id, ['confirmed', 'failed', 'failed', 'sent']);
    await installer.call(stop, { id });
    expect(await campaignOf(id)).toMatchObject({
      state: 'stopped',
      stopReason: 'Stopped by installer@make.test.',
    });
    expect((await installer.send(stop.path, { id })).envelope.code).toBe(1371);
  });

  it('can be put off by the owner unless it is forced, and comes back', async () => {
    const [{ id: firmwareId, versionName }, forced] = [
      await newFirmware(),
      await newFirmware({ isForced: true }),
    ];
    const target = await newDevice();
    const filters = { sid: plant.sid };
    const { id } = await installer.call(begin, { firmwareId, name: 'Kind', filters, waitMinutes: 0 });
    const { sid } = plant;
    expect(await owner.call(otaSite, { sid })).toMatchObject({
      list: [{ sn: target.sn, state: 'queued', versionName, isForced: false }],
      mayPostpone: true,
    });
    const its = { sid, sn: target.sn, campaignId: id };
    await owner.call(otaPostpone, { ...its, days: 2 });
    await settles(id, ['postponed']);
    expect(receivedVersions(target)).toEqual([]);
    app.setNow(app.now() + 2 * 86_400_000);
    await settles(id, ['confirmed']);
    expect((await owner.send(otaPostpone.path, { ...its, days: 2 })).envelope.code).toBe(1374);
    const must = await installer.call(begin, { firmwareId: forced.id, name: 'Must', filters });
    const answer = await owner.send(otaPostpone.path, { ...its, campaignId: must.id, days: 2 });
    expect(answer.envelope.code).toBe(1373);
    expect((await rival.send(otaPostpone.path, { ...its, days: 2 })).envelope.code).toBe(4040);
  });

  it('reaches devices that listen, in plants that the caller may change, and is seen by his company alone', async () => {
    const { id: firmwareId } = await newFirmware();
    const named = await newDevice();
    await inTransaction(app.database.db, 'write', (tx) =>
      makeDevice(tx, plant.id, { vendor: 'sunhall', kind: 'stringMachine' }),
    );
    const filters = { sid: plant.sid };
    expect(await installer.call(preview, { firmwareId, filters })).toMatchObject({
      reached: 1,
      onlyReport: 1,
    });
    // A serial number of another user's plant, or of another model, is ignored.
    const sns = [named.sn.toLowerCase(), 'sunhall.NOBODY-1'];
    expect(await installer.call(preview, { firmwareId, filters: { sns } })).toMatchObject({
      fitting: 1,
      reached: 1,
      onlyReport: 0,
    });
    expect(await rival.call(preview, { firmwareId, filters: { sns } })).toMatchObject({ fitting: 0 });
    expect(
      (await rival.send(begin.path, { firmwareId, name: 'Theirs', filters: { sns } })).envelope.code,
    ).toBe(1369);
    expect(await rival.call(preview, { firmwareId, filters })).toMatchObject({ fitting: 0 });
    expect((await rival.send(begin.path, { firmwareId, name: 'Mine', filters })).envelope.code).toBe(1369);
    const { id } = await installer.call(begin, { firmwareId, name: 'Ours', filters });
    expect((await rival.call(campaigns, { filters: { id } })).total).toBe(0);
    expect((await rival.call(devices, { id })).total).toBe(0);
    for (const { path } of [stop, resume]) expect((await rival.send(path, { id })).envelope.code).toBe(4053);
    expect((await owner.send(begin.path, { firmwareId, name: 'x' })).envelope.code).toBe(403);
    expect((await campaignOf(id, admin)).total).toBe(1);
  });
});

describe('a firmware', () => {
  it('is what its maker says, once for each version, and goes only while nobody was given it', async () => {
    const { id, versionName } = await newFirmware({ isPublished: false });
    const way = { begin: otaFileBegin, piece: otaFilePiece };
    const file = async () => (await sendFile(app, admin, way, { name: 'f.bin', data: image('x') })).file!.id;
    const create = async (more: object) =>
      (await admin.send(otaCreate.path, { model: MODEL, versionName: '9.9', fileId: await file(), ...more }))
        .envelope.code;
    expect(await create({ sha256: 'ab'.repeat(32) })).toBe(1365);
    expect(await create({ versionName })).toBe(1366);
    expect(await create({ model: 'nobody.knows' })).toBe(1368);
    expect(await create({ fileId: 987_654 })).toBe(1361);
    expect(
      (await sendFile(app, admin, way, { name: 'f.bin', data: Buffer.from('%PDF-1.4 %%EOF') })).code,
    ).toBe(1363);
    expect((await installer.call(otaList, { filters: { id } })).total).toBe(0);
    await admin.call(otaEdit, { id, isPublished: true, description: 'Better' });
    const { list } = await installer.call(otaList, { filters: { id } });
    expect(list).toMatchObject([{ versionName, description: 'Better', bytes: image(versionName).length }]);
    expect((await installer.call(otaModels, {})).list.map(({ model }) => model)).toContain(MODEL);
    await newDevice();
    await installer.call(begin, { firmwareId: id, name: 'Used', filters: { sid: plant.sid } });
    expect((await admin.send(otaDel.path, { id })).envelope.code).toBe(1367);
    const other = await newFirmware();
    await admin.call(otaDel, { id: other.id });
    expect((await admin.call(otaList, { filters: { id: other.id } })).total).toBe(0);
  });

  it('is advised to whoever runs an older one', async () => {
    const { sn } = await inTransaction(app.database.db, 'write', (tx) =>
      makeDevice(tx, plant.id, { productNumber: 6 }),
    );
    const input = async (wifiVersion: string) =>
      (await owner.call(device.detailWifiOta, { wifiSn: [{ sn, wifiVersion }] }))[0]!;
    expect(await input('3.1.0')).toMatchObject({ advice: 2, address: '' });
    const way = { begin: otaFileBegin, piece: otaFilePiece };
    for (const versionName of ['3.9.0', '3.10.0']) {
      const { file } = await sendFile(app, admin, way, { name: 'f.bin', data: image(versionName) });
      await admin.call(otaCreate, { model: 'BDM-800', versionName, fileId: file!.id, isPublished: true });
    }
    expect(await input('3.9.0')).toMatchObject({
      advice: 1,
      address: expect.stringContaining('/attachments/'),
    });
    expect(await input('3.10.0')).toMatchObject({ advice: 2 });
  });
});
