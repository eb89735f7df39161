// Nightly check: compares the totals of all plants, marks mismatching days, and stores the results.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction } from '../../platform/db.ts';
import { rebuildTotals } from '../counters/total.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { markDays } from '../marks/dirty.ts';
import { over } from '../queryable.ts';
import { correctEarlier } from './correct.ts';
import { holdRollUps } from './rollup.ts';
import { countSums, findMismatches, type Mismatch } from './sums.ts';

/** Plants compared per statement: enough to be fast, few enough to avoid long locks. */
const SITES_AT_ONCE = 100;
/** Retention of the results. */
const KEPT_MS = 90 * DAY_MS;

/**
 * Checks all plants in pieces and returns the mismatches. Their days are marked, totals are recalculated, and
 * `totals_mismatch` and `totals_check` report to administrators. `isStopping` ends the check between two pieces.
 */
export async function checkTotals(
  db: Db,
  clock: () => number,
  isStopping: () => boolean = () => false,
): Promise<Mismatch[]> {
  const startedAt = new Date(clock());
  await sql`insert into totals_check (started_at) values (${startedAt}) on conflict do nothing`.execute(db);
  const all: Mismatch[] = [];
  let sites = 0;
  let sums = 0;
  for (let last = 0; !isStopping(); ) {
    const { rows } = await sql<Columns<'sites', 'id'>>`
      select id from sites where id > ${last} order by id limit ${SITES_AT_ONCE}`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) {
      await sql`
        update totals_check set finished_at = ${new Date(clock())}, sites = ${sites}, sums = ${sums},
          mismatches = ${all.length}
        where started_at = ${startedAt}`.execute(db);
      break;
    }
    last = ids.at(-1) ?? 0;
    sites += ids.length;
    const found = await inTransaction(db, 'read', async (tx) => {
      sums += await countSums(tx, ids);
      return await findMismatches(tx, ids);
    });
    for (const siteId of new Set(found.map((m) => m.siteId)))
      await mend(
        db,
        siteId,
        found.filter((m) => m.siteId === siteId),
        clock(),
      );
    all.push(...found);
  }
  const oldest = new Date(clock() - KEPT_MS);
  await sql`delete from totals_mismatch where found_at < ${oldest}`.execute(db);
  await sql`delete from totals_check where started_at < ${oldest}`.execute(db);
  return all;
}

/** Marks the mismatching days of a plant; corrects totals and current rows immediately. */
async function mend(db: Db, siteId: number, found: readonly Mismatch[], now: number): Promise<void> {
  await inTransaction(db, 'write', async (tx) => {
    const query = over(tx);
    await holdRollUps(tx, siteId);
    if (found.some(({ kind }) => kind === 'total' || kind === 'newest')) {
      await rebuildTotals(query, siteId);
      const { rows } = await query.query<{ id: number }>({
        text: 'select device_id as id from latest where site_id = $1 order by device_id for update',
        values: [siteId],
      });
      await correctEarlier(
        query,
        { siteId, day: '0001-01-01' },
        rows.map(({ id }) => id),
      );
      await refreshSites(query, [siteId]);
    }
    const dated = found.flatMap(({ day, ...rest }) => (day === null ? [] : [{ ...rest, day }]));
    await sql`
      insert into totals_mismatch (site_id, kind, day, found_at, stored, summed)
      select ${siteId}, k, d, ${new Date(now)}, a, b
      from unnest(${dated.map((m) => m.kind)}::text[], ${dated.map((m) => m.day)}::date[],
        ${dated.map((m) => m.stored)}::float8[], ${dated.map((m) => m.summed)}::float8[]) as n(k, d, a, b)
      on conflict (site_id, kind, day) do update set found_at = excluded.found_at, stored = excluded.stored,
        summed = excluded.summed`.execute(tx);
    await markDays(
      query,
      [...new Set(dated.map(({ day }) => day))].map((day) => ({ siteId, day })),
      now,
    );
  });
}
