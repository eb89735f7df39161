import { type StatusFacts, siteStatus } from '@helioport/domain/status';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { deviceStatusSql, siteStatusSql } from './status.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = Date.UTC(2026, 5, 21, 12);
const MINUTE = 60_000;

/** Every combination of what the rule looks at, around its borders. */
const cases: StatusFacts[] = [true, false].flatMap((isClaimed) =>
  [true, false].flatMap((isCommissioned) =>
    [null, NOW + MINUTE, NOW, NOW - 15 * MINUTE, NOW - 15 * MINUTE - 1].flatMap((lastReportAtMs) =>
      [0, 0x0002, 0x8000, 0x8002, 0x0001, 0x4000, 0x8040, 0xffff, 0x10000].map((statusBits) => ({
        isClaimed,
        isCommissioned,
        lastReportAtMs,
        statusBits,
        nowMs: NOW,
      })),
    ),
  ),
);

const at = (ms: number | null) => (ms === null ? null : new Date(ms));
const commissioned = ({ isCommissioned }: StatusFacts) => at(isCommissioned ? NOW : NOW + 1);

const ask = async (rows: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
  (await sql<{ status: number }>`select ${status} as status from ${rows}`.execute(database.db)).rows[0]
    ?.status;

describe('the status in SQL is that of domain/status', () => {
  it('for devices', async () => {
    for (const facts of cases) {
      const rows = sql`
        (select ${facts.isClaimed ? 1 : null}::bigint as site_id) d,
        (select ${commissioned(facts)}::timestamptz as commissioned_at) s,
        (select ${at(facts.lastReportAtMs)}::timestamptz as at, ${facts.statusBits}::int as status_bits) l`;
      expect([facts, await ask(rows, deviceStatusSql(NOW))]).toEqual([facts, siteStatus(facts)]);
    }
  });

  it('for plants, which are not registered until they have a device', async () => {
    await sql`
      insert into sites (id, sid, name) values (1, 'DE_20260101_full', 'Full'), (2, 'DE_20260101_gone', 'Gone')`.execute(
      database.db,
    );
    await sql`
      insert into devices (serial, site_id, retired_at)
      values ('AAAAAAAA', 1, null), ('BBBBBBBB', 2, now())`.execute(database.db);
    for (const facts of cases) {
      const rows = sql`
        (select ${facts.isClaimed ? 1 : 2}::bigint as id, ${commissioned(facts)}::timestamptz as commissioned_at) s,
        (select ${at(facts.lastReportAtMs)}::timestamptz as at, ${facts.statusBits}::int as status_bits) sl`;
      expect([facts, await ask(rows, siteStatusSql(NOW))]).toEqual([facts, siteStatus(facts)]);
    }
  });

  it('for plants without a commissioning and devices without a report', async () => {
    const rows = sql`(select 1::bigint as site_id) d, (select null::timestamptz as commissioned_at) s,
      (select null::timestamptz as at, null::int as status_bits) l`;
    expect(await ask(rows, deviceStatusSql(NOW))).toBe(3);
  });
});
