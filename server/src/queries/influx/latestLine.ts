// The reading that a test of an output sends.
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { readingsOf } from '../../timeseries/query/history.ts';
import { lineOfReading } from './lines.ts';

/** The latest reading of a plant as a line, which its output sends anyway; a comment if it has none. */
export async function latestLine(
  tx: Tx,
  { id: siteId, sid }: { id: number; sid: string },
  now: number,
): Promise<string> {
  const { rows } = await sql<Columns<'devices', 'id' | 'sn'> & { atMs: number }>`
    select d.id, d.sn, (extract(epoch from l.at) * 1000)::float8 as "atMs"
    from latest l join devices d on d.id = l.device_id
    where l.site_id = ${siteId} and l.at <= ${new Date(now)} order by l.at desc limit 5`.execute(tx);
  for (const { id: deviceId, sn, atMs } of rows) {
    const span = { fromMs: Math.floor(atMs), toMs: Math.floor(atMs) + 1, limit: 1, newestFirst: true };
    const [reading] = await readingsOf(tx, { siteId, deviceId }, span);
    const line = reading ? lineOfReading({ sid, sn }, reading) : '';
    if (line !== '') return line;
  }
  return '# test of Helioport';
}
