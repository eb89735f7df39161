// Rate limit of alarm emails per user, and repeated notifications about danger.
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { MAILS_AN_HOUR } from '@helioport/domain/notices';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { notifyAlarms } from './notifyAlarms.ts';

/** Two in the afternoon in Berlin. */
const NOON = Date.UTC(2026, 5, 21, 12);
const PLANTS = 50;

let database: TestDatabase;
let plants: { site: number; device: number }[];

beforeAll(async () => {
  database = await freshDatabase();
  plants = await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: owner } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: other } = await makeUser(tx, { email: 'other@make.test' });
    const made: typeof plants = [];
    for (let i = 0; i <= PLANTS; i++) {
      const { id: site } = await makeSite(tx, { ownerId: i < PLANTS ? owner : other, name: `Roof ${i}` });
      made.push({ site, device: (await makeDevice(tx, site)).id });
    }
    return made;
  });
});
afterAll(() => database.close());
afterEach(async () => {
  for (const table of ['alarm', 'mails']) await sql`delete from ${sql.table(table)}`.execute(database.db);
});

async function raise(chosen: readonly (typeof plants)[number][], kind: string, at: number) {
  for (const { site, device } of chosen)
    await sql`
      insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at)
      values (${site}, ${kind}, 0, array[${device}::bigint], '{}', ${new Date(at)}, ${new Date(at)}, ${new Date(at)})`.execute(
      database.db,
    );
}
const notify = (at: number) =>
  notifyAlarms(
    {
      db: database.db,
      log: createLog('silent'),
      publicUrl: 'https://portal.test',
      allowsPrivateHooks: true,
      smtp: undefined,
      clock: () => at,
    },
    () => false,
  );
const mailsTo = async (name: string) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, body_text as text from mails where recipient = ${`${name}@make.test`} order by id`.execute(
      database.db,
    )
  ).rows;

describe('fifty plants that trip at once', () => {
  it('are as many mails as an hour has room for, each plant told of once, and nobody else waits', async () => {
    await raise(plants, 'silent', NOON);
    await notify(NOON);
    const mails = await mailsTo('owner');
    expect(mails.length).toBeLessThanOrEqual(MAILS_AN_HOUR);
    expect(mails.at(-1)!.subject).toMatch(/^\d+ alarms in your plants$/);
    const all = mails.map(({ text }) => text).join('\n');
    for (let i = 0; i < PLANTS; i++) expect(all.match(new RegExp(`^Roof ${i}$`, 'gm'))).toHaveLength(1);
    expect(await mailsTo('other')).toHaveLength(1);
    await notify(NOON + MINUTE_MS);
    expect(await mailsTo('owner')).toHaveLength(mails.length);
  });

  it('let what comes later in the hour wait, and tell it then', async () => {
    await raise(plants, 'silent', NOON);
    await notify(NOON);
    await raise(plants, 'plantZero', NOON + MINUTE_MS);
    await notify(NOON + MINUTE_MS);
    await raise(plants, 'makesNothing', NOON + 2 * MINUTE_MS);
    await notify(NOON + 2 * MINUTE_MS);
    expect(await mailsTo('owner')).toHaveLength(MAILS_AN_HOUR);
    await notify(NOON + 59 * MINUTE_MS);
    expect(await mailsTo('owner')).toHaveLength(MAILS_AN_HOUR);
    await notify(NOON + HOUR_MS + MINUTE_MS);
    const later = (await mailsTo('owner')).slice(MAILS_AN_HOUR);
    expect(later.length).toBeGreaterThan(0);
    expect(later.length).toBeLessThanOrEqual(MAILS_AN_HOUR);
  });
});

describe('danger', () => {
  const sentBy = async (at: number) => {
    await notify(at);
    return (await mailsTo('owner')).length;
  };

  it('is told again every day until somebody takes it up, and what is less grave is not', async () => {
    await raise(plants.slice(0, 1), '2000', NOON);
    await raise(plants.slice(1, 2), 'silent', NOON);
    expect(await sentBy(NOON)).toBe(2);
    expect(await sentBy(NOON + 23 * HOUR_MS)).toBe(2);
    expect(await sentBy(NOON + 24 * HOUR_MS)).toBe(3);
    expect(await sentBy(NOON + 25 * HOUR_MS)).toBe(3);
    expect(await sentBy(NOON + 48 * HOUR_MS)).toBe(4);
    await sql`update alarm set acknowledged_at = ${new Date(NOON + 50 * HOUR_MS)} where kind = '2000'`.execute(
      database.db,
    );
    expect(await sentBy(NOON + 72 * HOUR_MS)).toBe(4);
  });

  it('is not told again while it is left alone, or when it is over', async () => {
    await raise(plants.slice(0, 2), '4000', NOON);
    expect(await sentBy(NOON)).toBe(2);
    await sql`update alarm set snoozed_until = ${new Date(NOON + 60 * HOUR_MS)} where site_id = ${plants[0]!.site}`.execute(
      database.db,
    );
    await sql`update alarm set ended_at = ${new Date(NOON + HOUR_MS)}, ended = 'byHand' where site_id = ${plants[1]!.site}`.execute(
      database.db,
    );
    expect(await sentBy(NOON + 24 * HOUR_MS)).toBe(2);
    expect(await sentBy(NOON + 61 * HOUR_MS)).toBe(3);
  });
});
