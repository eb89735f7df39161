// Reports out of packed days. Whoever reads both reads the rows of `report` first: a day that is packed in between is
// then seen twice and counted once, and never missed. Where both have an instant, the row came later and is right.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { type PackedReports, unpackBlock } from '../keep/block.ts';

/** A packed day of a device, unpacked. */
export interface UnpackedDay {
  deviceId: number;
  /** As its newest report has it. */
  kind: number;
  /** Inputs of the widest report. */
  width: number;
  reports: PackedReports;
}

interface Span {
  siteId: number;
  fromMs: number;
  /** Not included. */
  toMs: number;
}

interface Row {
  deviceId: number;
  kind: number;
  width: number;
  bytes: Buffer;
}

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The part of a block's statement that picks the days of `d`, a row of `latest`, that reach into a span. */
const overlapping = ({ siteId, fromMs, toMs }: Span): RawBuilder<unknown> => sql`
  b.site_id = ${siteId} and b.device_id = d.device_id and b.day >= ${utcDay(fromMs)}::date
  and b.day <= ${utcDay(toMs)}::date and b.last_at >= ${new Date(fromMs)} and b.first_at < ${new Date(toMs)}`;

/**
 * The packed days of a plant's devices that reach into a span, devices and days in order. `wanted`: columns to unpack.
 * @throws BlockUnreadable
 */
export async function blocksBetween(
  db: Db,
  which: Span & { deviceId?: number | undefined; between?: readonly [number, number] | undefined },
  wanted: ReadonlySet<string>,
): Promise<UnpackedDay[]> {
  const { siteId, deviceId, between } = which;
  const statement = sql<Row>`
    select d.device_id as "deviceId", d.kind, b.width, b.bytes from latest d
    cross join lateral (select * from report_block b where ${overlapping(which)}) b
    where d.site_id = ${siteId} ${deviceId === undefined ? sql`` : sql`and d.device_id = ${deviceId}`}
      ${between === undefined ? sql`` : sql`and d.device_id >= ${between[0]} and d.device_id < ${between[1]}`}
    order by d.device_id, b.day`;
  const rows = await runPrepared(db, 'blocks-read', statement);
  return rows.map(({ bytes, ...row }) => ({ ...row, reports: unpackBlock(bytes, wanted) }));
}

/**
 * Packed days of one device that reach into a span, whole, until they hold `limit` reports or there are no more.
 * @throws BlockUnreadable
 */
export async function blocksInOrder(
  db: Db,
  which: Span & { deviceId: number },
  { limit, newestFirst }: { limit: number; newestFirst: boolean },
): Promise<PackedReports[]> {
  const order = newestFirst ? sql`desc` : sql`asc`;
  // The first and the last may reach beyond the span with all they have, so they do not count.
  const statement = sql<{ bytes: Buffer }>`
    select bytes from (
      select b.day, b.bytes, sum(case when b.first_at >= ${new Date(which.fromMs)} and b.last_at < ${new Date(which.toMs)}
          then b.reports else 0 end) over (order by b.day ${order} rows between unbounded preceding and 1 preceding) as before
      from (
        select b.* from (values (${which.deviceId}::bigint)) d(device_id)
        join report_block b on ${overlapping(which)}
        order by b.day ${order} limit ${limit}
      ) b
    ) b where coalesce(before, 0) < ${limit} order by day ${order}`;
  const rows = await runPrepared(db, 'blocks-page', statement);
  return rows.map(({ bytes }) => unpackBlock(bytes));
}
