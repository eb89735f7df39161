// A store that is distributed by plant (Citus) locks rows of one plant per statement; one machine locks those of many
// plants at once, which is several times as fast. The statements are the same and name their plants.
import type { Queryable } from '../queryable.ts';

/** Whether the tables of plants may lie on several servers. */
export async function isDistributed(sql: Queryable): Promise<boolean> {
  const { rows } = await sql.query<{ is: boolean }>({
    text: `select exists (select from pg_extension where extname = 'citus') as is`,
  });
  return rows[0]?.is ?? false;
}

/** Plants in the order in which everybody locks them, in groups that one statement may lock. */
export function lockGroups(siteIds: Iterable<number>, perPlant: boolean): number[][] {
  const ids = [...new Set(siteIds)].sort((a, b) => a - b);
  if (ids.length === 0) return [];
  return perPlant ? ids.map((id) => [id]) : [ids];
}
