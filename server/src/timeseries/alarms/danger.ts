// Plants with a dangerous fault, detected from the current readings without waiting for the check of all plants.
import { alarmKinds } from '@helioport/domain/alarms';
import { severityOfKind } from '@helioport/domain/condition';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { CRITICAL_BITS } from '../current/state.ts';

const dangers = alarmKinds.map(({ kind }) => kind).filter((kind) => severityOfKind(kind) === 'critical');

/** Most plants per check, so that it stays short if many trip at the same time. */
const MOST = 500;

/**
 * Plants in which a device reports a dangerous fault without an open alarm. An index covers the few devices that report
 * one, so without such a fault nothing else is read.
 */
export async function plantsInNewDanger(db: Db, nowMs: number): Promise<number[]> {
  const { rows } = await sql<Columns<'latest', 'siteId'>>`
    select distinct l.site_id as "siteId" from latest l
    join devices d on d.id = l.device_id and d.site_id = l.site_id and d.retired_at is null
    where l.status_bits & ${sql.lit(CRITICAL_BITS)} <> 0 and l.at > ${new Date(nowMs - STALE_AFTER_MS)}
      and exists (
        select from unnest(${[...dangers]}::text[]) as k(kind)
        where l.status_bits & ('x' || k.kind)::bit(16)::int <> 0 and not exists (
          select from alarm a where a.site_id = l.site_id and a.kind = k.kind and a.ended_at is null
            and l.device_id = any(a.device_ids)))
    limit ${MOST}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}
