import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { makeDays } from '../../seed/makeDays.ts';
import { seedMenus } from '../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { startProcess } from '../../test/processes.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { type ReportSettings, setReportSettings } from '../repositories/reportSettings.ts';
import { shareSite } from '../repositories/shares.ts';
import { sendReports } from './sendReports.ts';

const NOTHING: ReportSettings = {
  daily: false,
  weekly: false,
  monthly: false,
  yearly: false,
  languageCode: null,
  withPdf: false,
  alertHourly: false,
  alertTime: false,
  alertStart: 8,
  alertEnd: 17,
};

let database: TestDatabase;
/** Of plants in Auckland and Los Angeles, and of the people who follow both. */
let ids: { auckland: number; angeles: number; owner: number; friend: number };

beforeAll(async () => {
  database = await freshDatabase();
  ids = await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: owner } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: friend } = await makeUser(tx, { email: 'friend@make.test' });
    const auckland = (await makeSite(tx, { ownerId: owner, timezone: 'Pacific/Auckland', name: 'Auckland' }))
      .id;
    const angeles = (await makeSite(tx, { ownerId: owner, timezone: 'America/Los_Angeles', name: 'Angeles' }))
      .id;
    for (const siteId of [auckland, angeles]) {
      await shareSite(tx, siteId, friend, false);
      const device = await makeDevice(tx, siteId);
      await makeDays(
        tx,
        { id: device.id, siteId },
        '2025-12-01',
        Array.from({ length: 120 }, () => 1_000),
      );
    }
    return { auckland, angeles, owner, friend };
  });
});
afterAll(() => database.close());
afterEach(async () => {
  await sql`delete from report_settings`.execute(database.db);
  await sql`delete from mails`.execute(database.db);
  await sql`delete from dirty_day`.execute(database.db);
});

const order = (userId: number, siteId: number, what: Partial<ReportSettings>, at: string) =>
  inTransaction(database.db, 'write', (tx) =>
    setReportSettings(tx, { siteId, userId }, { ...NOTHING, ...what, now: Date.parse(at) }),
  );

const pass = (at: number | string) =>
  sendReports(
    {
      db: database.db,
      log: createLog('silent'),
      publicUrl: 'https://portal.test',
      clock: () => (typeof at === 'number' ? at : Date.parse(at)),
    },
    () => false,
  );

/** What was mailed, in its order: to whom, and the subject. */
const mailed = async () =>
  (
    await sql<{ mail: string }>`
      select split_part(recipient, '@', 1) || ' ' || subject as mail from mails order by id`.execute(
      database.db,
    )
  ).rows.map(({ mail }) => mail);

describe('reports', () => {
  it('come in the morning of the plant, the newest period of each kind, and once', async () => {
    await order(
      ids.owner,
      ids.auckland,
      { daily: true, weekly: true, monthly: true, yearly: true },
      '2025-11-01',
    );
    await order(ids.owner, ids.angeles, { daily: true }, '2025-11-01');
    // 05:50 and 06:10 in Auckland on Monday, February 2; in Los Angeles it is still Sunday.
    expect(await pass('2026-02-01T16:50:00Z')).toBe(1);
    expect(await mailed()).toEqual(['owner Angeles: report for January 31, 2026']);
    expect(await pass('2026-02-01T17:10:00Z')).toBe(3);
    expect((await mailed()).slice(1)).toEqual([
      'owner Auckland: report for February 1, 2026',
      'owner Auckland: report for Jan 26\u2009–\u2009Feb 1, 2026',
      'owner Auckland: report for January 2026',
    ]);
    expect(await pass('2026-02-01T17:20:00Z')).toBe(0);
    // No report about the year before last is sent in February.
    expect((await mailed()).join()).not.toContain('for 2025');
  });

  it('are never sent for a period that was over when they were ordered', async () => {
    await order(ids.owner, ids.auckland, { daily: true, monthly: true }, '2026-02-01T17:05:00Z');
    expect(await pass('2026-02-01T17:10:00Z')).toBe(0);
    // One that is changed goes on.
    await order(ids.owner, ids.auckland, { daily: true, withPdf: true }, '2026-02-02T17:05:00Z');
    expect(await pass('2026-02-02T17:10:00Z')).toBe(1);
    expect(await mailed()).toEqual(['owner Auckland: report for February 2, 2026']);
  });

  it('wait for late data until eleven, and say how complete they are', async () => {
    await order(ids.owner, ids.auckland, { daily: true }, '2026-01-01');
    const morning = Date.parse('2026-02-01T17:10:00Z');
    await sql`insert into dirty_day (site_id, day, marked_at) values (${ids.auckland}, '2026-02-01', now())`.execute(
      database.db,
    );
    expect(await pass(morning)).toBe(0);
    await sql`delete from dirty_day`.execute(database.db);
    const complete = (share: number) =>
      sql`
      update site_day set completeness = ${share} where site_id = ${ids.auckland} and day = '2026-02-01'`.execute(
        database.db,
      );
    await complete(0.5);
    expect(await pass(morning + HOUR_MS)).toBe(0);
    expect(await pass(morning + 5 * HOUR_MS)).toBe(1);
    const { rows } = await sql<{ text: string }>`select body_text as text from mails`.execute(database.db);
    expect(rows[0]?.text).toContain('50% of the expected readings were received.');
    await complete(1);
  });

  it('carry what ends them, and end with the sight of the plant', async () => {
    await order(ids.friend, ids.auckland, { daily: true, withPdf: true, languageCode: 9 }, '2026-01-01');
    expect(await pass('2026-02-01T17:10:00Z')).toBe(1);
    const { rows } = await sql<{ text: string; html: string; url: string; size: number }>`
      select body_text as text, body_html as html, unsubscribe_url as url, length(file) as size from mails`.execute(
      database.db,
    );
    const [mail] = rows;
    expect(mail?.url).toMatch(/^https:\/\/portal\.test\/endReports\?token=/);
    expect(mail?.text).toContain(mail?.url);
    expect(mail?.html).toContain('発電量');
    expect(mail?.size).toBeGreaterThan(5_000);
    await sql`delete from site_shares where user_id = ${ids.friend} and site_id = ${ids.auckland}`.execute(
      database.db,
    );
    expect(await pass('2026-02-02T17:10:00Z')).toBe(0);
    expect(await mailed()).toHaveLength(1);
    const left = await sql`select from report_settings where daily is not null`.execute(database.db);
    expect(left.rows).toEqual([]);
    await inTransaction(database.db, 'write', (tx) => shareSite(tx, ids.auckland, ids.friend, false));
  });

  it('are not sent to accounts that are blocked', async () => {
    const block = (is: boolean) =>
      sql`update users set is_blocked = ${is} where id = ${ids.friend}`.execute(database.db);
    await order(ids.friend, ids.auckland, { daily: true }, '2026-01-01');
    await block(true);
    expect(await pass('2026-02-01T17:10:00Z')).toBe(0);
    await block(false);
    expect(await pass('2026-02-02T17:10:00Z')).toBe(1);
  });

  it('are sent once by many who pass at the same moment', async () => {
    for (const userId of [ids.owner, ids.friend])
      for (const siteId of [ids.auckland, ids.angeles])
        await order(userId, siteId, { daily: true }, '2026-01-01');
    const at = '2026-02-01T19:00:00Z';
    const sent = await Promise.all(Array.from({ length: 4 }, () => pass(at)));
    expect(sent.reduce((a, b) => a + b)).toBe(4);
    expect(new Set(await mailed()).size).toBe(4);
    expect(await mailed()).toHaveLength(4);
  });
});

it('two processes and one that starts anew send a report once', { timeout: 120_000 }, async () => {
  const own = await freshDatabase();
  const env = { DATABASE_URL: own.url, PARTS: 'jobs' };
  // A plant where it is now between eleven and midnight, whatever the hour of this test.
  const hour = new Date().getUTCHours();
  const timezone = hour >= 11 ? 'UTC' : 'Etc/GMT-12';
  await inTransaction(own.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: siteId } = await makeSite(tx, { ownerId, timezone });
    await setReportSettings(
      tx,
      { siteId, userId: ownerId },
      { ...NOTHING, daily: true, withPdf: true, now: 0 },
    );
  });
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from mails`.execute(own.db)).rows[0]!.count;
  // The job that the scheduler runs every ten minutes, now and several times concurrently.
  const hurry = () =>
    sql`select graphile_worker.add_job('send_reports') from generate_series(1, 6)`.execute(own.db);
  const left = async () =>
    (
      await sql<{ count: number }>`
        select count(*) as count from graphile_worker.jobs where task_identifier = 'send_reports'`.execute(
        own.db,
      )
    ).rows[0]!.count;
  const both = await Promise.all([startProcess(env), startProcess(env)]);
  try {
    await hurry();
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    expect(await count()).toBe(1);
    await both[0].kill('SIGKILL');
    both[0] = await startProcess(env);
    await hurry();
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    expect(await count()).toBe(1);
  } finally {
    await Promise.all(both.map((one) => one.kill()));
    await own.close();
  }
});
