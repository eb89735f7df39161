// Plants that are offered to a user, as the portal shows them.
import { site } from '@helioport/contract/site';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let world: People;
let sid: string;

beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
afterAll(() => world.close());

beforeEach(async () => {
  world.app.setNow(NOW);
  const plant = { siteName: 'Barn', countryCode: 'DE', timezone: 'Europe/Berlin' };
  ({ sid } = await (await world.as('free')).call(site.createFast, plant));
  await sql`delete from site_offers`.execute(world.app.database.db);
  await sql`delete from mails`.execute(world.app.database.db);
  await sql`delete from mail_requests`.execute(world.app.database.db);
});

const codeFor = async (who: string) =>
  (await (await world.as(who)).send(site.detail.path, { sid })).envelope.code;

describe('v2/site/offers', () => {
  const offer = async (email: string) => await (await world.as('free')).call(site.handOver, { sid, email });
  const offersOf = async (who: string) => (await (await world.as(who)).call(site.offers, {})).list;
  const answer = async (who: string, input: object) =>
    (await (await world.as(who)).send(site.offerAnswer.path, input)).envelope;
  /** Changes how the account of `customer@` came about. */
  const account = async (origin: { by?: string; provenAt?: Date; verifiedAt?: null }) => {
    const by = origin.by === undefined ? null : await world.id(origin.by);
    await sql`
      update users set created_by = ${by}, address_by = ${by},
        email_proven_at = ${origin.provenAt ?? null},
        email_verified_at = ${origin.verifiedAt === undefined ? new Date(NOW) : origin.verifiedAt}
      where email = 'customer@make.test'`.execute(world.app.database.db);
  };
  beforeEach(() => account({}));

  it('shows the offer to its recipient alone, who accepts it without the link', async () => {
    await offer('Customer@make.test');
    expect(await offersOf('customer')).toEqual([
      {
        sid,
        siteName: 'Barn',
        from: 'free@make.test',
        isOwnerless: false,
        expiresAt: NOW + 7 * DAY_MS,
      },
    ]);
    for (const other of ['free', 'customer.south', 'boss', 'admin']) {
      expect(await offersOf(other)).toEqual([]);
      expect((await answer(other, { sid, accepts: true })).code).toBe(4049);
    }
    expect((await answer('customer', { accepts: true })).code).toBe(400);
    expect((await answer('customer', { sid, accepts: true })).data).toEqual({ sid });
    expect(await offersOf('customer')).toEqual([]);
    expect(await codeFor('free')).toBe(4040);
  });

  it('ends with the offer: expired, withdrawn, declined', async () => {
    await offer('customer@make.test');
    world.app.setNow(NOW + 7 * DAY_MS);
    expect(await offersOf('customer')).toEqual([]);
    expect((await answer('customer', { sid, accepts: true })).code).toBe(273);
    world.app.setNow(NOW);
    await (await world.as('free')).call(site.handOverCancel, { sid });
    expect(await offersOf('customer')).toEqual([]);
    await offer('customer@make.test');
    expect((await answer('customer', { sid })).data).toEqual({ sid: '' });
    expect(await offersOf('customer')).toEqual([]);
    expect(await codeFor('free')).toBe(200);
  });

  it('requires the link where the address is not confirmed and another user entered it', async () => {
    const { link } = await offer('customer@make.test');
    const token = new URL(link).searchParams.get('token');
    for (const origin of [{ by: 'boss' }, { by: 'support' }, { verifiedAt: null }]) {
      await account(origin);
      expect(await offersOf('customer')).toEqual([]);
      expect((await answer('customer', { sid, accepts: true })).code).toBe(4049);
    }
    for (const origin of [{ by: 'boss', provenAt: new Date(NOW) }, { by: 'free' }, { by: 'admin' }]) {
      await account(origin);
      expect(await offersOf('customer')).toHaveLength(1);
    }
    await account({ by: 'boss' });
    expect((await answer('customer', { token, accepts: true })).data).toEqual({ sid });
  });

  it('shows the state of the email to the user who offers', async () => {
    await offer('customer@make.test');
    const state = async () =>
      (await (await world.as('free')).call(site.handOverPending, { sid })).offer?.emailState;
    const { db } = world.app.database;
    expect(await state()).toBe('kept');
    await sql`update mails set attempts = 7, next_try_at = null where kind = 'offer'`.execute(db);
    expect(await state()).toBe('failed');
    await sql`update mails set sent_at = ${new Date(NOW)} where kind = 'offer'`.execute(db);
    expect(await state()).toBe('sent');
    await sql`delete from mails`.execute(db);
    expect(await state()).toBeNull();
  });
});
