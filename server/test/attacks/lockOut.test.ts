// A stranger who guesses passwords, and the owner of the account meanwhile.
import { account } from '@helioport/contract/account';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { tidy } from '../../src/jobs/cleanup.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { lastMailTo, mailsTo } from '../outbox.ts';

const OWNER = 'owner@make.test';
const RIGHT = 'helioport-demo';
let app: TestApp;

/** Creates the owner, with a hash that is compared in less than a millisecond: hundreds of passwords are guessed. */
async function makeOwner({ database }: TestApp): Promise<void> {
  const quick = await hash(RIGHT, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: OWNER });
    await sql`update users set password_hash = ${quick} where email = ${OWNER}`.execute(tx);
  });
}

beforeEach(async () => {
  app = await startTestApp();
  await makeOwner(app);
});
afterEach(() => app.close());

/** The response code of a login from a network address. */
async function signIn(from: string, password: string): Promise<number> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/v2/sign-in',
    remoteAddress: from,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: OWNER, password }),
  });
  return (answer.json() as { code: number }).code;
}

/** `each` wrong passwords from every one of these addresses. */
async function guessFrom(addresses: readonly string[], each: number): Promise<number[]> {
  const codes: number[] = [];
  for (const address of addresses)
    for (let k = 0; k < each; k++) codes.push(await signIn(address, `guess ${k}`));
  return codes;
}

const many = (count: number, addressOf: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => addressOf(i));
/** Addresses of as many wide networks. */
const scattered = (count: number) => many(count, (i) => `${11 + (i >> 8)}.${i & 255}.7.7`);

describe('a stranger who guesses', () => {
  it('is refused in their own network, not the owner elsewhere, who is notified once', async () => {
    await guessFrom(['198.51.100.1'], 12);
    expect(await signIn('198.51.100.1', RIGHT)).toBe(259);
    expect(await signIn('192.0.2.1', RIGHT)).toBe(200);
    const mails = await mailsTo(app, OWNER);
    expect(mails.map(({ kind }) => kind)).toEqual(['signInLocked']);
    app.setNow(app.now() + 15 * 60_000 + 1);
    expect(await signIn('198.51.100.1', RIGHT)).toBe(200);
  });

  it.each([
    ['four addresses', many(4, (i) => `198.51.100.${i}`), '198.51.100.200'],
    ['four networks of IPv6', many(4, (i) => `2001:db8:1:${i}::1`), '2001:db8:1:99::1'],
    ['four providers', scattered(4), '203.0.113.1'],
  ])('with twenty wrong passwords from %s keeps the owner out of none', async (_, addresses, elsewhere) => {
    const codes = await guessFrom(addresses, 5);
    expect(codes.filter((code) => code === 258)).toHaveLength(16);
    expect(await signIn(elsewhere, RIGHT)).toBe(200);
    expect(app.pauses).toEqual([]);
  });

  it('gains nothing by the many addresses of one IPv6 network', async () => {
    const codes = await guessFrom(
      many(20, (i) => `2001:db8:1:2::${i + 1}`),
      1,
    );
    expect(codes.filter((code) => code === 258)).toHaveLength(4);
    expect(await signIn('2001:db8:1:2:ffff::1', RIGHT)).toBe(259);
    expect(await signIn('2001:db8:9::1', RIGHT)).toBe(200);
  });

  it.each([
    ['an IPv4 /24', (i: number) => `198.51.100.${i}`, '203.0.113.1'],
    ['an IPv6 /48', (i: number) => `2001:db8:1:${i.toString(16)}::1`, '2001:db8:2::1'],
  ])('from %s is delayed more and more, then refused there alone', async (_, addressOf, elsewhere) => {
    await guessFrom(many(30, addressOf), 2);
    expect(app.pauses.length).toBeGreaterThan(20);
    expect(app.pauses).toEqual([...app.pauses].sort((a, b) => a - b));
    expect(app.pauses.at(-1)).toBeLessThanOrEqual(15_000);
    await guessFrom(
      many(20, (i) => addressOf(i + 50)),
      2,
    );
    expect(await signIn(addressOf(200), RIGHT)).toBe(259);
    expect(await signIn(elsewhere, RIGHT)).toBe(200);
  });

  it('from everywhere delays the owner, and not at all in a network where the owner is logged in', async () => {
    expect(await signIn('192.0.2.1', RIGHT)).toBe(200);
    expect(await signIn('2001:db8:7:7::1', RIGHT)).toBe(200);
    await guessFrom(scattered(100), 1);
    const before = app.pauses.length;
    expect(await signIn('203.0.113.1', RIGHT)).toBe(200);
    expect(app.pauses).toHaveLength(before + 1);
    expect(await signIn('192.0.2.1', RIGHT)).toBe(200);
    expect(await signIn('2001:db8:7:7:abcd::2', RIGHT)).toBe(200);
    expect(app.pauses).toHaveLength(before + 1);
    expect((await mailsTo(app, OWNER)).map(({ kind }) => kind)).toEqual(['signInLocked']);
  });

  it('keeps no one out who sets a new password by a mailed link', async () => {
    await guessFrom(scattered(80), 1);
    await guessFrom(['203.0.113.1'], 5);
    expect(await signIn('203.0.113.1', RIGHT)).toBe(259);
    await app.anonymous.call(account.emailForgetPassword, { email: OWNER });
    const { token } = await lastMailTo(app, OWNER);
    await app.anonymous.call(account.resetPasswordEmail, { token, password: 'quite another one' });
    const before = app.pauses.length;
    expect(await signIn('203.0.113.1', 'quite another one')).toBe(200);
    expect(app.pauses).toHaveLength(before);
  });

  it('gets no more than a few guesses a minute, once there were many', async () => {
    await guessFrom(scattered(150), 1);
    const start = app.now();
    await guessFrom(scattered(200).slice(150), 1);
    // One after the other; three at most are delayed at the same time.
    expect(app.now() - start).toBeGreaterThanOrEqual(50 * 14_000);
    app.setNow(app.now() + 4 * 3_600_000);
    const before = app.pauses.length;
    expect(await signIn('203.0.113.1', RIGHT)).toBe(200);
    expect(app.pauses).toHaveLength(before);
  });

  it('is forgotten a day later', async () => {
    await guessFrom(['198.51.100.1', '198.51.100.2'], 2);
    app.setNow(app.now() + 25 * 3_600_000);
    const { signInTries } = await tidy({ db: app.database.db, clock: () => app.now() });
    expect(signInTries).toBe(4);
  });
});

describe('answers that are delayed', () => {
  it('are few at a time, hold no connection, and the rest is refused without a look at the password', async () => {
    const waiting: (() => void)[] = [];
    let isHeld = false;
    const held = await startTestApp({
      pause: () => (isHeld ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    });
    await makeOwner(held);
    const before = app;
    app = held;
    await guessFrom(scattered(70), 1);
    isHeld = true;
    const codes: number[] = [];
    const all = scattered(90)
      .slice(70)
      .map((address) => signIn(address, RIGHT).then((code) => codes.push(code)));
    await expect.poll(() => codes.length).toBe(17);
    expect(waiting).toHaveLength(3);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
      held.database.db,
    );
    expect(rows[0]?.open).toBe(0);
    for (const end of waiting.splice(0)) end();
    await Promise.all(all);
    expect(codes.filter((code) => code === 200)).toHaveLength(3);
    expect(codes.filter((code) => code === 429)).toHaveLength(17);
    app = before;
    await held.close();
  });
});
