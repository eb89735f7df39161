// A parameter set is applied to many devices over the real broker: preview, commands by the queue, confirmation by
// read-back, and rollback per device.
import { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { eventually } from '../../../test/eventually.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { type ListeningDevice, type MqttWorld, startMqttWorld } from '../../../test/mqttWorld.ts';
import { inTransaction } from '../../platform/db.ts';

const {
  inverterSetList: sets,
  inverterSetModels: models,
  inverterSetCreate: create,
  inverterSetEdit: edit,
  inverterSetDel: del,
  inverterSetPreview: preview,
  inverterSetRead: read,
  inverterSetApply: apply,
  inverterRunList: runs,
  inverterRunDevices: devicesOf,
  inverterRunConfirm: confirm,
  inverterRunWithdraw: withdraw,
  inverterRunBackPreview: backPreview,
  inverterRunBack: back,
  inverterGroupFilter: group,
} = configuration;

let app: TestApp;
let world: MqttWorld;
let installer: Caller;
let colleague: Caller;
let rival: Caller;
let owner: Caller;
let companyId: number;
let plant: { id: number; sid: string };

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    companyId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'installer@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'colleague@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'rival@make.test', group: 'installer', companyId: await makeCompany(tx) });
    plant = await makeSite(tx, { ownerId, companyId });
  });
  [installer, colleague, rival, owner] = [
    await app.as('installer@make.test'),
    await app.as('colleague@make.test'),
    await app.as('rival@make.test'),
    await app.as('owner@make.test'),
  ];
  world = await startMqttWorld(app);
});
afterAll(async () => {
  await world?.close();
  await app?.close();
});

const newDevice = (site: { id: number } = plant, kind = 'stringMachine') =>
  inTransaction(app.database.db, 'write', (tx) => makeDevice(tx, site.id, { vendor: 'sunhall', kind }));

/** A device that listens, and has said what it has. */
async function listening(sn: string, parameters: Record<string, number> = {}): Promise<ListeningDevice> {
  const device = await world.listening(sn);
  await eventually(async () =>
    expect((await installer.call(group, { filters: { sn } })).list).toMatchObject([{ isRemote: true }]),
  );
  if (Object.keys(parameters).length > 0) await device.report({ parameters });
  return device;
}

const newSet = async (values: Record<string, number>, more: { model?: string; name?: string } = {}) =>
  (
    await installer.call(create, {
      name: 'House rules',
      model: 'sunhall.stringMachine',
      gridCode: 'en50549' as const,
      ...more,
      values,
    })
  ).id;
const statesOf = async (runId: number) =>
  Object.fromEntries(
    (await installer.call(devicesOf, { id: runId })).list.map(({ sn, state }) => [sn, state]),
  );
const receivedOnce = ({ received }: ListeningDevice, count = 1) =>
  eventually(() => expect(received).toHaveLength(count));

describe('a set of parameters', () => {
  it('is kept within the ranges of its grid code, and for devices that have parameters', async () => {
    const fields = { name: 'Bad', model: '', gridCode: 'en50549' };
    const codeOf = async (more: object) =>
      (await installer.send(create.path, { ...fields, ...more })).envelope.code;
    expect([
      await codeOf({ values: {} }),
      await codeOf({ values: { overVoltage: 300 } }),
      await codeOf({ values: { overVoltage: 253 }, gridCode: 'none' }),
      await codeOf({ values: { overVoltage: 253 }, model: 'nep.meter' }),
      await codeOf({ values: { overVoltage: 253 }, model: 'nonsense' }),
    ]).toEqual([1168, 1164, 400, 1169, 1169]);
    const offered = (await installer.call(models, {})).list.map(({ model }) => model);
    expect(offered).toContain('BDM-800');
    expect(offered).not.toContain('nep.meter');
  });

  it('is seen by its company alone, changed, and deleted', async () => {
    const id = await newSet({ reconnectTime: 60 }, { name: 'Ours' });
    const listed = async (who: Caller) => (await who.call(sets, { filters: { id } })).list;
    expect(await listed(rival)).toEqual([]);
    const other = {
      id,
      name: 'Ours, later',
      model: '',
      gridCode: 'en50549' as const,
      values: { overVoltage: 250 },
    };
    expect((await rival.send(edit.path, other)).envelope.code).toBe(4058);
    expect((await rival.send(preview.path, { id })).envelope.code).toBe(4058);
    expect((await owner.send(sets.path, {})).envelope.code).toBe(403);
    await colleague.call(edit, other);
    expect(await listed(installer)).toMatchObject([
      { name: 'Ours, later', isProtection: true, values: [{ key: 'overVoltage', value: 250 }] },
    ]);
    await installer.call(del, { id });
    expect(await listed(installer)).toEqual([]);
    const { rows } = await sql`
      select from audit where action in ('parameterSet.create', 'parameterSet.update', 'parameterSet.del')
        and subject like 'Ours%'`.execute(app.database.db);
    expect(rows).toHaveLength(3);
  });

  it('says of each device what would change, and of others why they are left out', async () => {
    const site = await inTransaction(app.database.db, 'write', (tx) => makeSite(tx, { companyId }));
    const abroad = await inTransaction(app.database.db, 'write', (tx) =>
      makeSite(tx, { companyId, countryCode: 'US' }),
    );
    const [knows, has, unread, mute, gateway, american] = [
      await newDevice(site),
      await newDevice(site),
      await newDevice(site),
      await newDevice(site),
      await newDevice(site, 'gateway'),
      await newDevice(abroad),
    ];
    await listening(knows.sn, { reconnectTime: 30, overVoltage: 253 });
    await listening(has.sn, { reconnectTime: 60 });
    await listening(unread.sn);
    await listening(american.sn, { reconnectTime: 60 });
    const id = await newSet({ reconnectTime: 60 });
    const input = { id, filters: { sn: [knows, has, unread, mute, gateway, american].map(({ sn }) => sn) } };
    const { list, ...sums } = await installer.call(preview, input);
    expect(sums).toEqual({ total: 6, told: 2, unread: 1, waiting: 0, same: 1, leftOut: 3 });
    const msgOf = new Map(list.map(({ sn, msg }) => [sn, msg]));
    expect([mute, gateway, american, has].map(({ sn }) => msgOf.get(sn))).toEqual([
      'This device does not accept remote settings.',
      'The device is a different model.',
      'A different grid code applies in its country.',
      'The device already has these values.',
    ]);
    expect(list.find(({ sn }) => sn === knows.sn)!.changes).toEqual([
      { key: 'reconnectTime', unit: 's', now: 30, wanted: 60 },
    ]);
    expect(list.find(({ sn }) => sn === unread.sn)!.changes).toMatchObject([{ now: null }]);
    // Without a selected plant or serial number, devices of other models are not considered.
    const everywhere = await installer.call(preview, { id, page: { size: 1000, num: 0 } });
    expect(everywhere.list.some(({ sn }) => sn === gateway.sn)).toBe(false);
    expect((await rival.call(preview, { id: await rivals() })).total).toBe(0);
    // What was never read can be asked for first.
    expect(await installer.call(read, input)).toEqual({ asked: 1 });
  });

  const rivals = async () =>
    (await rival.call(create, { name: 'His', model: '', gridCode: 'en50549', values: { reconnectTime: 60 } }))
      .id;

  it('reaches each device with what it lacks, is believed by read-back, and taken back', async () => {
    const site = await inTransaction(app.database.db, 'write', (tx) => makeSite(tx, { companyId }));
    const found = await Promise.all([newDevice(site), newDevice(site), newDevice(site)]);
    const [first, second, third] = [
      await listening(found[0].sn, { reconnectTime: 30, powerMode: 1 }),
      await listening(found[1].sn, { reconnectTime: 40, powerMode: 1 }),
      await listening(found[2].sn),
    ];
    const id = await newSet({ reconnectTime: 60, powerMode: 1 }, { name: 'Slow return' });
    const { runId, told } = await installer.call(apply, { id, filters: { sid: site.sid } });
    expect(told).toBe(3);
    for (const device of [first, second, third]) await receivedOnce(device);
    // Only what differs; of what was never read all.
    expect([first, second, third].map(({ received }) => received[0]!.set)).toEqual([
      { reconnectTime: 60 },
      { reconnectTime: 60 },
      { reconnectTime: 60, powerMode: 1 },
    ]);
    // Said twice it is sent once: the devices are busy.
    expect((await installer.send(apply.path, { id, filters: { sid: site.sid } })).envelope.code).toBe(1170);
    await first.report({ id: first.received[0]!.id, parameters: { reconnectTime: 60 } });
    await second.report({ id: second.received[0]!.id, parameters: { reconnectTime: 40 }, refused: 'locked' });
    await third.report({ id: third.received[0]!.id, parameters: { reconnectTime: 60, powerMode: 1 } });
    expect(await statesOf(runId)).toEqual({
      [found[0].sn]: 'confirmed',
      [found[1].sn]: 'refused',
      [found[2].sn]: 'confirmed',
    });
    expect((await installer.call(runs, { filters: { id: runId } })).list).toMatchObject([
      { name: 'Slow return', total: 3, counts: { confirmed: 2, refused: 1 }, backOf: null },
    ]);
    expect((await rival.call(runs, {})).total).toBe(0);
    expect((await rival.call(devicesOf, { id: runId })).total).toBe(0);
    expect((await rival.send(back.path, { id: runId })).envelope.code).toBe(4059);

    const { list } = await installer.call(backPreview, { id: runId });
    expect(new Map(list.map(({ sn, changes, msg }) => [sn, [changes, msg]]))).toEqual(
      new Map([
        [found[0].sn, [[{ key: 'reconnectTime', unit: 's', now: 60, wanted: 30 }], '']],
        [found[1].sn, [[], 'The device already has these values.']],
        [found[2].sn, [[], 'Its previous values have never been read.']],
      ]),
    );
    const foreign = { id: runId, sn: [found[0].sn, (await newDevice()).sn] };
    expect((await installer.send(back.path, foreign)).envelope.msg).toMatch(/device/i);
    const taken = await installer.call(back, { id: runId, sn: [found[0].sn] });
    expect(taken.told).toBe(1);
    await receivedOnce(first, 2);
    expect(first.received[1]!.set).toEqual({ reconnectTime: 30 });
    await first.report({ id: first.received[1]!.id, parameters: { reconnectTime: 30 } });
    expect(await statesOf(taken.runId)).toEqual({ [found[0].sn]: 'confirmed' });
    expect((await installer.call(runs, { filters: { id: taken.runId } })).list).toMatchObject([
      { backOf: runId },
    ]);
    const { rows } = await sql<{ action: string }>`
      select action from audit where subject = 'Slow return' order by id`.execute(app.database.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'parameterSet.create',
      'parameterSet.apply',
      'parameterSet.rollBack',
    ]);
  });

  it('waits for a second person where it touches protection, and may be withdrawn', async () => {
    const site = await inTransaction(app.database.db, 'write', (tx) => makeSite(tx, { companyId }));
    const found = await Promise.all([newDevice(site), newDevice(site)]);
    const [first, second] = [
      await listening(found[0].sn, { overVoltage: 253, reconnectTime: 60 }),
      await listening(found[1].sn, { overVoltage: 250, reconnectTime: 30 }),
    ];
    const id = await newSet({ overVoltage: 250, reconnectTime: 60 });
    const input = { id, filters: { sid: site.sid } };
    expect(await installer.call(preview, input)).toMatchObject({ told: 2, waiting: 1 });
    const { runId } = await installer.call(apply, input);
    // The other one changes no protection.
    await receivedOnce(second);
    expect(await statesOf(runId)).toMatchObject({ [found[0].sn]: 'waiting' });
    const may = async (who: Caller) => (await who.call(runs, { filters: { id: runId } })).list[0]!.mayConfirm;
    expect([await may(installer), await may(colleague)]).toEqual([false, true]);
    expect((await installer.send(confirm.path, { id: runId })).envelope.code).toBe(1167);
    expect((await rival.send(confirm.path, { id: runId })).envelope.code).toBe(4059);
    expect(first.received).toEqual([]);
    expect(await colleague.call(confirm, { id: runId })).toEqual({ confirmed: 1 });
    await receivedOnce(first);
    expect(first.received[0]!.set).toEqual({ overVoltage: 250 });
    expect((await installer.send(withdraw.path, { id: runId })).envelope.code).toBe(1166);

    await first.report({ id: first.received[0]!.id, parameters: { overVoltage: 250 } });
    const { runId: backId } = await installer.call(back, { id: runId, sn: [found[0].sn] });
    expect(await statesOf(backId)).toEqual({ [found[0].sn]: 'waiting' });
    expect(await installer.call(withdraw, { id: backId })).toEqual({ withdrawn: 1 });
    expect(await statesOf(backId)).toEqual({ [found[0].sn]: 'withdrawn' });
  });
});

describe('v2/configuration/inverter/group/filter', () => {
  it('chooses by model, version and company', async () => {
    const { sn } = await newDevice();
    const device = await listening(sn);
    await device.report({ firmware: '7.7.7' });
    const sns = async (filters: object) =>
      (await installer.call(group, { filters, page: { size: 1000, num: 0 } })).list.map((one) => one.sn);
    await eventually(async () => expect(await sns({ version: '7.7.7' })).toEqual([sn]));
    expect(await sns({ model: 'sunhall.stringMachine', company_id: companyId })).toContain(sn);
    expect(await sns({ model: 'BDM-800' })).toEqual([]);
    expect(await sns({ company_id: companyId + 1 })).toEqual([]);
  });
});
