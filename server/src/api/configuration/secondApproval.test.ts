// Who may give the second approval to a change of grid protection.
import { account } from '@helioport/contract/account';
import { configuration } from '@helioport/contract/configuration';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { GROUPS, seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { lastMailTo, mailsTo } from '../../../test/outbox.ts';
import { inTransaction } from '../../platform/db.ts';
import { addCommands } from '../../repositories/commands.ts';

const CHOSEN = 'chosen by the admin';
const OWN = 'known to its holder';

let app: TestApp;
let companyId: number;
let plant: { id: number; sid: string };

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    companyId = await makeCompany(tx);
    plant = await makeSite(tx, { companyId });
    for (const name of ['first', 'second'])
      await makeUser(tx, { email: `${name}@make.test`, group: 'administrator' });
    for (const name of ['boss', 'mate'])
      await makeUser(tx, { email: `${name}@make.test`, group: 'installer', companyId });
    await sql`update companies set manager_id = (select id from users where email = 'boss@make.test')
      where id = ${companyId}`.execute(tx);
  });
});
afterAll(() => app.close());

let made = 0;
let email: string;
beforeEach(() => {
  email = `colleague${++made}@make.test`;
});

const idOf = async (address: string) =>
  (await sql<{ id: number }>`select id from users where email = ${address}`.execute(app.database.db)).rows[0]!
    .id;

/** A request for a change of protection by `requester`. */
async function requestBy(requester: string) {
  const userId = await idOf(requester);
  const id = await inTransaction(app.database.db, 'write', async (tx) => {
    const device = await makeDevice(tx, plant.id);
    const at = new Date(app.now());
    const [command] = await addCommands(tx, [
      {
        siteId: plant.id,
        deviceId: device.id,
        requestKey: `request ${made}`,
        userId,
        at,
        wanted: { overVoltage: 250 },
        needsSecond: true,
        expiresAt: new Date(app.now() + 3_600_000),
      },
    ]);
    return command!.id;
  });
  return { sid: plant.sid, commandId: id };
}

/** The code of an approval by `approver`, after the list has said the same. */
async function approve(requester: string, approver: string, password?: string): Promise<number> {
  const named = await requestBy(requester);
  const me = await app.as(approver, password);
  const { list } = await me.call(configuration.inverterSetupList, { filters: { sid: plant.sid } });
  const row = list.find(({ id }) => id === named.commandId)!;
  const { envelope } = await me.send(configuration.inverterSetupConfirm.path, named);
  expect(row.mayConfirm).toBe(envelope.code === 200);
  if (requester === approver) expect(row.confirmRefusal).toContain('You requested this change.');
  else expect(row.confirmRefusal).toBe(envelope.code === 200 ? '' : envelope.msg);
  return envelope.code;
}

const create = async (
  by: string,
  options: { password?: string; sendInvitation?: boolean } = {},
  as = email,
) => (await app.as(by)).call(user.create, { email: as, groupId: GROUPS.administrator, ...options });

/** The holder of the mailbox sets a password by its link. */
async function useLink(address: string) {
  const { token } = await lastMailTo(app, address);
  await app.anonymous.call(account.resetPasswordEmail, { token, password: OWN });
}

describe('the second approval', () => {
  it('is refused to a colleague whom the requester created with a chosen password', async () => {
    await create('first@make.test', { password: CHOSEN });
    expect(await approve('first@make.test', email, CHOSEN)).toBe(1177);
    expect(await approve(email, 'first@make.test')).toBe(1177);
  });

  it('is refused to the same colleague after using a mailed link, since the requester named the address', async () => {
    await create('first@make.test', { sendInvitation: true });
    await useLink(email);
    expect(await approve('first@make.test', email, OWN)).toBe(1177);
  });

  it('is open to an independent colleague', async () => {
    expect(await approve('first@make.test', 'second@make.test')).toBe(200);
    expect(await approve('boss@make.test', 'second@make.test')).toBe(200);
    expect(await approve('mate@make.test', 'boss@make.test')).toBe(200);
  });

  it('is open to a colleague of another administrator only after a mailed link was used', async () => {
    await create('second@make.test', { password: CHOSEN });
    expect(await approve('first@make.test', email, CHOSEN)).toBe(1178);
    await app.anonymous.call(account.emailForgetPassword, { email });
    await useLink(email);
    expect(await approve('first@make.test', email, OWN)).toBe(200);
    expect(await approve('second@make.test', email, OWN)).toBe(1177);
  });

  it('sees through accounts in between that no one but their creator has used', async () => {
    await create('first@make.test', { password: CHOSEN });
    const puppet = await app.as(email, CHOSEN);
    const far = `far.${email}`;
    await puppet.call(user.create, { email: far, groupId: GROUPS.administrator, sendInvitation: true });
    await useLink(far);
    expect(await approve('first@make.test', far, OWN)).toBe(1177);
    expect(await approve(far, 'first@make.test')).toBe(1177);
  });

  it('is refused to an account that registered itself and got its role from the requester', async () => {
    await app.anonymous.call(account.signUp, { email, password: OWN });
    const { token } = await lastMailTo(app, email);
    await app.anonymous.call(account.verifyEmail, { token, password: OWN });
    const first = await app.as('first@make.test');
    const { rows } = await sql<{ uid: string }>`select uid from users where email = ${email}`.execute(
      app.database.db,
    );
    await first.call(user.update, { uid: rows[0]!.uid, groupId: GROUPS.administrator });
    expect(await approve('first@make.test', email, OWN)).toBe(1177);
    expect(await approve('second@make.test', email, OWN)).toBe(200);
  });

  it('is refused to an account whose address the requester replaced', async () => {
    await create('second@make.test', { sendInvitation: true });
    await useLink(email);
    await app.as(email, OWN);
    const taken = `taken.${email}`;
    const { rows } = await sql<{ uid: string }>`select uid from users where email = ${email}`.execute(
      app.database.db,
    );
    await (await app.as('first@make.test')).call(user.update, { uid: rows[0]!.uid, email: taken });
    await app.anonymous.call(account.emailForgetPassword, { email: taken });
    await useLink(taken);
    expect(await approve('first@make.test', taken, OWN)).toBe(1177);
  });

  it('is refused to those who work for the company that the requester manages', async () => {
    expect(await approve('boss@make.test', 'mate@make.test')).toBe(1177);
  });

  it('is not given by the requester', async () => {
    expect(await approve('first@make.test', 'first@make.test')).toBe(1167);
  });
});

describe('a change that waits for the second approval', () => {
  const approvalsFor = async () =>
    (
      await sql<{ recipient: string }>`
        select recipient from mails where kind = 'approval' order by recipient`.execute(app.database.db)
    ).rows.map(({ recipient }) => recipient);

  it('is mailed to those who may approve it, counted for them, and shown with old and new values', async () => {
    await sql`delete from commands`.execute(app.database.db);
    await sql`delete from mails`.execute(app.database.db);
    const { sn } = await inTransaction(app.database.db, 'write', async (tx) => {
      const device = await makeDevice(tx, plant.id);
      await sql`update devices set commands_at = ${new Date(app.now())} where id = ${device.id}`.execute(tx);
      await sql`insert into device_parameters (site_id, device_id, key, value, read_at)
        values (${plant.id}, ${device.id}, 'overVoltage', 264, ${new Date(app.now())})`.execute(tx);
      return device;
    });
    const boss = await app.as('boss@make.test');
    const sent = await boss.call(configuration.inverterSetupValue, {
      sn: [sn],
      values: { overVoltage: 250 },
    });
    expect(sent.list).toMatchObject([{ sn, waits: true, msg: '' }]);
    const approvers = await approvalsFor();
    expect(approvers).toContain('first@make.test');
    expect(approvers).toContain('second@make.test');
    // The requester, and who works for the company that the requester manages.
    expect(approvers).not.toContain('boss@make.test');
    expect(approvers).not.toContain('mate@make.test');
    const { text } = await lastMailTo(app, 'first@make.test');
    expect(text).toContain('boss@make.test');
    expect(text).toContain('/hardwareConfig/inverterSet?view=approvals');

    const waiting = async (who: string) =>
      (await (await app.as(who)).call(configuration.inverterApprovals, {})).waiting;
    expect(await waiting('first@make.test')).toBe(1);
    expect(await waiting('boss@make.test')).toBe(0);
    expect(await waiting('mate@make.test')).toBe(0);
    const first = await app.as('first@make.test');
    const { list } = await first.call(configuration.inverterSetupList, { filters: { state: 'waiting' } });
    expect(list).toMatchObject([
      {
        sn,
        userEmail: 'boss@make.test',
        mayConfirm: true,
        values: [{ key: 'overVoltage', now: 264, wanted: 250, told: null }],
      },
    ]);
    // The same approver does not receive a second email immediately.
    await boss.call(configuration.inverterSetupValue, { sn: [sn], values: { overVoltage: 251 } });
    expect((await approvalsFor()).filter((one) => one === 'first@make.test')).toHaveLength(1);
    await first.call(configuration.inverterSetupConfirm, { sid: plant.sid, commandId: list[0]!.id });
    expect(await waiting('first@make.test')).toBe(1);
    const { list: others } = await first.call(configuration.inverterSetupList, {
      filters: { state: 'waiting' },
    });
    await first.call(configuration.inverterSetupWithdraw, { sid: plant.sid, commandId: others[0]!.id });
    const { list: ended } = await first.call(configuration.inverterSetupList, {
      filters: { state: 'withdrawn' },
    });
    expect(ended).toMatchObject([{ withdrawnEmail: 'first@make.test', confirmedEmail: '' }]);
    // The audit log has old and new values of the request, the approval and the refusal.
    const { rows } = await sql<{ action: string; detail: unknown }>`
      select action, detail from audit where subject = ${sn} order by id`.execute(app.database.db);
    const change = (to: number) => ({ overVoltage: { from: 264, to } });
    expect(rows).toEqual([
      { action: 'device.command', detail: change(250) },
      { action: 'device.command', detail: change(251) },
      { action: 'device.commandConfirm', detail: change(250) },
      { action: 'device.commandWithdraw', detail: change(251) },
    ]);
  });

  it('is listed with its run for the company whose plants it changes, and only with those plants', async () => {
    const { sn, foreign } = await inTransaction(app.database.db, 'write', async (tx) => {
      const other = await makeSite(tx, { companyId: await makeCompany(tx) });
      const devices = [await makeDevice(tx, plant.id), await makeDevice(tx, other.id)] as const;
      const ids = devices.map(({ id }) => id);
      await sql`update devices set commands_at = ${new Date(app.now())} where id = any(${ids}::bigint[])`.execute(
        tx,
      );
      return { sn: devices[0].sn, foreign: devices[1].sn };
    });
    const first = await app.as('first@make.test');
    const { id } = await first.call(configuration.inverterSetCreate, {
      name: 'Lower limit',
      model: '',
      gridCode: 'en50549',
      values: { overVoltage: 252 },
    });
    const { runId, waiting } = await first.call(configuration.inverterSetApply, {
      id,
      filters: { sn: [sn, foreign] },
    });
    expect(waiting).toBe(2);
    const mate = await app.as('mate@make.test');
    const { list } = await mate.call(configuration.inverterRunList, { filters: { id: runId } });
    expect(list).toMatchObject([{ id: runId, total: 1, mayConfirm: true }]);
    const devices = await mate.call(configuration.inverterRunDevices, { id: runId });
    expect(devices.list.map((one) => one.sn)).toEqual([sn]);
    expect(await mate.call(configuration.inverterRunConfirm, { id: runId })).toEqual({ confirmed: 1 });
    const [run] = (await first.call(configuration.inverterRunList, { filters: { id: runId } })).list;
    expect(run?.counts).toMatchObject({ waiting: 1, queued: 1 });
    const second = await app.as('second@make.test');
    expect(await second.call(configuration.inverterRunDecline, { id: runId, reason: 'Too low' })).toEqual({
      declined: 1,
    });
    expect((await first.call(configuration.inverterRunDevices, { id: runId })).list).toContainEqual(
      expect.objectContaining({
        sn: foreign,
        isDeclined: true,
        declineReason: 'Too low',
        withdrawnEmail: 'second@make.test',
      }),
    );
  });

  it('is refused with a reason, which its requester reads even without knowing who refused it', async () => {
    const named = await requestBy('boss@make.test');
    const refuse = async (who: string, reason: string) =>
      (await (await app.as(who)).send(configuration.inverterSetupDecline.path, { ...named, reason })).envelope
        .code;
    expect(await refuse('boss@make.test', 'my own')).toBe(1167);
    expect(await refuse('mate@make.test', 'of my manager')).toBe(1177);
    expect(await refuse('first@make.test', '  ')).toBe(400);
    expect(await refuse('first@make.test', 'Ask the grid operator first')).toBe(200);
    expect(await refuse('second@make.test', 'again')).toBe(1167);
    const rowFor = async (who: string) => {
      const { list } = await (await app.as(who)).call(configuration.inverterSetupList, {
        filters: { sid: plant.sid },
      });
      return list.find(({ id }) => id === named.commandId);
    };
    const outcome = {
      state: 'withdrawn',
      stateTitle: 'Approval refused',
      isDeclined: true,
      isWithdrawnByOther: true,
      declineReason: 'Ask the grid operator first',
    };
    expect(await rowFor('boss@make.test')).toMatchObject({
      ...outcome,
      withdrawnEmail: '',
      withdrawnCompany: '',
    });
    expect(await rowFor('second@make.test')).toMatchObject({ ...outcome, withdrawnEmail: 'first@make.test' });
    const { rows } = await sql<{ detail: object }>`
      select detail from audit where action = 'device.commandDecline' order by id desc limit 1`.execute(
      app.database.db,
    );
    expect(rows).toMatchObject([{ detail: { reason: 'Ask the grid operator first' } }]);
    // One email to the requester, with the reason and without the refusing account.
    const mails = (await mailsTo(app, 'boss@make.test')).filter(({ kind }) => kind === 'approvalDeclined');
    expect(mails.length).toBe(1);
    expect(mails[0]).toMatchObject({ subject: 'Your change was not approved' });
    expect(mails[0]?.text).toContain('at 1 device was refused');
    expect(mails[0]?.text).toContain('Reason: Ask the grid operator first');
    expect(mails[0]?.text).toContain(`/pvPlant/parameterSetting?id=${plant.sid}`);
    expect(mails[0]?.text).not.toContain('first@make.test');
  });

  it('names the company of the plant to a requester who may not know its approver', async () => {
    const named = await requestBy('first@make.test');
    await (await app.as('boss@make.test')).call(configuration.inverterSetupDecline, {
      ...named,
      reason: 'Not agreed',
    });
    await sql`update users set group_id = ${GROUPS.endUser}, company_id = null where email = 'second@make.test'`.execute(
      app.database.db,
    );
    await sql`update sites set owner_id = (select id from users where email = 'second@make.test')
      where id = ${plant.id}`.execute(app.database.db);
    const { list } = await (await app.as('second@make.test')).call(configuration.inverterSetupList, {
      filters: { sid: plant.sid },
    });
    const { rows } = await sql<{ name: string }>`select name from companies where id = ${companyId}`.execute(
      app.database.db,
    );
    expect(list.find(({ id }) => id === named.commandId)).toMatchObject({
      isDeclined: true,
      withdrawnEmail: '',
      withdrawnCompany: rows[0]!.name,
    });
  });
});
