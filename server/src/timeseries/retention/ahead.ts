// Corrects current rows after the clock was wrong: those dated in the future revert to the latest earlier reading.
import { isComposite } from '@helioport/domain/deviceKinds';
import { stateRule } from '@helioport/domain/state';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { msOf, numbers } from '../columns.ts';
import { dayAt } from '../counters/running.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { renewNewest } from '../ingestion/renew.ts';
import { kindNumberIn } from '../kinds.ts';
import { markDays } from '../marks/dirty.ts';
import { over, type Queryable } from '../queryable.ts';
import { holdRollUps } from '../rollup/rollup.ts';

/**
 * Puts all newest rows right that are ahead of `now`, plant by plant, and returns how many devices had one. Rows ahead of us
 * are few and seldom: it reads all newest rows once, so call it when a clock is known to have changed.
 */
export async function renewAhead(db: Db, now: number): Promise<number> {
  const until = now + stateRule.aheadMs;
  const { rows } = await sql<{ siteId: number; timeZone: string; deviceIds: number[] }>`
    select l.site_id as "siteId", coalesce(s.timezone, 'UTC') as "timeZone", array_agg(l.device_id) as "deviceIds"
    from latest l left join sites s on s.id = l.site_id where l.at > ${new Date(until)} group by 1, 2 order by 1`.execute(
    db,
  );
  for (const plant of rows)
    await inTransaction(db, 'write', async (tx) => {
      if (plant.siteId !== 0) await holdRollUps(tx, plant.siteId);
      await renewOfPlant(tx, plant, until, now);
    });
  return rows.reduce((sum, { deviceIds }) => sum + deviceIds.length, 0);
}

interface OfPlant {
  siteId: number;
  timeZone: string;
  deviceIds: readonly number[];
}

/**
 * Rebuilds the current rows of these devices, of composite devices after their components, and of their plant from
 * readings up to `untilMs`. The caller holds the plant's roll-ups.
 */
export async function renewOfPlant(tx: Tx, plant: OfPlant, untilMs: number, now: number): Promise<void> {
  const query = over(tx);
  const { siteId, timeZone, deviceIds } = plant;
  const values = [siteId, numbers(deviceIds)];
  const { rows } = await query.query<{ id: number; kind: number; isComposite: boolean }>({
    text: `select device_id as id, kind, ${kindNumberIn('kind', isComposite)} as "isComposite" from latest
           where site_id = $1 and device_id = any($2::bigint[]) order by device_id for update`,
    values,
  });
  const measuring = rows
    .filter((row) => !row.isComposite)
    .map(({ id, kind }) => ({ siteId, deviceId: id, kind, timeZone }));
  await renewNewest(query, measuring, untilMs);
  // The time of a composite device is that of its components.
  await query.query({
    text: `update latest l set at = coalesce(
             (select max(pl.at) from devices part join latest pl on pl.site_id = part.site_id and pl.device_id = part.id
              where part.parent_id = l.device_id), to_timestamp(0))
           where l.site_id = $1 and l.device_id = any($2::bigint[]) and ${kindNumberIn('l.kind', isComposite)}`,
    values,
  });
  await refreshSites(query, [siteId]);
  if (siteId !== 0) await markNewest(query, plant, now);
}

/** The running days of renewed rows are as old as their last roll-up. */
async function markNewest(
  query: Queryable,
  { siteId, deviceIds, timeZone }: OfPlant,
  now: number,
): Promise<void> {
  const { rows } = await query.query<{ at: number }>({
    text: `select ${msOf('at')} as at from latest
           where site_id = $1 and device_id = any($2::bigint[]) and at > to_timestamp(0)`,
    values: [siteId, numbers(deviceIds)],
  });
  const days = new Set(rows.map(({ at }) => dayAt(at, timeZone).day));
  await markDays(
    query,
    [...days].map((day) => ({ siteId, day })),
    now,
  );
}
