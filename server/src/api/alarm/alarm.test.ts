import { alarm } from '@helioport/contract/alarm';
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let owner: Caller;
let installer: Caller;
let reader: Caller;
let elsewhere: Caller;
let sid: string;
let sn: string;
let siteId: number;
let ownerUid: string;

const raise = async (
  kind: string,
  more: { isSo?: boolean; hoursAgo?: number; deviceIds?: number[] } = {},
) => {
  const at = new Date(app.now() - (more.hoursAgo ?? 1) * HOUR_MS);
  const { rows } = await sql<{ id: number }>`
    insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at, is_active)
    values (${siteId}, ${kind}, 0, ${more.deviceIds ?? []}::bigint[], '{}', ${at}, ${at}, ${at}, ${more.isSo ?? true}) returning id`.execute(
    app.database.db,
  );
  return rows[0]!.id;
};
let [relay, grid, silent]: number[] = [];

beforeAll(async () => {
  app = await startTestApp();
  const deviceId = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx, {});
    const { id: ownerId } = await makeUser(tx, { email: 'owner@alarm.test' });
    await makeUser(tx, { email: 'installer@alarm.test', group: 'installer', companyId });
    const { id: readerId } = await makeUser(tx, { email: 'reader@alarm.test' });
    await makeUser(tx, { email: 'else@alarm.test' });
    const made = await makeSite(tx, { ownerId, companyId, name: 'Barn' });
    ({ id: siteId, sid } = made);
    await shareSite(tx, siteId, readerId, false);
    const device = await makeDevice(tx, siteId, { alias: 'South 1' });
    sn = device.sn;
    return device.id;
  });
  ownerUid = (
    await sql<{ uid: string }>`select uid from users where email = 'owner@alarm.test'`.execute(
      app.database.db,
    )
  ).rows[0]!.uid;
  [owner, installer, reader, elsewhere] = (await Promise.all(
    ['owner', 'installer', 'reader', 'else'].map((who) => app.as(`${who}@alarm.test`)),
  )) as [Caller, Caller, Caller, Caller];
  relay = await raise('4000', { deviceIds: [deviceId], hoursAgo: 5 });
  grid = await raise('0040', { deviceIds: [deviceId], isSo: false });
  silent = await raise('plantSilent', { hoursAgo: 3 });
});
afterAll(() => app.close());

describe('v2/alarm/list', () => {
  it('shows those of the plants that one sees, the gravest first, with words and advice', async () => {
    const { list, total, counts } = await owner.call(alarm.list);
    expect(total).toBe(3);
    expect(counts).toEqual({ open: 3, acknowledged: 0, snoozed: 0 });
    expect(list.map(({ key }) => key)).toEqual(['4000', 'plantSilent', '0040']);
    expect(list[0]).toMatchObject({
      sid,
      siteName: 'Barn',
      severity: 'critical',
      state: 'open',
      sns: [sn],
      alias: 'South 1',
      title: 'Relay error',
      mayEdit: true,
      times: 1,
      deviceCount: 1,
      ownerAdvice: 'Do not touch modules or cables. Call your installer today.',
    });
    expect((await elsewhere.call(alarm.list)).total).toBe(0);
    expect((await reader.call(alarm.list)).list.map(({ mayEdit }) => mayEdit)).toEqual([false, false, false]);
  });

  it('finds by state, severity, kind, plant, serial and words, and sorts', async () => {
    const find = async (filters: object) =>
      (await owner.call(alarm.list, { filters, sort: [{ field: 'raisedAt', order: 'asc' }] })).list.map(
        ({ key }) => key,
      );
    expect(await find({ severity: 'critical' })).toEqual(['4000']);
    expect(await find({ severity: 'nonsense' })).toEqual([]);
    expect(await find({ key: '0040' })).toEqual(['0040']);
    expect(await find({ state: 'standing' })).toHaveLength(3);
    expect(await find({ state: 'recovered' })).toEqual([]);
    expect(await find({ state: 'nonsense' })).toEqual([]);
    expect(await find({ sid })).toEqual(['4000', 'plantSilent', '0040']);
    expect(await find({ sid: 'DE_20260101_none' })).toEqual([]);
    expect(await find({ sn: sn.toLowerCase() })).toEqual(['4000', '0040']);
    expect(await find({ keywords: 'bar' })).toHaveLength(3);
    expect(await find({ keywords: '%' })).toEqual([]);
    expect(await find({ mine: true })).toEqual([]);
  });
});

describe('what people do', () => {
  const stateOf = async (alarmId: number | undefined) =>
    (await owner.call(alarm.detail, { alarmId: alarmId! })).state;

  it('is kept with who and when and why, and answers to nobody else', async () => {
    await installer.call(alarm.acknowledge, { alarmIds: [relay!, silent!], comment: 'on my way' });
    const { steps, state } = await owner.call(alarm.detail, { alarmId: relay! });
    expect(state).toBe('acknowledged');
    expect(steps).toMatchObject([
      { step: 'acknowledged', isByPerson: true, comment: 'on my way', at: app.now() },
    ]);
    for (const caller of [elsewhere]) {
      expect((await caller.send('v2/alarm/acknowledge', { alarmIds: [relay] })).envelope.code).toBe(4054);
      expect((await caller.send('v2/alarm/detail', { alarmId: relay })).envelope.code).toBe(4054);
    }
    expect((await reader.send('v2/alarm/acknowledge', { alarmIds: [relay] })).envelope.code).toBe(1121);
    expect((await owner.send('v2/alarm/acknowledge', { alarmIds: [] })).envelope.code).toBe(1401);
    expect((await owner.send('v2/alarm/acknowledge', { alarmIds: [relay, 999_999] })).envelope.code).toBe(
      4054,
    );
  });

  it('gives it to somebody who sees the plant, and finds it for him', async () => {
    const { list } = await installer.call(alarm.assignees, { alarmId: relay! });
    expect(list.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['installer@alarm.test', 'owner@alarm.test']),
    );
    expect(list.map(({ name }) => name)).not.toContain('else@alarm.test');
    await installer.call(alarm.assign, { alarmIds: [relay!], assigneeUid: ownerUid });
    expect((await owner.call(alarm.list, { filters: { mine: true } })).list).toMatchObject([
      { alarmId: relay, assignedName: 'owner@alarm.test' },
    ]);
    const otherUser = (
      await sql<{ uid: string }>`select uid from users where email = 'else@alarm.test'`.execute(
        app.database.db,
      )
    ).rows[0]!.uid;
    const refused = await installer.send('v2/alarm/assign', { alarmIds: [relay], assigneeUid: otherUser });
    expect(refused.envelope.code).toBe(4042);
    await installer.call(alarm.assign, { alarmIds: [relay!] });
    expect((await owner.call(alarm.list, { filters: { mine: true } })).total).toBe(0);
  });

  it('leaves it alone until then', async () => {
    const now = app.now();
    await owner.call(alarm.snooze, { alarmIds: [silent!], hours: 2 });
    expect(await stateOf(silent)).toBe('snoozed');
    app.setNow(now + 2 * HOUR_MS + 1);
    expect(await stateOf(silent)).toBe('acknowledged');
    await owner.call(alarm.snooze, { alarmIds: [silent!], hours: 24 });
    await owner.call(alarm.snooze, { alarmIds: [silent!], hours: 0 });
    expect(await stateOf(silent)).toBe('acknowledged');
    app.setNow(now);
  });

  it('ends only what nobody can tell of any more', async () => {
    expect((await owner.send('v2/alarm/clear', { alarmIds: [relay] })).envelope.code).toBe(1403);
    await owner.call(alarm.clear, { alarmIds: [grid!], comment: 'inverter replaced' });
    expect(await stateOf(grid)).toBe('cleared');
    expect((await owner.send('v2/alarm/snooze', { alarmIds: [grid], hours: 1 })).envelope.code).toBe(1402);
    await owner.call(alarm.comment, { alarmId: grid!, comment: 'It was the clamp.' });
    const { steps } = await owner.call(alarm.detail, { alarmId: grid! });
    expect(steps.map(({ step, comment }) => [step, comment])).toEqual([
      ['clearedByHand', 'inverter replaced'],
      ['commented', 'It was the clamp.'],
    ]);
  });

  it('shows below what speaks for it, and lists it only when asked', async () => {
    await sql`update alarm set is_grouped = true where id = ${relay}`.execute(app.database.db);
    expect((await owner.call(alarm.detail, { alarmId: silent! })).folded).toMatchObject([{ alarmId: relay }]);
    const total = async (withFolded: boolean) =>
      (await owner.call(alarm.list, { filters: { state: 'standing' }, withFolded })).total;
    expect([await total(false), await total(true)]).toEqual([1, 2]);
  });

  it('are counted as the list counts those that are open, of visible plants alone', async () => {
    await raise('0010');
    for (const who of [owner, installer, reader]) {
      const { counts } = await who.call(alarm.list, {});
      expect(counts.open).toBeGreaterThan(0);
      expect(await who.call(alarm.count)).toEqual({ open: counts.open });
    }
    expect(await elsewhere.call(alarm.count)).toEqual({ open: 0 });
  });
});
