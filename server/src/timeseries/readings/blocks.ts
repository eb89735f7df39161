// Readings from compressed days. A reader that uses two statements reads the rows of `reading` before the blocks: a day
// compressed in between is then read twice and counted once, never missed. If both have an instant, the row arrived
// later and takes precedence.
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { unpackBlock } from '../codec/block.ts';
import type { BlockReadings } from '../codec/blockShape.ts';

/** A decompressed day of a device. */
export interface DecodedDay {
  deviceId: number;
  /** As its newest reading has it. */
  kind: number;
  /** Inputs of the widest reading. */
  width: number;
  readings: BlockReadings;
}

interface Span {
  siteId: number;
  fromMs: number;
  /** Not included. */
  toMs: number;
}

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The part of a block's statement that picks the days of `b` that reach into a span. */
export const overlapping = ({ fromMs, toMs }: Pick<Span, 'fromMs' | 'toMs'>): RawBuilder<unknown> => sql`
  b.day >= ${utcDay(fromMs)}::date and b.day <= ${utcDay(toMs)}::date and b.last_at >= ${new Date(fromMs)} and b.first_at < ${new Date(toMs)}`;

/**
 * Whole compressed days of one device that overlap a range, until they contain `limit` readings or none are left.
 * @throws BlockUnreadable
 */
export async function blocksInOrder(
  db: Db,
  which: Span & { deviceId: number },
  { limit, newestFirst }: { limit: number; newestFirst: boolean },
): Promise<BlockReadings[]> {
  const order = newestFirst ? sql`desc` : sql`asc`;
  // The first and the last may reach beyond the span with all they have, so they do not count.
  const statement = sql<Columns<'reading_block', 'bytes'>>`
    select bytes from (
      select b.day, b.bytes, sum(case when b.first_at >= ${new Date(which.fromMs)} and b.last_at < ${new Date(which.toMs)}
          then b.readings else 0 end) over (order by b.day ${order} rows between unbounded preceding and 1 preceding) as before
      from (
        select b.* from reading_block b
        where b.site_id = ${which.siteId} and b.device_id = ${which.deviceId} and ${overlapping(which)}
        order by b.day ${order} limit ${limit}
      ) b
    ) b where coalesce(before, 0) < ${limit} order by day ${order}`;
  const rows = await runPrepared(db, 'blocks-page', statement);
  return rows.map(({ bytes }) => unpackBlock(bytes));
}
