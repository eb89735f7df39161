import net from 'node:net';
import { alarm } from '@helioport/contract/alarm';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { newBrowser } from '../../../test/pushBrowser.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let owner: Caller;
let other: Caller;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'owner@notice.test' });
    await makeUser(tx, { email: 'other@notice.test' });
  });
  owner = await app.as('owner@notice.test');
  other = await app.as('other@notice.test');
});
afterAll(() => app.close());

const wanted = { critical: 'now', major: 'digest', minor: 'off' } as const;

describe('notices', () => {
  it('are the usual ones for who has said nothing', async () => {
    expect(await owner.call(alarm.notices)).toMatchObject({
      critical: 'now',
      major: 'now',
      minor: 'digest',
      ofOthers: false,
      quietFrom: null,
      webhookUrl: '',
      hasWebhookSecret: false,
      hasMailServer: false,
      told: [],
    });
  });

  it('are kept as they are set; the key of a webhook is told once, and a new address gets a new one', async () => {
    const hook = { ...wanted, webhookUrl: 'https://hooks.test/a', quietFrom: 22, quietTo: 7 };
    const { webhookSecret } = await owner.call(alarm.noticesSet, hook);
    expect(webhookSecret.length).toBeGreaterThan(40);
    expect((await owner.call(alarm.noticesSet, hook)).webhookSecret).toBe('');
    const read = await owner.call(alarm.notices);
    expect(read).toMatchObject({ ...hook, hasWebhookSecret: true });
    expect(JSON.stringify(read)).not.toContain(webhookSecret);
    const other = await owner.call(alarm.noticesSet, { ...hook, webhookUrl: 'https://hooks.test/b' });
    expect(other.webhookSecret).not.toBe('');
    expect(other.webhookSecret).not.toBe(webhookSecret);
    const { rows } = await sql<{ detail: object }>`
      select detail from audit where action = 'alarm.notices'`.execute(app.database.db);
    expect(JSON.stringify(rows)).not.toContain(webhookSecret);
  });

  it('take no address of the own network', async () => {
    for (const webhookUrl of ['http://hooks.test', 'https://127.0.0.1/x', 'https://[::1]/', 'nonsense']) {
      const { envelope } = await owner.send('v2/alarm/notices/set', { ...wanted, webhookUrl });
      expect(envelope.code, webhookUrl).toBe(1404);
    }
  });

  it('can be tried', async () => {
    expect(await owner.call(alarm.noticesTest, { channel: 'mail' })).toEqual({ error: '' });
    const { rows } = await sql`select kind, recipient from mails`.execute(app.database.db);
    expect(rows).toEqual([{ kind: 'alarmTest', recipient: 'owner@notice.test' }]);
    await owner.call(alarm.noticesSet, { ...wanted, webhookUrl: 'https://localhost:1/' });
    expect((await owner.call(alarm.noticesTest, { channel: 'webhook' })).error).toContain(
      'The address does not respond',
    );
  });

  it('say when the mail server cannot be reached: why to administrators, a code to others', async () => {
    let connections = 0;
    // Greets and accepts any command.
    const listen = async () => {
      const server = net.createServer((socket) => {
        connections += 1;
        socket.on('error', () => {});
        socket.on('data', () => socket.write('250 ok\r\n'));
        socket.write('220 ready\r\n');
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return { server, port: (server.address() as net.AddressInfo).port };
    };
    const appWith = async (port: number) => {
      const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'portal@notice.test' };
      const mailing = await startTestApp({ env });
      await inTransaction(mailing.database.db, 'write', async (tx) => {
        await seedMenus(tx);
        await makeUser(tx, { email: 'owner@notice.test' });
        await makeUser(tx, { email: 'admin@notice.test', group: 'administrator' });
      });
      const test = async (who: string) =>
        await (await mailing.as(who)).call(alarm.noticesTest, { channel: 'mail' });
      const waiting = async () => (await sql`select 1 from mails`.execute(mailing.database.db)).rows.length;
      return { test, waiting, close: () => mailing.close() };
    };
    const [open, closed] = [await listen(), await listen()];
    await new Promise((done) => closed.server.close(done));
    const good = await appWith(open.port);
    expect(await good.test('owner@notice.test')).toEqual({ error: '' });
    expect(await good.test('admin@notice.test')).toEqual({ error: '' });
    // Repeated within seconds, the mail server is not called again.
    expect(connections).toBe(1);
    await good.close();
    open.server.close();
    const bad = await appWith(closed.port);
    expect(await bad.test('owner@notice.test')).toEqual({ error: 'ESOCKET' });
    expect(await bad.test('admin@notice.test')).toEqual({
      error: `connect ECONNREFUSED 127.0.0.1:${closed.port}`,
    });
    // They wait for the server.
    expect(await bad.waiting()).toBe(2);
    await bad.close();
  });

  it('come to browsers by web push, each ended by its person alone', async () => {
    const { publicKey } = await owner.call(alarm.noticesPushKey);
    expect((await owner.call(alarm.noticesPushKey)).publicKey).toBe(publicKey);
    const codeOf = async (who: Caller, path: string, body: object) =>
      (await who.send(path, body)).envelope.code;
    const { keys } = newBrowser('https://push.test/one');
    for (const wrong of [
      { endpoint: 'http://push.test/one' },
      { endpoint: 'https://10.0.0.1/one' },
      { p256dh: 'nonsense' },
    ])
      expect(await codeOf(owner, alarm.noticesPush.path, { ...keys, ...wrong })).toBe(1405);
    expect(await codeOf(owner, alarm.noticesTest.path, { channel: 'push' })).toBe(1406);
    await owner.call(alarm.noticesPush, keys);
    const [browser] = (await owner.call(alarm.notices)).browsers;
    expect(JSON.stringify(browser)).not.toContain(keys.auth);
    const ended = { id: browser!.id };
    expect(await codeOf(other, alarm.noticesPushEnd.path, ended)).toBe(1406);
    expect((await owner.call(alarm.notices)).browsers).toHaveLength(1);
    await owner.call(alarm.noticesPushEnd, ended);
    expect((await owner.call(alarm.notices)).browsers).toEqual([]);
    // The same browser, in which another user is now logged in.
    await owner.call(alarm.noticesPush, keys);
    await other.call(alarm.noticesPush, keys);
    expect((await owner.call(alarm.notices)).browsers).toEqual([]);
  });
});
