import { alarm } from '@helioport/contract/alarm';
import { device } from '@helioport/contract/device';
import { finding } from '@helioport/contract/finding';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { type EvaluatedPortal, NOW, startEvaluatedPortal } from '../../../test/evaluatedPlant.ts';
import { inTransaction } from '../../platform/db.ts';
import { mailAlarms } from '../../queries/alarm/mail.ts';
import { notificationOf } from '../../queries/alarm/notification.ts';
import { pushOfAlarm } from '../../queries/alarm/push.ts';
import { findingTexts } from '../../queries/finding/texts.ts';
import { findIssues } from './issues.ts';

let portal: EvaluatedPortal;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
  const { database } = portal.app;
  const { rows } = await sql<{ siteId: number; deviceId: number }>`
    select site_id as "siteId", id as "deviceId" from devices`.execute(database.db);
  const readings = rows.map((of) =>
    makeReading({ ...of, timeZone: 'Europe/Berlin' }, NOW - 60_000, { power: 900 }),
  );
  await storeReadings(database.pool, readings, NOW);
});
afterAll(() => portal.close());

const look = () => findIssues(portal.app.database.db, NOW);
const alarmsNow = async () => (await portal.owner.call(alarm.list, { filters: { state: 'standing' } })).list;
const change = (set: ReturnType<typeof sql>) => set.execute(portal.app.database.db);
const steps = async () =>
  (
    await sql<{ step: string }>`select step from alarm_step order by id`.execute(portal.app.database.db)
  ).rows.map(({ step }) => step);

it('is no alarm while the evaluation is behind', async () => {
  await change(sql`update analytics_plant set evaluated_until = evaluated_until - 10`);
  await look();
  expect(await alarmsNow()).toEqual([]);
  await change(sql`update analytics_plant set evaluated_until = evaluated_until + 10`);
});

it('goes on as the alarm of the rule of weak modules, with what users did about it', async () => {
  const { plant } = portal;
  await change(sql`
    insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, since_day, raised_at, revised_at, is_active, acknowledged_at)
    select d.site_id, 'moduleWeak', d.id, array[d.id], '{2}', ${new Date(NOW)}, '2026-05-20', ${new Date(NOW)}, ${new Date(NOW)}, true, ${new Date(NOW)}
    from devices d where d.sn = ${plant.sns[0]!}`);
  await look();
  const alarms = await alarmsNow();
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toMatchObject({
    key: 'moduleWeak',
    state: 'acknowledged',
    sns: [plant.sns[0]],
    addrs: [2],
  });
});

it('begins, reads and costs as its finding, and each names the other', async () => {
  const { owner, plant, unrelated } = portal;
  const [found] = (await owner.call(finding.list)).list;
  const [shown] = await alarmsNow();
  expect(shown).toMatchObject({
    findingId: found!.id,
    explanation: found!.sentence,
    begunAt: new Date(found!.since).getTime(),
    severity: 'minor',
    lostMoney: expect.closeTo(found!.lostMoney!, 1),
  });
  expect(shown!.lostKwh).toBeCloseTo(found!.lostKwh, 2);
  expect(found!.alarmId).toBe(shown!.alarmId);
  expect((await owner.call(finding.detail, { id: found!.id })).alarmId).toBe(shown!.alarmId);
  expect((await unrelated.call(alarm.list)).total).toBe(0);
  const [row] = (await owner.call(site.listWithSN)).list;
  expect(row).toMatchObject({ severity: 'minor', cause: 'moduleWeak' });
  expect((await owner.call(site.map)).list[0]).toMatchObject({ severity: 'minor', cause: 'moduleWeak' });
  const { list: log } = await owner.call(device.alerts, { filters: { sid: plant.sid } });
  expect(log.filter(({ key }) => key === 'moduleWeak')).toHaveLength(1);
});

it('is told in emails and by web push with its sentence once, and leads to the finding', async () => {
  const [found] = (await portal.owner.call(finding.list)).list;
  const { db } = portal.app.database;
  const { rows: owners } = await sql<{ userId: number; siteId: number }>`
    select owner_id as "userId", id as "siteId" from sites`.execute(db);
  const of = owners[0]!;
  const pushed = await inTransaction(db, 'write', async (tx) => {
    const notification = (await notificationOf(tx, { ...of, alarmIds: [found!.alarmId!] }, NOW))!;
    await mailAlarms(tx, notification, { ...of, publicUrl: 'https://sun.test', now: NOW, isOver: false });
    return pushOfAlarm(notification, notification.alarms[0]!);
  });
  expect(pushed).toMatchObject({ body: found!.sentence, path: `/pvPlant/finding?id=${found!.id}` });
  const { rows } = await sql<{
    text: string;
  }>`select body_text as text from mails order by id desc limit 1`.execute(db);
  const { text } = rows[0]!;
  expect(text.split(found!.sentence)).toHaveLength(2);
  expect(text).toContain(`https://sun.test/pvPlant/finding?id=${found!.id}`);
  expect(text).not.toContain('Energy lost to date');
});

it('is one alarm where the rule of weak modules finds the same module', async () => {
  await change(sql`
    insert into weak_module (site_id, device_id, addr, since_day, baseline)
    select site_id, id, a.addr, '2026-05-12', 1 from devices cross join (values (2), (3)) a(addr) where sn = ${portal.plant.sns[0]!}`);
  await look();
  const alarms = await alarmsNow();
  expect(alarms).toHaveLength(1);
  expect(alarms[0]!.addrs).toEqual([2]);
});

it('is named by the alarm of a module without output, with the same loss, but not by that of another module', async () => {
  const { owner, plant } = portal;
  const [found] = (await owner.call(finding.list)).list;
  const begunAt = new Date(new Date(found!.since).getTime() - 60_000);
  await change(sql`
    insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, since_day, raised_at, revised_at, is_active)
    select d.site_id, 'modulesMakeNothing', d.id, array[d.id], '{2}', ${begunAt}, '2026-05-20', ${new Date(NOW)}, ${new Date(NOW)}, true
    from devices d where d.sn = ${plant.sns[0]!}`);
  const withoutOutput = async () => (await alarmsNow()).find(({ key }) => key === 'modulesMakeNothing')!;
  const shown = await withoutOutput();
  expect(shown).toMatchObject({ findingId: found!.id, explanation: found!.sentence });
  expect(shown.lostKwh).toBeCloseTo(found!.lostKwh, 2);
  await change(sql`update alarm set addrs = '{3}' where kind = 'modulesMakeNothing'`);
  expect((await withoutOutput()).findingId).toBeNull();
  await change(sql`delete from alarm where kind = 'modulesMakeNothing'`);
});

it('names no money to readers who may not know it', async () => {
  const [found] = (await portal.owner.call(finding.list)).list;
  const { db } = portal.app.database;
  const textsFor = (mayKnowMoney: boolean) =>
    inTransaction(db, 'read', (tx) => findingTexts(tx, [found!.id, 0], { lan: 1, now: NOW, mayKnowMoney }));
  expect((await textsFor(true)).get(found!.id)!.sentence).toContain('€');
  expect((await textsFor(false)).get(found!.id)!.sentence).not.toContain('€');
});

it('is told again once its loss is major, as the same alarm', async () => {
  const [before] = await alarmsNow();
  await change(sql`update finding set share = 0.25`);
  await look();
  await change(sql`update finding set share = 0.1`);
  await look();
  const alarms = await alarmsNow();
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toMatchObject({
    alarmId: before!.alarmId,
    key: 'energyLoss',
    severity: 'major',
    state: 'open',
    addrs: [2],
  });
});

it('stays while its days are evaluated again, and ends with its finding', async () => {
  const [before] = await alarmsNow();
  await change(sql`update finding set until_at = ${new Date(NOW)}`);
  await change(sql`update analytics_plant set redo_until = evaluated_until`);
  await look();
  expect((await alarmsNow()).map(({ alarmId }) => alarmId)).toEqual([before!.alarmId]);
  await change(sql`update analytics_plant set redo_until = null`);
  await look();
  expect(await alarmsNow()).toEqual([]);
  const [ended] = (await portal.owner.call(alarm.list)).list;
  expect(ended).toMatchObject({ alarmId: before!.alarmId, state: 'cleared' });
  expect(ended!.explanation).toBe((await portal.owner.call(finding.list)).list[0]!.sentence);
  const [row] = (await portal.owner.call(site.listWithSN)).list;
  expect(row!.severity).toBe('none');
  expect((await steps()).slice(-2)).toEqual(['grown', 'cleared']);
});
