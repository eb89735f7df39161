// Days of a plant on which devices of a role have energy: importing them again would count them twice.
import type { HistoryRole } from '@helioport/domain/historyImports';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { roleOf } from '../../timeseries/kinds.ts';

export interface RoleDay {
  role: HistoryRole;
  day: string;
}

const roles = { sun: 'pv', grid: 'grid', storage: 'battery' } as const;

/** The days with data of a plant, by role. */
export async function daysWithData(tx: Tx, siteId: number): Promise<RoleDay[]> {
  const { rows } = await sql<{ kind: number; day: string }>`
    select distinct kind, day::text as day from device_day where site_id = ${siteId}`.execute(tx);
  return rows.flatMap(({ kind, day }) => {
    const role = roles[roleOf(kind) as keyof typeof roles];
    return role === undefined ? [] : [{ role, day }];
  });
}
