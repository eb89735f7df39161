// What there is of firmware for one device: the newest that is published, how far it is, and what campaigns brought.
import { battery } from '@helioport/contract/battery';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedFile } from '../../../seed/documents.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { createCampaign } from '../../repositories/campaigns.ts';
import { type DeviceWords, takeAnswer } from '../../repositories/commands.ts';
import { createFirmware } from '../../repositories/firmware.ts';

const MODEL = 'sunhall.stringMachine';

let app: TestApp;
let installer: Caller;
let owner: Caller;
let rival: Caller;
let plant: { id: number; sid: string };

beforeAll(async () => {
  app = await startTestApp();
  plant = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'installer@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'rival@make.test', group: 'installer', companyId: await makeCompany(tx) });
    return await makeSite(tx, { ownerId, companyId });
  });
  installer = await app.as('installer@make.test');
  owner = await app.as('owner@make.test');
  rival = await app.as('rival@make.test');
});
afterAll(() => app?.close());

const newDevice = (kind: string) =>
  inTransaction(app.database.db, 'write', async (tx) => {
    const made = await makeDevice(tx, plant.id, { vendor: 'sunhall', kind });
    await sql`update devices set commands_at = now() where id = ${made.id}`.execute(tx);
    return made;
  });

const newFirmware = (version: string, more: { model?: string; isPublished?: boolean } = {}) =>
  inTransaction(app.database.db, 'write', async (tx) => {
    const data = Buffer.from(`HPFW ${more.model ?? MODEL} ${version}`);
    const fileId = await seedFile(tx, {
      purpose: 'firmware',
      name: 'f.bin',
      mime: 'application/octet-stream',
      data,
      now: app.now(),
    });
    const one = { model: MODEL, version, description: `About ${version}`, fileId, isForced: false };
    const by = { userId: null, at: new Date(app.now()) };
    return (await createFirmware(tx, { isPublished: true, ...one, ...more }, by))!;
  });

it('names the newest that is published for the model, until the device runs it', async () => {
  const { sn } = await newDevice('stringMachine');
  const view = () => owner.call(battery.hxParamsView, { sn });
  expect(await view()).toMatchObject({ newest: null, upgrades: [], schedule: null });
  await newFirmware('2.10.0');
  await newFirmware('2.9.0');
  await newFirmware('3.0.0', { isPublished: false });
  await newFirmware('4.0.0', { model: 'sunhall.battery' });
  const { newest } = await view();
  expect(newest).toMatchObject({ version: '2.10.0', description: 'About 2.10.0', isNewer: true });
  const { version, url, sha256 } = newest!;
  expect(await installer.call(battery.hxOta, { sn, version, url, sha256 })).toMatchObject({
    state: 'queued',
  });
  const report = (firmware: string) =>
    inTransaction(app.database.db, 'write', (tx) =>
      takeAnswer(tx, {
        sn,
        at: new Date(app.now()),
        id: null,
        parameters: {},
        refused: null,
        more: { firmware },
      }),
    );
  await report('2.9.0');
  expect((await view()).newest?.isNewer).toBe(true);
  await report('2.10.0');
  expect((await view()).newest?.isNewer).toBe(false);
});

it('lists the campaigns of the device alone, and why one failed', async () => {
  const [{ id, sn }, other] = [await newDevice('battery'), await newDevice('battery')];
  const firmwareId = await newFirmware('5.0.0', { model: 'sunhall.battery' });
  await inTransaction(app.database.db, 'write', async (tx) => {
    const rules = { canaries: 1, waitMinutes: 60, batch: 5, maxFailures: 3, powerDrop: 30 };
    const campaign = { ...rules, firmwareId, name: 'Five', companyId: null, userId: null };
    const reached = [{ siteId: plant.id, deviceId: id, version: '4.0.0' }];
    const first = await createCampaign(tx, campaign, reached, { at: new Date(app.now()) });
    await sql`
      update campaign_devices set state = 'failed', reason = 'expired' where campaign_id = ${first}`.execute(
      tx,
    );
    await createCampaign(tx, campaign, reached, { at: new Date(app.now()) });
  });
  expect((await owner.call(battery.hxParamsView, { sn })).upgrades).toMatchObject([
    { versionName: '5.0.0', state: 'queued', stateTitle: 'Queued', reason: '', sentAt: null },
    { versionName: '5.0.0', state: 'failed', stateTitle: 'Failed', reason: 'No response in time' },
  ]);
  expect((await owner.call(battery.hxParamsView, { sn: other.sn })).upgrades).toEqual([]);
});

it('ends an update when the new version runs, in whatever order both are read', async () => {
  const { sn } = await newDevice('battery');
  const report = (second: number, more: DeviceWords) =>
    inTransaction(app.database.db, 'write', (tx) =>
      takeAnswer(tx, {
        sn,
        at: new Date(app.now() + second * 1000),
        id: null,
        parameters: {},
        refused: null,
        more,
      }),
    );
  const now = async () => (await owner.call(battery.hxParamsView, { sn })).update?.percent;
  await report(1, { update: { version: '6.0', state: 'downloading', percent: 50 } });
  expect(await now()).toBe(50);
  await report(3, { firmware: '6.0' });
  await report(2, { update: { version: '6.0', state: 'installing', percent: 90 } });
  expect(await now()).toBeUndefined();
  await report(5, { update: { version: '7.0', state: 'downloading', percent: 20 } });
  await report(4, { firmware: '6.0' });
  expect(await now()).toBe(20);
});

it('is for what fetches its own firmware, and for those who may see it', async () => {
  const [{ sn }, meter] = [await newDevice('stringMachine'), await newDevice('meter')];
  const code = async (who: Caller, of = sn) =>
    (await who.send(battery.hxParamsView.path, { sn: of })).envelope.code;
  expect([await code(rival), await code(owner, meter.sn)]).toEqual([4041, 1331]);
  const firmware = { version: '2.0', url: 'https://files.example/2', sha256: 'ab'.repeat(32) };
  const codeFor = async (who: Caller, of = sn) =>
    (await who.send(battery.hxOta.path, { sn: of, ...firmware })).envelope.code;
  expect([await codeFor(rival), await codeFor(owner), await codeFor(installer, meter.sn)]).toEqual([
    4041, 403, 1331,
  ]);
  expect(await codeFor(installer)).toBe(1375);
});

it('lets nothing be installed but what is published for the model, from our own address', async () => {
  const { id, sn } = await newDevice('stringMachine');
  await newFirmware('7.0.0');
  await newFirmware('8.0.0', { isPublished: false });
  await newFirmware('9.0.0', { model: 'sunhall.battery' });
  const { newest } = await installer.call(battery.hxParamsView, { sn });
  const { version, url, sha256 } = newest!;
  const { rows } = await sql<{ version: string; key: string; sha256: string }>`
    select w.version, f.key, f.sha256 from firmware w join large_files f on f.id = w.file_id
    where w.version in ('8.0.0', '9.0.0')`.execute(app.database.db);
  const origin = url.slice(0, url.indexOf('/attachments/'));
  const tries = [
    { version, url: 'https://files.example/2', sha256 },
    { version, url: `${origin}@files.example/attachments/x`, sha256 },
    { version, url: `${url}/../other`, sha256 },
    { version, url, sha256: 'ab'.repeat(32) },
    { version: '7.0.1', url, sha256 },
    ...rows.map((row) => ({ ...row, url: `${origin}/attachments/${row.key}` })),
  ];
  expect(tries).toHaveLength(7);
  for (const one of tries) {
    const { envelope } = await installer.send(battery.hxOta.path, { sn, ...one });
    expect(envelope).toMatchObject({ code: 1375, data: {} });
  }
  const made = await sql`select 1 from commands where device_id = ${id}`.execute(app.database.db);
  expect(made.rows).toEqual([]);
  expect(await installer.call(battery.hxOta, { sn, version, url, sha256 })).toMatchObject({
    state: 'queued',
  });
});
