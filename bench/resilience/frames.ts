// What became of acknowledged frames, read from the database.
import { openDatabase } from '@helioport/server/platform/db';
import { serialOf } from '../crashParts.ts';

export interface FrameCounts {
  acknowledged: number;
  stored: number;
  missing: number;
  twice: number;
}

/** Stored steps of energy per count of a frame's counter. */
const STEPS_PER_COUNT = 36.2;

/** Compares the counters that were acknowledged with those that are stored. */
export async function countFrames(
  url: string,
  answered: readonly (readonly [device: number, counters: readonly number[]])[],
): Promise<FrameCounts> {
  const { pool, close } = openDatabase(url);
  const counts: FrameCounts = { acknowledged: 0, stored: 0, missing: 0, twice: 0 };
  try {
    for (const [device, counters] of answered) {
      const { rows } = await pool.query<{ energy: number; reports: number }>(
        `select r.energy, count(*)::int as reports from reading r
         join devices d on d.id = r.device_id and d.site_id = r.site_id
         where d.serial = $1 group by r.energy`,
        [serialOf(device)],
      );
      const stored = new Map(rows.map(({ energy, reports }) => [energy, reports]));
      counts.acknowledged += counters.length;
      counts.stored += rows.reduce((sum, { reports }) => sum + reports, 0);
      counts.twice += rows.filter(({ reports }) => reports > 1).length;
      counts.missing += counters.filter((n) => !stored.has(Math.round(n * STEPS_PER_COUNT))).length;
    }
    return counts;
  } finally {
    await close();
  }
}
