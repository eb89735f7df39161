import { account } from '@helioport/contract/account';
import { mail } from '@helioport/contract/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let admin: Caller;

async function startWithUsers(env: Record<string, string> = {}): Promise<TestApp> {
  const started = await startTestApp({ env });
  await inTransaction(started.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@demo.test', group: 'administrator' });
    await makeUser(tx, { email: 'support@demo.test', group: 'support' });
    await makeUser(tx, { email: 'dealer@demo.test', group: 'dealer' });
    await makeUser(tx, { email: 'anna@demo.test' });
  });
  return started;
}

beforeAll(async () => {
  app = await startWithUsers();
  admin = await app.as('admin@demo.test');
  const start = app.now();
  await app.anonymous.call(account.emailForgetPassword, { email: 'anna@demo.test' });
  app.setNow(start + 60_000);
  await app.anonymous.call(account.signUp, { email: 'new@example.test', password: 'a password' });
});
afterAll(() => app.close());

describe('v2/mail/list', () => {
  it('shows mails that nobody will send as kept, the newest first', async () => {
    const { list, total } = await admin.call(mail.list);
    expect(total).toBe(2);
    expect(list).toMatchObject([
      { kind: 'verify', recipient: 'new@example.test', state: 'kept', sentAt: null, brandName: 'Helioport' },
      { kind: 'reset', recipient: 'anna@demo.test', state: 'kept' },
    ]);
    expect(JSON.stringify(list)).not.toContain('token=');
  });

  it('finds by address, subject, kind, state and day, and sorts', async () => {
    const find = async (filters: object) =>
      (await admin.call(mail.list, { filters })).list.map((row) => row.kind);
    expect(await find({ keywords: 'ANNA@' })).toEqual(['reset']);
    expect(await find({ keywords: 'confirm your' })).toEqual(['verify']);
    expect(await find({ kind: 'reset' })).toEqual(['reset']);
    expect(await find({ state: 'sent' })).toEqual([]);
    expect(await find({ state: 'kept' })).toHaveLength(2);
    expect(await find({ created_start_date: '2026-06-22' })).toEqual([]);
    expect(await find({ created_end_date: '2026-06-21' })).toHaveLength(2);
    const sorted = await admin.call(mail.list, {
      sort: [{ field: 'recipient', order: 'asc' }],
      page: { size: 1 },
    });
    expect(sorted).toMatchObject({ total: 2, list: [{ recipient: 'anna@demo.test' }] });
  });

  it('opens to nobody else, not even to a role that was given the page by mistake', async () => {
    for (const email of ['support@demo.test', 'dealer@demo.test', 'anna@demo.test']) {
      expect((await (await app.as(email)).send('v2/mail/list')).status).toBe(403);
    }
    await sql`
      insert into group_menus (group_id, menu_id) select g, id from menus, unnest(array[3, 5]) as g
      where components_title = 'outbox' on conflict do nothing`.execute(app.database.db);
    for (const email of ['support@demo.test', 'dealer@demo.test']) {
      const caller = await app.as(email);
      expect(await caller.call(mail.list)).toEqual({ list: [], total: 0 });
      const { list } = await admin.call(mail.list);
      expect((await caller.send('v2/mail/detail', { id: list[0]?.id })).envelope.code).toBe(
        email === 'dealer@demo.test' ? 4046 : 403,
      );
    }
  });
});

describe('v2/mail/detail', () => {
  it('shows the text with its link, and notes who read it', async () => {
    const { list } = await admin.call(mail.list, { filters: { kind: 'reset' } });
    const read = await admin.call(mail.detail, { id: list[0]?.id ?? 0 });
    expect(read.text).toContain('/resetPwd?token=');
    expect(read.html).toContain('<!doctype html>');
    const { rows } = await sql<{ subject: string }>`
      select subject from audit where action = 'mail.read'`.execute(app.database.db);
    expect(rows).toEqual([{ subject: 'anna@demo.test' }]);
    expect((await admin.send('v2/mail/detail', { id: 999_999 })).envelope.code).toBe(4046);
  });

  it('keeps the link from a role that sees all and may do next to nothing, and from nobody who administers', async () => {
    const { db } = app.database;
    await sql`insert into groups (id, name, scope, reads_only) values (900, 'Clerk', 'all', false)`.execute(
      db,
    );
    await sql`
      insert into group_menus (group_id, menu_id) select 900, id from menus where components_title = 'outbox'`.execute(
      db,
    );
    await inTransaction(db, 'write', (tx) => makeUser(tx, { email: 'clerk@demo.test' }));
    await sql`update users set group_id = 900 where email = 'clerk@demo.test'`.execute(db);
    await app.anonymous.call(account.emailForgetPassword, { email: 'admin@demo.test' });
    const clerk = await app.as('clerk@demo.test');
    const { list } = await clerk.call(mail.list, { filters: { keywords: 'admin@' } });
    const id = list[0]?.id ?? 0;
    const { rows } = await sql<{ secret: string }>`select secret from mails where id = ${id}`.execute(db);
    const secret = rows[0]?.secret ?? '';
    expect(secret).not.toBe('');
    const read = await clerk.call(mail.detail, { id });
    expect(read.text).toContain('/resetPwd?token=***');
    expect(JSON.stringify(read)).not.toContain(secret);
    expect((await admin.call(mail.detail, { id })).text).toContain(secret);
  });
});

describe('v2/mail/retry', () => {
  let withServer: TestApp;
  let operator: Caller;
  beforeAll(async () => {
    withServer = await startWithUsers({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sun.test' });
    operator = await withServer.as('admin@demo.test');
    for (const email of ['admin@demo.test', 'anna@demo.test']) {
      await withServer.anonymous.call(account.emailForgetPassword, { email });
    }
  });
  afterAll(() => withServer.close());
  const to = async (recipient: string) => {
    const { list } = await operator.call(mail.list, { filters: { keywords: recipient } });
    return list[0]!;
  };
  const attemptOf = (id: number, error: string, nextTryAt: Date | null) =>
    sql`
    update mails set attempts = attempts + 1, last_error = ${error}, next_try_at = ${nextTryAt} where id = ${id}`.execute(
      withServer.database.db,
    );

  it('states how often sending failed, why and when it is tried again, and makes the email due now', async () => {
    const now = withServer.now();
    const { id } = await to('anna@');
    expect(await to('anna@')).toMatchObject({
      state: 'waiting',
      attempts: 0,
      nextTryAt: now,
      canRetry: false,
    });
    expect((await operator.send('v2/mail/retry', { id })).envelope.code).toBe(1428);
    await attemptOf(id, '', new Date(now + 600_000));
    expect((await operator.send('v2/mail/retry', { id })).envelope.code).toBe(1428);
    // The attempt in progress, or one whose process ended, until its lease ends.
    expect(await to('anna@')).toMatchObject({
      state: 'waiting',
      sendingSince: now,
      nextTryAt: now + 600_000,
      canRetry: false,
    });
    withServer.setNow(now + 601_000);
    expect(await to('anna@')).toMatchObject({ state: 'waiting', sendingSince: null });
    withServer.setNow(now);
    await attemptOf(id, '451 later', new Date(now + 300_000));
    expect(await to('anna@')).toMatchObject({
      state: 'waiting',
      attempts: 2,
      lastError: '451 later',
      sendingSince: null,
      nextTryAt: now + 300_000,
      canRetry: true,
    });
    await operator.call(mail.retry, { id });
    expect(await to('anna@')).toMatchObject({ state: 'waiting', nextTryAt: now });
    const { rows } = await sql<{ subject: string; detail: object }>`
      select subject, detail from audit where action = 'mail.retry'`.execute(withServer.database.db);
    expect(rows).toEqual([{ subject: 'anna@demo.test', detail: { kind: 'reset', mail: id } }]);
  });

  it('sends again after a final refusal, but neither after a day nor for other roles', async () => {
    const { id } = await to('admin@');
    await attemptOf(id, '550 no such user', null);
    expect(await to('admin@')).toMatchObject({ state: 'failed', nextTryAt: null, canRetry: true });
    for (const email of ['support@demo.test', 'dealer@demo.test', 'anna@demo.test']) {
      expect((await (await withServer.as(email)).send('v2/mail/retry', { id })).status, email).toBe(403);
    }
    expect((await operator.send('v2/mail/retry', { id: 999_999 })).envelope.code).toBe(4046);
    const start = withServer.now();
    withServer.setNow(start + 25 * 3_600_000);
    expect((await (await withServer.as('admin@demo.test')).send('v2/mail/retry', { id })).envelope.code).toBe(
      1428,
    );
    withServer.setNow(start);
    await operator.call(mail.retry, { id });
    expect(await to('admin@')).toMatchObject({ state: 'waiting', canRetry: true });
  });
});
