import { alarmKinds } from '@helioport/domain/alarms';
import { deviceCondition, severities } from '@helioport/domain/condition';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { conditionOfPlant } from '@helioport/domain/plantCondition';
import {
  type ReportingState,
  reportingStateAt,
  reportingStateOf,
  reportingStates,
  type StateFacts,
  stateRule,
} from '@helioport/domain/state';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { KIND } from '../reading.ts';
import {
  claimsOfAll,
  claimsOfSome,
  deviceRank,
  deviceStatusSql,
  readRank,
  siteBitsSql,
  sitePowerSql,
  siteRank,
  siteStatusSql,
} from './state.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = Date.UTC(2026, 5, 21, 12);

interface Case extends StateFacts {
  spokenAtMs: number | null;
  /** The worst open alarm. */
  foundKey: string | null;
  isSilent: boolean;
}

const edges = [-stateRule.aheadMs, stateRule.liveMs, stateRule.staleMs, stateRule.longMs, stateRule.silentMs];
const age = fc.oneof(
  fc.integer({ min: -20 * MINUTE_MS, max: 50 * HOUR_MS }),
  fc.constantFrom(...edges.flatMap((edge) => [edge - 1, edge, edge + 1])),
  fc.integer({ min: 0, max: 90 * 24 }).map((hours) => hours * HOUR_MS),
);
const coordinate = (limit: number) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: -limit, max: limit, noNaN: true }) },
    fc.constantFrom(0, limit, -limit),
  );

const someCase = (nowMs: number): fc.Arbitrary<Case> =>
  fc
    .record({
      isClaimed: fc.boolean(),
      isCommissioned: fc.boolean(),
      isProducer: fc.boolean(),
      ageMs: fc.option(age),
      spokenMs: fc.integer({ min: 0, max: 30 * HOUR_MS }),
      statusBits: fc.constantFrom(0, 0x0002, 0x8000, 0x8002, 0x0001, 0x4000, 0x8040, 0xffff, 0x10000, 0x6042),
      place: fc.option(fc.tuple(coordinate(90), coordinate(180)), { freq: 10 }),
      isSilent: fc.boolean(),
      foundKey: fc.option(
        fc.constantFrom(...alarmKinds.map(({ kind }) => kind).filter((kind) => kind !== 'plantSilent')),
      ),
    })
    .map(({ ageMs, spokenMs, place, ...facts }) => {
      const lastReportAtMs = ageMs === null ? null : nowMs - ageMs;
      // A plant's producers are never younger than anything in it.
      const spokenAtMs =
        lastReportAtMs === null ? null : Math.max(lastReportAtMs, facts.isProducer ? nowMs - spokenMs : 0);
      return {
        nowMs,
        lastReportAtMs,
        spokenAtMs,
        latitude: place?.[0] ?? null,
        longitude: place?.[1] ?? null,
        ...facts,
      };
    });

/** Batches of cases at one instant each, as one statement asks for many plants at one instant. */
const batches = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) })
  .chain((nowMs) => fc.array(someCase(nowMs), { minLength: 40, maxLength: 40 }));

const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The cases as rows named as the fragments expect them. */
async function evaluate(cases: readonly Case[], columns: RawBuilder<unknown>, grades = sql``) {
  const rows = cases.map((one, i) => ({
    n: i,
    id: one.isClaimed ? 1001 : 1002,
    site_id: one.isClaimed ? 1001 : null,
    kind: one.isProducer ? 'microinverter' : 'meter',
    commissioned_at: at(one.isCommissioned ? one.nowMs : one.nowMs + 1),
    latitude: one.latitude,
    longitude: one.longitude,
    at: at(one.lastReportAtMs),
    produced_at: one.isProducer ? at(one.lastReportAtMs) : null,
    spoken_at: at(one.spokenAtMs),
    status_bits: one.statusBits,
    key: one.foundKey,
    is_not_reporting: one.isSilent,
  }));
  const result = await sql<Record<string, number>>`
    select ${columns}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(n int, id bigint, site_id bigint, kind text,
      commissioned_at timestamptz, latitude float8, longitude float8, at timestamptz, produced_at timestamptz,
      spoken_at timestamptz, status_bits int, key text, is_not_reporting boolean)
    cross join lateral (select r.id, r.commissioned_at, r.latitude, r.longitude) s
    cross join lateral (select r.id, r.site_id, r.kind) d
    cross join lateral (select r.at, r.status_bits) l
    cross join lateral (select r.spoken_at as at, r.produced_at, r.produced_at as counted_since, r.status_bits, r.is_not_reporting, 0 as power) sl
    cross join lateral (select r.key) sv
    cross join lateral (select null::text as key) dt
    cross join lateral (select r.key as kind) dc
    ${grades}
    order by r.n`.execute(database.db);
  return result.rows;
}

/** Displayed state and severity of a rank. */
function shownOf(rank: number | undefined) {
  const { reportingRank, severity } = readRank(rank ?? -1);
  return [reportingStateAt(reportingRank).state, severities[severity]] as const;
}

const expectedOf = (cases: readonly Case[], stateOf: (one: Case) => ReportingState) =>
  cases.map((one) => [one, stateOf(one)] as const);

describe('the rule in SQL is that of domain/state', () => {
  beforeAll(async () => {
    await sql`
      insert into sites (id, sid, name) overriding system value
      values (1001, 'DE_20260101_full', 'Full'), (1002, 'DE_20260101_gone', 'Gone')`.execute(database.db);
    await sql`
      insert into devices (serial, site_id, retired_at)
      values ('AAAAAAAA', 1001, null), ('BBBBBBBB', 1002, now())`.execute(database.db);
  });

  it('for devices at random places and instants', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (cases) => {
        const rows = await evaluate(cases, sql`${deviceStatusSql(cases[0]!.nowMs)} as place`);
        const computed = rows.map(({ place }, i) => [cases[i]!, reportingStateAt(place ?? -1)] as const);
        expect(computed).toEqual(expectedOf(cases, reportingStateOf));
      }),
      { numRuns: 60 },
    );
  });

  it('and of what is open for them: state and severity', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (cases) => {
        const rows = await evaluate(cases, sql`${deviceRank(cases[0]!.nowMs)} as rank`);
        const computed = rows.map(({ rank }, i) => [cases[i]!, ...shownOf(rank)] as const);
        const shown = cases.map((one) => {
          const { state, severity } = deviceCondition({
            reportingState: reportingStateOf(one),
            hasReported: one.lastReportAtMs !== null,
            statusBits: one.statusBits,
            open: one.foundKey,
          });
          return [one, state, severity] as const;
        });
        expect(computed).toEqual(shown);
      }),
      { numRuns: 100 },
    );
  });

  it('for plants, which are not registered until they have a device, and so are their verdicts', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (cases) => {
        const { nowMs } = cases[0]!;
        const columns = sql`${siteStatusSql(nowMs)} as looked, ${siteRank(nowMs)} as rank`;
        const rows = await evaluate(cases, columns, claimsOfAll);
        expect(await evaluate(cases, columns, claimsOfSome)).toEqual(rows);
        // Without any word of a producer a plant is judged by what is newest of all.
        const ofPlant = cases.map((one) =>
          one.isProducer ? one : { ...one, lastReportAtMs: one.spokenAtMs },
        );
        const expected = ofPlant.map((one) => {
          const reportingState = reportingStateOf(one);
          const { state, severity } = conditionOfPlant({
            reportingState,
            lastReportAtMs: one.lastReportAtMs,
            timeZone: 'UTC',
            isSilent: one.isSilent,
            statusBits: one.statusBits,
            found:
              one.foundKey === null
                ? null
                : { key: one.foundKey, count: 1, behind: 0, sinceDay: null, sns: [] },
          });
          return [one, reportingState, state, severity] as const;
        });
        const computed = rows.map(
          ({ looked, rank }, i) => [ofPlant[i]!, reportingStateAt(looked ?? -1), ...shownOf(rank)] as const,
        );
        expect(computed).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('reaches every state', () => {
    const reached = new Set(
      fc.sample(batches, 50).flatMap((cases) => cases.map((one) => JSON.stringify(reportingStateOf(one)))),
    );
    expect(reached.size).toBe(reportingStates.length);
  });
});

describe('a composite device', () => {
  it('was heard when any of its parts was', async () => {
    const { siteId, composite, part } = await inTransaction(database.db, 'write', async (tx) => {
      const { id } = await makeSite(tx);
      const whole = await makeDevice(tx, id, { kind: 'allInOne' });
      const inner = await makeDevice(tx, id, { kind: 'meter' });
      await sql`update devices set parent_id = ${whole.id}, part = 'meter' where id = ${inner.id}`.execute(
        tx,
      );
      return { siteId: id, composite: whole.id, part: inner.id };
    });
    const reportingState = async () => {
      const { rows } = await sql<{ place: number }>`
        select ${deviceStatusSql(NOW)} as place from devices d join sites s on s.id = d.site_id
        left join latest l on l.site_id = d.site_id and l.device_id = d.id where d.id = ${composite}`.execute(
        database.db,
      );
      return reportingStateAt(rows[0]?.place ?? -1).state;
    };
    expect(await reportingState()).toBe('silent');
    const reading = makeReading({ siteId, deviceId: part, timeZone: 'Europe/Berlin' }, NOW - MINUTE_MS, {
      kind: KIND.meter,
      power: 5,
    });
    await storeReadings(database.pool, [reading], NOW);
    expect(await reportingState()).toBe('live');
  });
});

describe('power now', () => {
  it('is that of the producers that are live, however old the sum is', async () => {
    const made = await inTransaction(database.db, 'write', async (tx) => {
      const { id: siteId } = await makeSite(tx);
      const first = await makeDevice(tx, siteId);
      const second = await makeDevice(tx, siteId);
      const meter = await makeDevice(tx, siteId, { kind: 'meter' });
      return { siteId, first, second, meter };
    });
    const who = ({ id }: { id: number }) => ({
      siteId: made.siteId,
      deviceId: id,
      timeZone: 'Europe/Berlin',
    });
    await storeReadings(
      database.pool,
      [
        makeReading(who(made.first), NOW - 10 * MINUTE_MS, { power: 1000, statusBits: 0x40 }),
        makeReading(who(made.second), NOW, { power: 300 }),
        makeReading(who(made.meter), NOW, { kind: KIND.meter, power: 9000, statusBits: 0x10 }),
      ],
      NOW,
    );
    const read = async (now: number) =>
      (
        await sql<{ power: number; bits: number }>`
          select ${sitePowerSql(now)} as power, ${siteBitsSql(now)} as bits
          from sites s join site_latest sl on sl.site_id = s.id where s.id = ${made.siteId}`.execute(
          database.db,
        )
      ).rows[0];
    expect(await read(NOW)).toEqual({ power: 1300, bits: 0x40 });
    expect(await read(NOW + 6 * MINUTE_MS)).toEqual({ power: 300, bits: 0 });
    expect(await read(NOW + 16 * MINUTE_MS)).toEqual({ power: 0, bits: 0 });
  });
});
