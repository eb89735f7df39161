import { cases } from '@helioport/contract/case';
import { finding } from '@helioport/contract/finding';
import { fleet } from '@helioport/contract/fleet';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateAll } from '../../../test/evaluateAll.ts';
import {
  DAYS,
  type EvaluatedPortal,
  LAST_DAY,
  NOW,
  startEvaluatedPortal,
} from '../../../test/evaluatedPlant.ts';
import { settle } from '../../../test/settle.ts';
import { shineOn } from '../../../test/sunlitPlant.ts';
import { uploader } from '../../../test/upload.ts';
import { lookForAlarms } from '../../jobs/alarms.ts';

let portal: EvaluatedPortal;
let findingId: number;
let id: number;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
  findingId = (await portal.installer.call(finding.list)).list[0]!.id;
});
afterAll(() => portal.close());

const look = () => {
  const { app } = portal;
  return lookForAlarms({
    db: app.database.db,
    clock: () => app.now(),
    announcer: { announce: () => undefined },
  });
};

describe('v2/case/create', () => {
  it('opens a case about a finding, which the finding and the desk then name', async () => {
    const { installer, plant } = portal;
    ({ id } = await installer.call(cases.create, {
      sid: plant.sid,
      findingIds: [findingId],
      priority: 'high',
      dueDate: addDays(LAST_DAY, -1),
    }));
    const detail = await installer.call(cases.detail, { id });
    const [found] = (await installer.call(finding.list)).list;
    expect(found!.caseId).toBe(id);
    expect(detail).toMatchObject({
      id,
      number: `C-${id}`,
      title: expect.stringMatching(/: Module A1[0-9A-F]+ \/ 2 \(South\)$/),
      state: 'open',
      priority: 'high',
      isOverdue: true,
      findings: 1,
      openFindings: 1,
      alarms: 0,
      cause: found!.cause,
      assignedUid: '',
      outcome: null,
    });
    expect(detail.findingRows).toEqual([found]);
    expect(detail.steps.map(({ step, isByPerson }) => [step, isByPerson])).toEqual([['created', true]]);
    expect((await installer.call(fleet.list)).list[0]).toMatchObject({ openCases: 1, caseId: id });
    expect((await installer.call(fleet.summary)).overdueCases).toBe(1);
  });

  it('refuses a finding that another case has, one of another plant, and a case about nothing', async () => {
    const { installer, plant } = portal;
    const { sid } = plant;
    await expect(installer.call(cases.create, { sid, findingIds: [findingId] })).rejects.toThrow('1413');
    await expect(installer.call(cases.create, { sid, title: 'x', findingIds: [999] })).rejects.toThrow(
      '4071',
    );
    await expect(installer.call(cases.create, { sid })).rejects.toThrow('400');
  });

  it('is not for owners, nor for plants of others', async () => {
    const { owner, plant } = portal;
    expect((await owner.send(cases.create.path, { sid: plant.sid, title: 'x' })).status).toBe(403);
    expect((await owner.send(cases.list.path)).status).toBe(403);
  });
});

describe('a case under way', () => {
  it('is assigned, planned, commented, visited and photographed, and says who did so', async () => {
    const { installer, plant, app } = portal;
    const { list } = await installer.call(cases.assignees, { sid: plant.sid });
    const me = list.find(({ name }) => name === 'installer@finding.test')!;
    await installer.call(cases.update, {
      id,
      assigneeUid: me.uid,
      dueDate: addDays(LAST_DAY, 5),
      warrantyUntil: '2030-01-31',
      warrantyNote: 'RMA 7',
      comment: 'Ordered a module.',
    });
    await installer.call(cases.comment, { id, comment: 'Called the owner.' });
    const { visitId } = await installer.call(cases.visit, { id, date: addDays(LAST_DAY, 3), note: 'Ladder' });
    const send = await uploader(app, 'installer@finding.test');
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const photo = await send(cases.photo, { id: String(id) }, image, 'roof.png');
    expect(photo.code).toBe(200);
    const detail = await installer.call(cases.detail, { id });
    expect(detail).toMatchObject({
      state: 'planned',
      assignedUid: me.uid,
      isOverdue: false,
      nextVisitDay: addDays(LAST_DAY, 3),
      warrantyUntil: '2030-01-31',
      warrantyNote: 'RMA 7',
      photos: 1,
      visits: [{ id: visitId, note: 'Ladder', isDone: false }],
      photoRows: [{ id: photo.data.id, address: photo.data.address }],
    });
    expect(detail.steps.map(({ step }) => step)).toEqual([
      'created',
      'assigned',
      'changed',
      'commented',
      'commented',
      'visit',
      'photo',
    ]);
    expect(detail.steps[2]!.detail).toMatchObject({ dueDay: addDays(LAST_DAY, 5), warrantyNote: 'RMA 7' });
    await installer.call(cases.photoDelete, { id, photoId: photo.data.id });
    await installer.call(cases.visit, { id, visitId, date: addDays(LAST_DAY, 2), isDone: true });
    await installer.call(cases.visitDelete, { id, visitId });
    await expect(installer.call(cases.visitDelete, { id, visitId })).rejects.toThrow('4072');
    // An absent field stays, an empty one is emptied.
    await installer.call(cases.update, { id, warrantyUntil: '' });
    const after = await installer.call(cases.detail, { id });
    expect([after.warrantyUntil, after.dueDay, after.photos]).toEqual([null, addDays(LAST_DAY, 5), 0]);
  });

  it('is found in the list by every filter', async () => {
    const { installer, plant } = portal;
    const count = async (filters: object) => (await installer.call(cases.list, { filters })).total;
    const matching = [
      {},
      { sid: plant.sid },
      { state: 'active' },
      { state: 'planned' },
      { priority: 'high' },
      { mine: true },
      { keywords: `C-${id}` },
      { keywords: 'barn' },
    ];
    for (const filters of matching) expect([filters, await count(filters)]).toEqual([filters, 1]);
    const others = [
      { state: 'closed' },
      { priority: 'low' },
      { overdue: true },
      { assignee_uid: 'none' },
      { keywords: 'C-99999' },
    ];
    for (const filters of others) expect([filters, await count(filters)]).toEqual([filters, 0]);
    expect((await installer.call(cases.list)).counts).toEqual({
      active: 1,
      mine: 1,
      overdue: 0,
      verifying: 0,
    });
  });
});

describe('the end of a case', () => {
  it('comes by itself once the data show the repair', async () => {
    const { installer, plant, app } = portal;
    const { database } = app;
    await look();
    await installer.call(cases.repaired, { id, comment: 'Replaced.' });
    expect((await installer.call(cases.detail, { id })).state).toBe('verifying');
    await look();
    expect((await installer.call(cases.detail, { id })).state).toBe('verifying');
    const later = NOW + 10 * 86_400_000;
    app.setNow(later);
    await shineOn(database, plant, addDays(LAST_DAY, 1), 10, () => 1, { now: later, firstIndex: DAYS });
    await settle(database.db, later);
    await evaluateAll(database.db, later);
    const [found] = (await installer.call(finding.list)).list;
    expect(found!.until).not.toBe(null);
    expect(found!.recovered!.kwhPerDay).toBeGreaterThan(0);
    await look();
    const detail = await installer.call(cases.detail, { id });
    expect(detail).toMatchObject({ state: 'closed', outcome: 'evidence', openFindings: 0 });
    expect(detail.recoveredKwhPerYear).toBeGreaterThan(10);
    expect(detail.steps.at(-1)).toMatchObject({ step: 'closed', isByPerson: false });
    expect((await installer.call(fleet.list)).list[0]).toMatchObject({
      openCases: 0,
      openFindings: 0,
      riskKwh: 0,
    });
  });

  it('is final until somebody reopens it, and may come by hand', async () => {
    const { installer } = portal;
    await expect(installer.call(cases.update, { id, title: 'New' })).rejects.toThrow('1411');
    await installer.call(cases.reopen, { id });
    await expect(installer.call(cases.reopen, { id })).rejects.toThrow('1412');
    await installer.call(cases.items, { id, add: false, findingIds: [findingId] });
    await look();
    expect((await installer.call(cases.detail, { id })).state).toBe('open');
    await installer.call(cases.items, { id, findingIds: [findingId] });
    await look();
    // The finding was over when it was added, so nothing is left to be proven.
    expect((await installer.call(cases.detail, { id })).state).toBe('open');
    await installer.call(cases.close, { id, outcome: 'noFault', comment: 'A branch.' });
    expect(await installer.call(cases.detail, { id })).toMatchObject({ state: 'closed', outcome: 'noFault' });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from case_steps`.execute(
      portal.app.database.db,
    );
    expect(rows[0]!.n).toBeGreaterThan(10);
  });
});
