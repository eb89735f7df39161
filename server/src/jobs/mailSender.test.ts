import net from 'node:net';
import { MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { queueMail } from '../repositories/mails.ts';
import { startMailSender } from './mailSender.ts';

const START = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
let now = START;

/** A mail server that records emails and responds to recipients as configured. */
async function fakeServer(answer: (recipient: string) => string) {
  const received: string[] = [];
  const server = net.createServer((socket) => {
    let isData = false;
    let text = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply('220 fake');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      text += bytes.toString();
      for (let end = text.indexOf('\r\n'); !isData && end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (/^EHLO|^HELO/.test(line)) reply('250 fake');
        else if (line.startsWith('RCPT')) reply(answer(/<(.*)>/.exec(line)?.[1] ?? ''));
        else if (line === 'DATA') {
          isData = true;
          reply('354 go on');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else reply('250 ok');
      }
      const end = isData ? text.indexOf('\r\n.\r\n') : -1;
      if (end >= 0) {
        received.push(text.slice(0, end));
        text = text.slice(end + 5);
        isData = false;
        reply('250 taken');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as net.AddressInfo;
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

const queue = (to: string, at = START) =>
  inTransaction(database.db, 'write', (tx) =>
    queueMail(tx, {
      kind: 'reset',
      to,
      languageCode: 6,
      brandId: 0,
      link: 'https://portal.test/resetPwd?token=SECRETSECRET',
      secret: 'SECRETSECRET',
      now: at,
    }),
  );

interface Stored {
  sent: boolean;
  attempts: number;
  error: string;
  secret: string;
  text: string;
  html: string;
  next: Date | null;
}
const stored = async (to: string) =>
  (
    await sql<Stored>`
      select sent_at is not null as sent, attempts, last_error as error, secret, body_text as text, body_html as html,
        next_try_at as next from mails where recipient = ${to}`.execute(database.db)
  ).rows[0]!;

/** Lets a sender work until `isDone`. */
async function send(url: string | undefined, isDone: () => Promise<boolean>): Promise<void> {
  const sender = startMailSender({
    db: database.db,
    clock: () => now,
    log: createLog('silent'),
    config: { smtp: url === undefined ? undefined : { url, from: 'portal@sun.test' } },
    intervalMs: 10,
  });
  for (let i = 0; i < 300 && !(await isDone()); i++) await new Promise((done) => setTimeout(done, 20));
  await sender.stop();
}

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = START;
  await sql`truncate mails`.execute(database.db);
});

describe('startMailSender', () => {
  it('hands mails to the server once, and blots out what opens accounts', async () => {
    const server = await fakeServer(() => '250 ok');
    for (let i = 0; i < 12; i++) await queue(`person${i}@demo.test`);
    await send(server.url, async () => (await stored('person11@demo.test')).sent);
    expect(server.received).toHaveLength(12);
    const mail = server.received[0] ?? '';
    expect(mail).toContain('From: Helioport <portal@sun.test>');
    expect(mail).toContain('Subject: Reset your Helioport password');
    expect(mail).toContain('multipart/alternative');
    expect(mail).toContain('SECRETSECRET');
    const kept = await stored('person0@demo.test');
    expect(kept).toMatchObject({ sent: true, attempts: 1, error: '', secret: '', next: null });
    expect(kept.text + kept.html).not.toContain('SECRETSECRET');
    server.close();
  });

  it('tries again, later each time, and gives up after the last attempt', async () => {
    const server = await fakeServer(() => '451 come back later');
    await queue('busy@demo.test');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      await send(server.url, async () => {
        const mail = await stored('busy@demo.test');
        return (
          mail.attempts === attempt && mail.error !== '' && mail.next?.getTime() !== now + 5 * MINUTE_MS + 0
        );
      });
      const mail = await stored('busy@demo.test');
      expect(mail.attempts).toBe(attempt);
      waits.push(mail.next === null ? -1 : (mail.next.getTime() - now) / MINUTE_MS);
      now = mail.next?.getTime() ?? now;
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, -1]);
    const mail = await stored('busy@demo.test');
    expect(mail).toMatchObject({ sent: false, next: null });
    expect(mail.error).toContain('come back later');
    server.close();
  });

  it('gives up at once on a recipient that does not exist, and goes on with the others', async () => {
    const server = await fakeServer((to) => (to.startsWith('gone') ? '550 no such user' : '250 ok'));
    await queue('gone@demo.test');
    await queue('here@demo.test');
    await send(server.url, async () => (await stored('here@demo.test')).sent);
    expect(await stored('gone@demo.test')).toMatchObject({ sent: false, attempts: 1, next: null });
    server.close();
  });

  it('keeps mails while the server is away', async () => {
    await queue('patient@demo.test');
    await send('smtp://127.0.0.1:1', async () => (await stored('patient@demo.test')).error !== '');
    expect(await stored('patient@demo.test')).toMatchObject({ sent: false, attempts: 1 });
    const server = await fakeServer(() => '250 ok');
    now = START + MINUTE_MS;
    await send(server.url, async () => (await stored('patient@demo.test')).sent);
    expect(server.received).toHaveLength(1);
    server.close();
  });

  it('sends nothing without a server, and nothing old once there is one', async () => {
    await queue('early@demo.test');
    let looks = 0;
    await send(undefined, async () => ++looks > 5);
    expect(await stored('early@demo.test')).toMatchObject({ sent: false, attempts: 0 });
    const server = await fakeServer(() => '250 ok');
    now = START + 24 * 60 * MINUTE_MS;
    await queue('late@demo.test', now);
    await send(server.url, async () => (await stored('late@demo.test')).sent);
    expect(server.received).toHaveLength(1);
    expect((await stored('early@demo.test')).sent).toBe(false);
    server.close();
  });

  it('gives a mail to one of two senders only', async () => {
    const server = await fakeServer(() => '250 ok');
    for (let i = 0; i < 20; i++) await queue(`both${i}@demo.test`);
    const all = async () =>
      (await sql`select 1 from mails where sent_at is null`.execute(database.db)).rows.length === 0;
    await Promise.all([send(server.url, all), send(server.url, all)]);
    expect(server.received).toHaveLength(20);
    server.close();
  });
});
