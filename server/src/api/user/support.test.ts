import { account } from '@helioport/contract/account';
import { alarm } from '@helioport/contract/alarm';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { queueComposed } from '../../repositories/mails.ts';

let app: TestApp;
let support: Caller;
let admin: Caller;
let dealer: Caller;
let made: { uid: string; sid: string; shared: string; sn: string; companyId: number; invitedUid: string };

beforeAll(async () => {
  app = await startTestApp();
  made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx, { kind: 'dealer', name: 'Solar Nord' });
    await makeUser(tx, { email: 'support@make.test', group: 'support' });
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    await makeUser(tx, { email: 'dealer@make.test', group: 'dealer', companyId });
    const { id: ownerId } = await makeUser(tx, { email: 'maja@make.test' });
    const { id: other } = await makeUser(tx, { email: 'other@make.test' });
    const { id: invited } = await makeUser(tx, { email: 'new@make.test' });
    await sql`update users set last_sign_in_at = null, email_verified_at = null where id = ${invited}`.execute(
      tx,
    );
    await sql`update users set contact_person = 'Maja Zielińska', contact_number = '+48 501', last_sign_in_at = now()
      where id = ${ownerId}`.execute(tx);
    const mine = await makeSite(tx, { ownerId, companyId, name: 'Dom' });
    const shared = await makeSite(tx, { ownerId: other, name: 'Geteilt' });
    await sql`insert into site_shares (site_id, user_id) values (${shared.id}, ${ownerId})`.execute(tx);
    const { id: deviceId, serial } = await makeDevice(tx, mine.id);
    await sql`create table if not exists raw_frame_test partition of raw_frame default`.execute(tx);
    for (const [n, checks] of [
      [1, 7],
      [2, 7],
      [3, 3],
    ] as const) {
      await sql`insert into raw_frame (device_id, at, bytes, checks)
        values (${deviceId}, ${new Date(app.now() - n * 60_000)}, decode(${`790${n}`}, 'hex'), ${checks})`.execute(
        tx,
      );
    }
    for (const to of ['MAJA@make.test', 'other@make.test']) {
      await queueComposed(tx, {
        kind: 'report',
        to,
        subject: `To ${to}`,
        text: 'secret text',
        html: '',
        brandId: 0,
        now: app.now(),
      });
    }
    const uidOf = async (id: number) => {
      const { rows } = await sql<{ uid: string }>`select uid from users where id = ${id}`.execute(tx);
      return rows[0]!.uid;
    };
    return {
      uid: await uidOf(ownerId),
      invitedUid: await uidOf(invited),
      companyId,
      sid: mine.sid,
      shared: shared.sid,
      sn: serial,
    };
  });
  support = await app.as('support@make.test');
  admin = await app.as('admin@make.test');
  dealer = await app.as('dealer@make.test');
});
afterAll(() => app.close());

describe('support, from a name to everything about it', () => {
  it('lists the plants that a person owns, those that are shared, and those of a company', async () => {
    const sids = async (filters: object) =>
      (await support.call(site.listWithSN, { filters })).list.map(({ sid }) => sid);
    expect(await sids({ owner_uid: made.uid })).toEqual([made.sid]);
    expect(await sids({ shared_uid: made.uid })).toEqual([made.shared]);
    expect(await sids({ company_id: made.companyId })).toEqual([made.sid]);
    const parent = await inTransaction(app.database.db, 'write', async (tx) => {
      const id = await makeCompany(tx, { kind: 'distributor', name: 'Solar Parent' });
      await sql`update companies set parent_id = ${id} where id = ${made.companyId}`.execute(tx);
      return id;
    });
    expect(await sids({ company_id: parent })).toEqual([]);
    expect(await sids({ company_id: parent, with_below: true })).toEqual([made.sid]);
    const alarms = (more: object) => support.call(alarm.list, { filters: { company_id: parent, ...more } });
    await sql`insert into alarm (site_id, kind, device_ids, addrs, begun_at, raised_at, revised_at)
      select s.id, 'plantSilent', '{}', '{}', now(), now(), now() from sites s where s.sid = ${made.sid}`.execute(
      app.database.db,
    );
    expect((await alarms({})).total).toBe(0);
    expect((await alarms({ with_below: true })).total).toBe(1);
    await sql`delete from alarm where site_id = (select s.id from sites s where s.sid = ${made.sid})`.execute(
      app.database.db,
    );
    expect(await sids({ owner_uid: 'nobody' })).toEqual([]);
    const byDealer = await dealer.call(site.listWithSN, { filters: { shared_uid: made.uid } });
    expect(byDealer.list).toEqual([]);
  });

  it('names owner and phone number of a plant to those who see the person', async () => {
    const { owner, installer } = await support.call(site.detail, { sid: made.sid });
    expect(owner).toMatchObject({ uid: made.uid, name: 'Maja Zielińska', phone: '+48 501' });
    expect(installer).toBeNull();
    const maja = await app.as('maja@make.test');
    expect((await maja.call(site.detail, { sid: made.shared })).owner).toBeNull();
  });

  it('names the contact of the company of a plant without an installer, else its manager', async () => {
    const { db } = app.database;
    const contactFor = async (caller: Caller) =>
      (await caller.call(site.detail, { sid: made.sid })).companyContact;
    const maja = await app.as('maja@make.test');
    expect(await contactFor(maja)).toBeNull();
    await sql`update users set contact_person = 'Ada Dealer', contact_number = '+49 7' where email = 'dealer@make.test'`.execute(
      db,
    );
    await sql`update companies set manager_id = (select id from users where email = 'dealer@make.test')
      where id = ${made.companyId}`.execute(db);
    const manager = { name: 'Ada Dealer', email: 'dealer@make.test', phone: '+49 7' };
    // The owner does not see the user.
    expect(await contactFor(maja)).toEqual({ uid: null, ...manager });
    expect(await contactFor(support)).toEqual({ uid: expect.stringMatching(/^\d{14}_/), ...manager });
    await admin.call(user.companyUpdate, { companyId: made.companyId, contactNumber: '+49 30 1' });
    expect(await contactFor(maja)).toEqual({ uid: null, name: '', email: '', phone: '+49 30 1' });
    const assign = (id: RawBuilder<unknown>) =>
      sql`update sites set installer_id = (${id}) where sid = ${made.sid}`.execute(db);
    await assign(sql`select id from users where email = 'dealer@make.test'`);
    expect(await contactFor(maja)).toBeNull();
    await assign(sql`null`);
    await sql`update companies set manager_id = null, contact_number = '' where id = ${made.companyId}`.execute(
      db,
    );
  });

  it('names the installer and phone number to an owner, who does not see the user', async () => {
    const dealerUser = sql`select id from users where email = 'dealer@make.test'`;
    await sql`update users set contact_number = '+49 511' where id = (${dealerUser})`.execute(
      app.database.db,
    );
    const assign = (installer: typeof dealerUser) =>
      sql`update sites set installer_id = (${installer}) where sid = ${made.sid}`.execute(app.database.db);
    await assign(dealerUser);
    const maja = await app.as('maja@make.test');
    expect((await maja.call(site.detail, { sid: made.sid })).installer).toMatchObject({
      uid: null,
      email: 'dealer@make.test',
      phone: '+49 511',
    });
    expect((await support.call(site.detail, { sid: made.sid })).installer?.uid).toMatch(/^\d{14}_/);
    await assign(sql`select null::bigint`);
  });

  it('shows the emails of a person and whether they arrived, without their text', async () => {
    const { list, total } = await support.call(user.mails, { uid: made.uid });
    expect(total).toBe(1);
    expect(list).toMatchObject([{ subject: 'To MAJA@make.test', kind: 'report', sentAt: null }]);
    expect(JSON.stringify(list)).not.toContain('secret text');
    expect((await support.send(user.mails.path, { uid: 'nobody' })).envelope.code).toBe(4042);
    expect((await dealer.send(user.mails.path, { uid: made.uid })).envelope.code).toBe(403);
  });

  it('shows where a person is logged in, without the network address', async () => {
    await app.as('maja@make.test');
    const { list } = await support.call(user.logins, { uid: made.uid });
    expect(list.length).toBeGreaterThan(0);
    expect(Object.keys(list[0]!).sort()).toEqual(['createdAt', 'device', 'lastSeenAt']);
    expect((await dealer.send(user.logins.path, { uid: made.uid })).envelope.code).toBe(403);
  });

  it('reads raw frames, newest first, page by page', async () => {
    const first = await support.call(device.frames, { sn: made.sn, page: { size: 2, num: 0 } });
    expect(first.list.map(({ bytes, isWhole }) => [bytes, isWhole])).toEqual([
      ['7901', true],
      ['7902', true],
    ]);
    expect(first.hasMore).toBe(true);
    const second = await support.call(device.frames, { sn: made.sn, page: { size: 2, num: 1 } });
    expect(second).toMatchObject({ list: [{ bytes: '7903', isWhole: false }], hasMore: false });
    expect((await dealer.send(device.frames.path, { sn: made.sn })).envelope.code).toBe(403);
  });

  it('takes alarms and changes by person and company', async () => {
    expect((await support.call(alarm.list, { filters: { owner_uid: made.uid } })).total).toBe(0);
    expect((await support.call(alarm.list, { filters: { company_id: made.companyId } })).total).toBe(0);
  });
});

describe('an invitation', () => {
  const path = user.invite.path;

  it('is sent again by support, with old and new time in the audit log, and without the link', async () => {
    const before = await support.call(user.invite, { uid: made.invitedUid });
    expect(before).toEqual({ isEmailed: false, link: '' });
    await support.call(user.invite, { uid: made.invitedUid });
    const { list } = await admin.call(user.audit, { filters: { about_uid: made.invitedUid } });
    expect(list.map(({ action }) => action)).toEqual(['user.invite', 'user.invite']);
    expect(list[0]?.detail).toMatchObject({ invitedAt: { from: expect.stringMatching(/^20/) } });
    expect((await support.call(user.mails, { uid: made.invitedUid })).list).toMatchObject([
      { kind: 'invite', state: 'kept' },
      { kind: 'invite', state: 'kept' },
    ]);
  });

  it('is not sent to a person who has logged in, and support changes nothing else', async () => {
    expect((await support.send(path, { uid: made.uid })).envelope.code).not.toBe(200);
    expect((await support.send(user.update.path, { uid: made.invitedUid, city: 'X' })).envelope.code).toBe(
      403,
    );
    expect((await support.call(user.detail, { uid: made.invitedUid })).mayInvite).toBe(true);
    expect((await support.call(user.detail, { uid: made.uid })).mayInvite).toBe(false);
  });

  it('is not sent to a person who registered and confirmed the address, and leaves the account as it is', async () => {
    const { list } = await admin.call(user.list, { filters: { email: 'other@make.test' } });
    const uid = list[0]?.uid ?? '';
    expect((await support.call(user.detail, { uid })).mayInvite).toBe(false);
    expect((await support.send(path, { uid })).envelope.code).toBe(1210);
    expect(await support.call(user.detail, { uid })).toMatchObject({ isInvited: false, lastSignInAt: null });
  });

  it('gives the link to those who administer the account, where no mail server is set', async () => {
    const links = () =>
      sql`select token_hash, used_at from mail_links where purpose = 'invite' order by token_hash`
        .execute(app.database.db)
        .then(({ rows }) => rows);
    const before = await links();
    const none = await admin.call(user.invite, { uid: made.invitedUid, isEmailOnly: true });
    expect(none).toEqual({ isEmailed: false, link: '' });
    expect(await links()).toEqual(before);
    const { isEmailed, link } = await admin.call(user.invite, { uid: made.invitedUid });
    expect(isEmailed).toBe(false);
    expect(link).toMatch(/resetPwd/);
    expect((await dealer.send(path, { uid: made.invitedUid })).envelope.code).not.toBe(200);
  });

  it('is no longer possible for a role that has lost the grant', async () => {
    await sql`delete from group_menus where group_id = 5
      and menu_id in (select id from menus where key = 'user.invite')`.execute(app.database.db);
    const { envelope } = await (await app.as('support@make.test')).send(path, { uid: made.invitedUid });
    expect(envelope.code).toBe(403);
  });
});

describe('a company', () => {
  it('has contact data, written with old and new values', async () => {
    const companyId = made.companyId;
    await admin.call(user.companyUpdate, { companyId, contactEmail: 'hello@nord.test', city: 'Łódź' });
    expect(await support.call(user.companyDetail, { companyId })).toMatchObject({
      companyName: 'Solar Nord',
      contactEmail: 'hello@nord.test',
      city: 'Łódź',
      website: '',
      sites: 1,
    });
    const { list } = await admin.call(user.audit, { filters: { company_id: companyId } });
    expect(list[0]).toMatchObject({ action: 'company.update', detail: { city: { from: '', to: 'Łódź' } } });
    for (const bad of [{ website: 'javascript:alert(1)' }, { contactEmail: 'nowhere' }])
      expect((await admin.send(user.companyUpdate.path, { companyId, ...bad })).envelope.code).toBe(400);
    expect((await support.send(user.companyDetail.path, { companyId: 99_999 })).envelope.code).toBe(4043);
    const maja = await app.as('maja@make.test');
    expect((await maja.send(user.companyDetail.path, { companyId })).envelope.code).toBe(403);
  });
});

describe('an invitation link that was shown', () => {
  it('names the account, sets the password and proves nothing about the address', async () => {
    const { link } = await admin.call(user.create, {
      email: 'shown@make.test',
      sendInvitation: true,
      groupId: 26,
      companyId: 0,
    });
    const { list } = await admin.call(user.list, { filters: { email: 'shown@make.test' } });
    expect(list).toMatchObject([{ isInvited: true }]);
    const token = new URL(link).searchParams.get('token') ?? '';
    const { data } = (await app.anonymous.send(account.linkInfo.path, { token })).envelope;
    expect(data).toMatchObject({ purpose: 'invite', email: 'shown@make.test' });
    const password = 'a-long-first-password';
    await app.anonymous.send(account.resetPasswordEmail.path, { token, password, password2: password });
    const { rows } = await sql`
      select email_proven_at, invited_at from users where email = 'shown@make.test'`.execute(app.database.db);
    expect(rows).toEqual([{ email_proven_at: null, invited_at: null }]);
    await app.as('shown@make.test', password);
    const again = await app.anonymous.send(account.linkInfo.path, { token });
    expect(again.envelope.code).not.toBe(200);
    expect((await app.anonymous.send(account.linkInfo.path, { token: 'x' })).envelope.code).not.toBe(200);
  });
});
