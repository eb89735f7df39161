// Sharing a plant, with expiry, and transferring it to another owner.

import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSite } from '../../../seed/make.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { deleteEndedShares } from '../../repositories/shares.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
let sid: string;
let count = 0;

beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
afterAll(() => world.close());

beforeEach(async () => {
  world.app.setNow(NOW);
  const free = await world.as('free');
  const plant = { siteName: `Shared ${count++}`, countryCode: 'DE', timezone: 'Europe/Berlin' };
  ({ sid } = await free.call(site.createFast, plant));
  await sql`delete from mails`.execute(world.app.database.db);
  await sql`delete from mail_requests`.execute(world.app.database.db);
});

const share = async (shareWith: { email: string; mayEdit?: boolean; until?: string }[]) =>
  (await (await world.as('free')).send(site.updateFast.path, { sid, shareWith })).envelope;
const codeFor = async (who: string) =>
  (await (await world.as(who)).send(site.detail.path, { sid })).envelope.code;
const sharesNow = async () => (await (await world.as('free')).call(site.detail, { sid })).shareWith;

describe('a share', () => {
  it('is told by mail in the language of the receiver, and only when it is new', async () => {
    await sql`update users set language_code = 1 where email = 'customer.south@make.test'`.execute(
      world.app.database.db,
    );
    await share([{ email: 'customer.south@make.test' }]);
    expect(await mailsTo(world.app, 'customer.south@make.test')).toMatchObject([
      { kind: 'shared', subject: 'Eine Anlage in Helioport wurde für Sie freigegeben' },
    ]);
    await share([{ email: 'customer.south@make.test', mayEdit: true }]);
    expect(await mailsTo(world.app, 'customer.south@make.test')).toHaveLength(1);
  });

  it('is added by two at the same moment, and taken away only by who knew of it', async () => {
    const change = async (shareWith: { email: string }[], knownShares: string[]) =>
      (await (await world.as('free')).send(site.updateFast.path, { sid, shareWith, knownShares })).envelope
        .code;
    const [one, two] = ['customer.south@make.test', 'nobody@make.test'];
    expect(await Promise.all([change([{ email: one }], []), change([{ email: two }], [])])).toEqual([
      200, 200,
    ]);
    const names = async () => (await sharesNow()).map(({ email }) => email).sort();
    expect(await names()).toEqual([one, two]);
    // A form that was opened before the second came.
    expect(await change([], [one.toUpperCase()])).toBe(200);
    expect(await names()).toEqual([two]);
    expect(await change([], [two])).toBe(200);
    expect(await names()).toEqual([]);
  });

  it('is with a hundred at most, also one after the other', async () => {
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ email: `guest${from + i}@make.test` }));
    expect((await share(some(0, 100))).code).toBe(200);
    const more = { sid, shareWith: some(100, 1), knownShares: [] };
    expect((await (await world.as('free')).send(site.updateFast.path, more)).envelope.code).toBe(400);
    expect(await sharesNow()).toHaveLength(100);
  });

  it("ends with the last day on the plant's calendar, for lists and for the log", async () => {
    await share([{ email: 'customer.south@make.test', mayEdit: true, until: '2026-06-22' }]);
    expect(await sharesNow()).toEqual([
      { email: 'customer.south@make.test', mayEdit: true, until: '2026-06-22' },
    ]);
    // Berlin is two hours ahead of UTC.
    world.app.setNow(Date.UTC(2026, 5, 22, 21, 59, 59));
    expect(await codeFor('customer.south')).toBe(200);
    world.app.setNow(Date.UTC(2026, 5, 22, 22));
    expect(await codeFor('customer.south')).toBe(4040);
    expect(await sharesNow()).toEqual([]);
    expect(await deleteEndedShares(world.app.database.db, world.app.now())).toBe(1);
    const { list } = await (await world.as('free')).call(site.changes, { sid });
    expect(list[0]).toMatchObject({
      action: 'site.shareEnded',
      detail: { email: 'customer.south@make.test' },
    });
    expect((await share([{ email: 'customer.south@make.test', until: '2026-06-01' }])).code).toBe(400);
  });

  it('says the same of an address that nobody has, which is invited and sees the plant once confirmed', async () => {
    const [known, unknown] = ['customer.south@make.test', 'somebody.new@make.test'];
    const right = { mayEdit: true, until: '2026-12-31' };
    const answers = [await share([{ email: known, ...right }]), await share([{ email: unknown, ...right }])];
    expect(answers[0]).toEqual(answers[1]);
    expect(await sharesNow()).toEqual([{ email: unknown, ...right }]);
    const [mail] = await mailsTo(world.app, unknown);
    expect(mail).toMatchObject({ kind: 'shareInvite' });

    const password = 'sun over my roof';
    const { anonymous } = world.app;
    await anonymous.call(account.signUp, { email: unknown, password, countryCode: 'DE' });
    const { rows } =
      await sql`select from site_shares x join users u on u.id = x.user_id where u.email = ${unknown}`.execute(
        world.app.database.db,
      );
    expect(rows).toEqual([]);
    const mails = await mailsTo(world.app, unknown);
    const verify = mails.find(({ kind }) => kind === 'verify');
    await anonymous.call(account.verifyEmail, { token: verify!.token, password });
    expect(await codeFor('somebody.new')).toBe(200);
    expect(await sharesNow()).toEqual([{ email: unknown, ...right }]);
    await share([]);
    expect(await codeFor('somebody.new')).toBe(4040);
  });

  it('does not fill the box of somebody with mails', async () => {
    for (let i = 0; i < 6; i++) await share(i % 2 === 0 ? [{ email: 'mate@make.test' }] : []);
    expect((await mailsTo(world.app, 'mate@make.test')).length).toBe(3);
    for (let i = 0; i < 2; i++) await share([{ email: 'mate@make.test' }]);
    expect((await mailsTo(world.app, 'mate@make.test')).length).toBe(3);
  });
});

describe('v2/site/handOver', () => {
  const offer = async (email: string, who = 'free') =>
    (await (await world.as(who)).send(site.handOver.path, { sid, email })).envelope;
  const tokenTo = async (email: string) => {
    const mails = await mailsTo(world.app, email);
    return mails.find(({ kind }) => kind === 'offer')!.token;
  };

  it('gives the plant to whom it was offered when he takes it, and the old owner sees it no longer', async () => {
    await share([{ email: 'customer@make.test' }]);
    expect((await offer('Customer@make.test')).data).toMatchObject({
      email: 'customer@make.test',
      expiresAt: NOW + 7 * DAY_MS,
    });
    const token = await tokenTo('customer@make.test');
    expect(await codeFor('free')).toBe(200);
    const customer = await world.as('customer');
    expect(await customer.call(site.offer, { token })).toMatchObject({ from: 'free@make.test' });
    expect(await customer.call(site.handOverPending, { sid })).toEqual({
      isOwner: false,
      isOwnerless: false,
      offer: null,
    });
    expect(await customer.call(site.offerAnswer, { token, accepts: true })).toEqual({ sid });
    expect(await codeFor('free')).toBe(4040);
    expect(await customer.call(site.detail, { sid })).toMatchObject({
      userEmail: 'customer@make.test',
      mayDecide: true,
      shareWith: [],
    });
    expect((await mailsTo(world.app, 'free@make.test')).map(({ kind }) => kind)).toEqual(['offerTaken']);
    const { list } = await customer.call(site.changes, { sid });
    expect(list[0]).toMatchObject({
      action: 'site.handOver',
      detail: { owner: { from: 'free@make.test', to: 'customer@make.test' } },
    });
    expect((await customer.send(site.offerAnswer.path, { token, accepts: true })).envelope.code).toBe(4049);
  });

  it('is for the account of that address alone, for a week, and until it is taken back or replaced', async () => {
    await offer('customer@make.test');
    const first = await tokenTo('customer@make.test');
    const offerCode = async (who: string, token: string, path = site.offer.path) =>
      (await (await world.as(who)).send(path, { token, accepts: true })).envelope.code;
    expect(await offerCode('south.boss', first)).toBe(4049);
    expect(await offerCode('south.boss', first, site.offerAnswer.path)).toBe(4049);
    await offer('customer.south@make.test');
    expect(await offerCode('customer', first)).toBe(4049);
    const second = await tokenTo('customer.south@make.test');
    expect(await offerCode('customer.south', second)).toBe(200);
    world.app.setNow(NOW + 7 * DAY_MS);
    expect(await offerCode('customer.south', second, site.offerAnswer.path)).toBe(273);
    world.app.setNow(NOW);
    await (await world.as('free')).call(site.handOverCancel, { sid });
    expect(await offerCode('customer.south', second, site.offerAnswer.path)).toBe(4049);
    expect(await codeFor('free')).toBe(200);
  });

  it('can be declined, and the owner is told', async () => {
    await offer('customer@make.test');
    const token = await tokenTo('customer@make.test');
    const customer = await world.as('customer');
    expect(await customer.call(site.offerAnswer, { token })).toEqual({ sid: '' });
    expect((await mailsTo(world.app, 'free@make.test')).map(({ kind }) => kind)).toEqual(['offerDeclined']);
    const free = await world.as('free');
    expect(await free.call(site.handOverPending, { sid })).toEqual({
      isOwner: true,
      isOwnerless: false,
      offer: null,
    });
  });

  it('is the matter of the owner alone, and tells him nothing of who has an account', async () => {
    expect((await offer('free@make.test')).code).toBe(1128);
    expect((await offer('customer@make.test', 'admin')).code).toBe(1127);
    expect((await offer('customer@make.test', 'south.boss')).code).toBe(4040);
    const answer = (await offer('nobody.at.all@make.test')).data;
    expect(answer).toEqual({
      email: 'nobody.at.all@make.test',
      expiresAt: NOW + 7 * DAY_MS,
      link: expect.stringMatching(/\/pvPlant\/offer\?token=[\w-]{43}$/),
    });
    const free = await world.as('free');
    expect((await free.call(site.handOverPending, { sid })).offer).toMatchObject({
      email: 'nobody.at.all@make.test',
      offeredAt: NOW,
    });
  });
});

describe('a plant without an owner', () => {
  const assign = async (email: string, who = 'boss') =>
    (await (await world.as(who)).send(site.handOver.path, { sid: fresh, email })).envelope.code;
  const tokenTo = async (email: string) =>
    (await mailsTo(world.app, email)).find(({ kind }) => kind === 'offer')!.token;
  let fresh: string;
  beforeEach(async () => {
    fresh = (
      await inTransaction(world.app.database.db, 'write', (tx) =>
        makeSite(tx, { name: 'Fresh', companyId: world.company.northInstaller }),
      )
    ).sid;
  });

  it('is assigned by its company to a customer, who owns it after confirming; the company stays', async () => {
    expect(await assign('free@make.test')).toBe(200);
    const token = await tokenTo('free@make.test');
    const free = await world.as('free');
    expect((await free.send(site.detail.path, { sid: fresh })).envelope.code).toBe(4040);
    const pending = async (who: string) =>
      (await (await world.as(who)).call(site.detail, { sid: fresh })).pendingOwner;
    expect(await pending('boss')).toEqual({ email: 'free@make.test', until: expect.any(Number) });
    expect(await pending('admin')).toMatchObject({ email: 'free@make.test' });
    expect(await free.call(site.offer, { token })).toMatchObject({
      siteName: 'Fresh',
      from: 'boss@make.test',
      isOwnerless: true,
    });
    expect(await free.call(site.offerAnswer, { token, accepts: true })).toEqual({ sid: fresh });
    expect(await free.call(site.detail, { sid: fresh })).toMatchObject({ mayDecide: true });
    const boss = await world.as('boss');
    expect(await boss.call(site.detail, { sid: fresh })).toMatchObject({
      userEmail: 'free@make.test',
      mayEdit: true,
      pendingOwner: null,
    });
    expect((await mailsTo(world.app, 'boss@make.test')).map(({ kind }) => kind)).toContain('assignTaken');
    expect((await free.call(site.changes, { sid: fresh })).list[0]).toMatchObject({
      action: 'site.handOver',
    });
    // From now on it is the owner's.
    expect(await assign('customer@make.test')).toBe(1127);
  });

  it('is assigned by nobody else, withdrawn by the company, and again after a refusal', async () => {
    expect(await assign('free@make.test', 'south.boss')).toBe(4040);
    expect(await assign('free@make.test')).toBe(200);
    const first = await tokenTo('free@make.test');
    await (await world.as('boss')).call(site.handOverCancel, { sid: fresh });
    const free = await world.as('free');
    const answer = async (token: string, accepts: boolean) =>
      (await free.send(site.offerAnswer.path, { token, accepts })).envelope.code;
    expect(await answer(first, true)).toBe(4049);
    await assign('free@make.test');
    expect(await answer(await tokenTo('free@make.test'), false)).toBe(200);
    expect((await mailsTo(world.app, 'boss@make.test')).map(({ kind }) => kind)).toContain('assignDeclined');
    expect(await (await world.as('boss')).call(site.handOverPending, { sid: fresh })).toMatchObject({
      isOwnerless: true,
      offer: null,
    });
  });
});
