import { user } from '@helioport/contract/user';
import { auditActions } from '@helioport/domain/auditActions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../../seed/make.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { writeAudits } from '../../repositories/audit.ts';

let world: People;
const page = { size: 100, num: 0 };

beforeAll(async () => {
  world = await startPeople();
  const { db } = world.app.database;
  const { rows } = await sql<{ id: number }>`select id from sites order by name`.execute(db);
  const [alpha, beta] = rows.map(({ id }) => id);
  const { northInstaller, southInstaller } = world.company;
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));
  const [admin, boss, mate, far, customer, free] = await Promise.all(
    ['admin', 'boss', 'mate', 'south.boss', 'customer', 'free'].map(world.id),
  );
  await sql`update users set contact_person = 'Bo Ness' where email = 'boss@make.test'`.execute(db);
  const inNorth = { companyId: northInstaller };
  await inTransaction(db, 'write', (tx) =>
    writeAudits(tx, [
      { at: at(1), action: 'device.claim', subject: 'A1', siteId: alpha!, userId: boss!, ...inNorth },
      {
        at: at(2),
        action: 'device.claim',
        subject: 'B1',
        siteId: beta!,
        userId: far!,
        companyId: southInstaller,
      },
      { at: at(3), action: 'company.update', subject: 'North Installer', userId: admin!, ...inNorth },
      { at: at(4), action: 'user.update', subject: 'x', subjectUserId: customer!, userId: mate!, ...inNorth },
      { at: at(5), action: 'account.update', subject: 'mate', userId: mate! },
      // Mate works for the southern company: visible to that company and to Mate.
      {
        at: at(6),
        action: 'device.claim',
        subject: 'B2',
        siteId: beta!,
        userId: mate!,
        companyId: southInstaller,
      },
      { at: at(7), action: 'role.update', subject: 'Installer', userId: admin! },
      {
        at: at(8),
        action: 'site.orphan',
        subject: 'old',
        siteId: alpha!,
        detail: { half: '\ud800', zero: '\0' },
      },
      { at: at(9), action: 'account.update', subject: 'free', userId: free! },
    ]),
  );
});
afterAll(() => world.close());

const seen = async (who: string, filters = {}) =>
  (await (await world.as(who)).call(user.audit, { page, filters })).list.map(({ at }) =>
    new Date(at).getMinutes(),
  );

describe('v2/user/audit', () => {
  it.each([
    ['admin', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['support', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['boss', [8, 5, 4, 3, 1]],
    ['dealer', [8, 5, 4, 3, 1]],
    ['mate', [8, 6, 5, 4, 3, 1]],
    ['south.boss', [6, 2]],
    ['customer.south', [6, 2]],
    ['customer', [4]],
    ['free', [9, 8, 1]],
  ])(
    'shows %s the lines about data of his and what he and his people did, newest first',
    async (who, minutes) => {
      expect(await seen(who)).toEqual(minutes);
    },
  );

  it('shows a plant that is shared to those who may change it, not to those who only look', async () => {
    const { db } = world.app.database;
    const share = async (mayEdit: boolean) =>
      sql`insert into site_shares (site_id, user_id, may_edit)
        select id, ${await world.id('customer')}, ${mayEdit} from sites where name = 'Alpha'
        on conflict (site_id, user_id) do update set may_edit = ${mayEdit}`.execute(db);
    await share(false);
    expect(await seen('customer')).toEqual([4]);
    await share(true);
    expect(await seen('customer')).toEqual([8, 4, 1]);
    await sql`delete from site_shares`.execute(db);
  });

  it('names who it was as far as the reader may know him', async () => {
    const line = async (who: string, minute: number) =>
      (await (await world.as(who)).call(user.audit, { page })).list.find(
        ({ at }) => new Date(at).getMinutes() === minute,
      );
    const staff = { groupName: 'Installer', userCompany: 'North Installer', userName: 'Bo Ness' };
    expect(await line('dealer', 1)).toMatchObject({ ...staff, userEmail: 'boss@make.test' });
    // An owner sees the name of the company's staff, but no email address.
    expect(await line('free', 1)).toMatchObject({ ...staff, userEmail: '', userUid: '' });
    expect(await line('boss', 3)).toMatchObject({
      groupName: 'Administrator',
      userName: '',
      userEmail: '',
      userCompany: '',
    });
    expect(await line('boss', 4)).toMatchObject({
      subject: 'customer@make.test',
      subjectUid: await world.uid('customer'),
      actionTitle: 'Changed a user',
      companyName: 'North Installer',
    });
    expect(await line('boss', 8)).toMatchObject({ groupName: '', userUid: '', siteName: 'Alpha' });
  });

  it('finds by plant, person, company, action and time', async () => {
    const { northInstaller, southInstaller } = world.company;
    expect(await seen('admin', { sid: world.sid.beta })).toEqual([6, 2]);
    expect(await seen('admin', { uid: await world.uid('mate') })).toEqual([6, 5, 4]);
    expect(await seen('admin', { user_email: 'MATE@' })).toEqual([6, 5, 4]);
    expect(await seen('admin', { company_id: northInstaller })).toEqual([4, 3, 1]);
    expect(await seen('admin', { action: 'device.claim' })).toEqual([6, 2, 1]);
    expect(await seen('admin', { action: 'account' })).toEqual([9, 5]);
    expect(await seen('admin', { keywords: 'customer@' })).toEqual([4]);
    expect(await seen('admin', { start_date: '2026-06-01', end_date: '2026-06-01' })).toHaveLength(9);
    expect(await seen('admin', { start_date: '2026-06-02' })).toEqual([]);
    // Searching for what one does not see finds nothing.
    expect(await seen('boss', { sid: world.sid.beta })).toEqual([]);
    expect(await seen('boss', { uid: await world.uid('admin') })).toEqual([]);
    expect(await seen('boss', { user_email: 'admin' })).toEqual([]);
    expect(await seen('boss', { company_id: southInstaller })).toEqual([]);
  });

  it('pages, turns round, and says in words what there is to filter by', async () => {
    const admin = await world.as('admin');
    const sort = [{ field: 'at' as const, order: 'asc' as const }];
    const { list, total, actions } = await admin.call(user.audit, { page: { size: 2, num: 1 }, sort });
    expect(list.map(({ at }) => new Date(at).getMinutes())).toEqual([3, 4]);
    expect(total).toBe(9);
    const boss = await world.as('boss');
    for (const num of [0, 7]) {
      expect((await boss.call(user.audit, { page: { size: 2, num } })).total).toBe(5);
      expect((await admin.call(user.audit, { page: { size: 2, num } })).total).toBe(9);
    }
    expect(actions.map(({ action }) => action)).toEqual([...auditActions]);
    for (const { action, title } of actions) expect(title, action).not.toBe(`audit.${action}`);
  });
});

describe('a line about a device', () => {
  it('names it, of a replacement the old and the new one, and is found by either and by its name', async () => {
    const { db } = world.app.database;
    const { sn, siteId } = await inTransaction(db, 'write', async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from sites order by name limit 1`.execute(tx);
      const { id } = rows[0]!;
      return { sn: (await makeDevice(tx, id)).serial, siteId: id };
    });
    await sql`update devices set alias = 'Stodoła 6' where sn = ${sn}`.execute(db);
    const at = new Date(Date.UTC(2026, 5, 2));
    await inTransaction(db, 'write', (tx) =>
      writeAudits(tx, [{ at, action: 'device.replace', subject: 'OLD00001', siteId, detail: { by: sn } }]),
    );
    const admin = await world.as('admin');
    const found = async (keywords: string) =>
      (await admin.call(user.audit, { filters: { keywords, action: 'device.replace' } })).list;
    const [line] = await found(sn);
    expect(line).toMatchObject({
      device: { sn: 'OLD00001', name: '', isOpen: false },
      newDevice: { sn, name: 'Stodoła 6', isOpen: true },
    });
    expect((await found('OLD00001')).length).toBe(1);
    expect((await found('nothing like it')).length).toBe(0);
    await inTransaction(db, 'write', (tx) =>
      writeAudits(tx, [{ at, action: 'device.edit', subject: sn, siteId, detail: {} }]),
    );
    const byName = await admin.call(user.audit, { filters: { keywords: 'stodola' } });
    expect(byName.list).toMatchObject([
      { action: 'device.edit', device: { name: 'Stodoła 6' }, newDevice: null },
    ]);
  });
});
