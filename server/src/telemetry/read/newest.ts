// The newest values of many plants' devices at once, for those who watch all of them.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { everyMeasure, type Values, valuesOf } from '../catalogue.ts';

export interface Newest {
  sn: string;
  /** Instant of the newest report in ms. */
  atMs: number;
  values: Values;
}

/** Newest values of the devices that stand in these plants; who never reported is absent. */
export async function newestOf(db: Db, siteIds: readonly number[]): Promise<Newest[]> {
  const { rows } = await sql<{ sn: string; atMs: number } & Record<string, unknown>>`
    select d.sn, (extract(epoch from l.at) * 1000)::float8 as "atMs", ${everyMeasure('l')}
    from latest l join devices d on d.id = l.device_id and d.site_id = l.site_id
    where l.site_id = any(${siteIds}::bigint[]) and d.retired_at is null`.execute(db);
  return rows.map((row) => ({ sn: row.sn, atMs: row.atMs, values: valuesOf(row) }));
}
