// Moves completed days from rows into blocks, and merges late readings into them. Readings of a device on a UTC day
// become one block in the transaction that deletes their rows.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { everyMeasure } from '../catalogue.ts';
import { packBlock, unpackBlock } from '../codec/block.ts';
import type { BlockReadings } from '../codec/blockShape.ts';
import { msOf, numbers, plainTexts } from '../columns.ts';
import { over, type Queryable } from '../queryable.ts';
import { fromRows, merged, type StoredRow, widthOf } from '../readings/blockReadings.ts';
import { holdRollUps } from '../rollup/rollup.ts';

/** Plants per statement. */
const SITES_AT_ONCE = 50;
/** Days of devices in one transaction: enough to be quick, few enough that roll-ups of the plant hardly wait. */
const DAYS_AT_ONCE = 64;
/** Days of one device per transaction when years of rows are compressed for the first time. */
const DAYS_OF_DEVICE = 31;

/** A device with rows that are old enough. */
interface Old {
  siteId: number;
  deviceId: number;
  oldestMs: number;
}

/** The beginning of the UTC day from which on rows stay rows. */
export const packingEndsAt = (nowMs: number, afterDays: number): number =>
  Math.floor(nowMs / DAY_MS - afterDays) * DAY_MS;

/** Devices of the next plants after one that have rows from before an instant; null when there is no plant left. */
async function nextOld(
  db: Db,
  afterSiteId: number,
  beforeMs: number,
): Promise<{ lastSiteId: number; old: Old[] } | null> {
  const { rows: plants } = await sql<{ siteId: number; deviceIds: number[] }>`
    select site_id as "siteId", array_agg(device_id order by device_id) as "deviceIds" from latest
    where site_id > ${afterSiteId} group by 1 order by 1 limit ${SITES_AT_ONCE}`.execute(db);
  const lastSiteId = plants.at(-1)?.siteId;
  if (lastSiteId === undefined) return null;
  const old: Old[] = [];
  // One plant per statement: in a distributed database, the lookups per device then stay on one host.
  for (const { siteId, deviceIds } of plants) {
    const { rows } = await over(db).query<{ deviceId: number; oldestMs: number }>({
      name: 'pack-oldest',
      text: `select n.id as "deviceId", ${msOf('o.at')} as "oldestMs" from unnest($2::bigint[]) as n(id)
             cross join lateral (
               select r.at from reading r
               where r.site_id = $1 and r.device_id = n.id and r.at < to_timestamp($3::float8 / 1000)
               order by r.at limit 1
             ) o order by n.id`,
      values: [siteId, numbers(deviceIds), beforeMs],
    });
    old.push(...rows.map((row) => ({ siteId, ...row })));
  }
  return { lastSiteId, old };
}

/** What a run of the packing did. */
export interface Packing {
  readings: number;
  days: number;
  /** Devices whose rows stay: one of their blocks is unreadable, or a number cannot be compressed. */
  refused: { siteId: number; deviceId: number; error: unknown }[];
  /** True if only refused rows are left. */
  isDone: boolean;
}

/**
 * Compresses all readings before an instant (the start of a UTC day), plant by plant, until `isStopping`. Each piece is
 * committed: the next run continues. `rest` is awaited between two pieces.
 */
export async function packReadings(
  db: Db,
  beforeMs: number,
  isStopping: () => boolean = () => false,
  rest: () => Promise<void> = async () => {},
): Promise<Packing> {
  const packing: Packing = { readings: 0, days: 0, refused: [], isDone: false };
  const refused = new Set<number>();
  let siteId = 0;
  for (;;) {
    const next = await nextOld(db, siteId, beforeMs);
    if (next === null) return { ...packing, isDone: true };
    // The same plants again, until none of their devices has a row that is old enough.
    const old = next.old.filter(({ deviceId }) => !refused.has(deviceId));
    if (old.length === 0) siteId = next.lastSiteId;
    for (const piece of piecesOf(old, beforeMs)) {
      if (isStopping()) return packing;
      await packPiece(db, piece, beforeMs, packing);
      for (const { deviceId } of packing.refused) refused.add(deviceId);
      await rest();
    }
  }
}

const daysOf = ({ oldestMs }: Old, beforeMs: number): number =>
  Math.min(DAYS_OF_DEVICE, Math.ceil((beforeMs - oldestMs) / DAY_MS));

/** Devices of one plant at a time that together have about as many days as one transaction should pack. */
function piecesOf(old: readonly Old[], beforeMs: number): Old[][] {
  const pieces: Old[][] = [];
  let days = 0;
  for (const device of old) {
    const piece = pieces.at(-1);
    const more = daysOf(device, beforeMs);
    if (piece && piece[0]?.siteId === device.siteId && days + more <= DAYS_AT_ONCE) {
      piece.push(device);
      days += more;
    } else {
      pieces.push([device]);
      days = more;
    }
  }
  return pieces;
}

/** Compresses a piece; after an error, device by device, so that a faulty one only excludes its own rows. */
async function packPiece(db: Db, piece: readonly Old[], beforeMs: number, packing: Packing): Promise<void> {
  const { siteId } = piece[0]!;
  const devices = piece.map(({ deviceId, oldestMs }) => ({
    deviceId,
    upToMs: Math.min(beforeMs, Math.floor(oldestMs / DAY_MS + DAYS_OF_DEVICE) * DAY_MS),
  }));
  try {
    const done = await inTransaction(db, 'write', (tx) => packRows(tx, siteId, devices));
    packing.readings += done.readings;
    packing.days += done.days;
  } catch (error) {
    if (piece.length === 1) packing.refused.push({ siteId, deviceId: piece[0]!.deviceId, error });
    else for (const device of piece) await packPiece(db, [device], beforeMs, packing);
  }
}

/**
 * Converts the rows of devices up to an instant into blocks. Holds the roll-ups of the plant, as does every operation
 * that moves or deletes readings.
 */
async function packRows(
  tx: Tx,
  siteId: number,
  devices: readonly { deviceId: number; upToMs: number }[],
): Promise<{ readings: number; days: number }> {
  const query = over(tx);
  await holdRollUps(tx, siteId);
  const every = everyMeasure('r').compile(tx).sql;
  const { rows } = await query.query<StoredRow>({
    name: 'pack-take',
    // Derived columns are calculated outside the CTE: a distributed database returns its rows unchanged.
    text: `with gone as (
             delete from reading r using unnest($2::bigint[], $3::float8[]) as n(d, up_to)
             where r.site_id = $1 and r.device_id = n.d and r.at < to_timestamp(n.up_to / 1000)
             returning r.*
           )
           select r.device_id as "deviceId", ${msOf('r.at')} as "atMs", r.kind, r.has_own_time::int, r.status_bits,
             r.state, ${every} from gone r`,
    values: [siteId, numbers(devices.map((d) => d.deviceId)), numbers(devices.map((d) => d.upToMs))],
  });
  const byDay = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const key = `${row.deviceId} ${new Date(row.atMs).toISOString().slice(0, 10)}`;
    const of = byDay.get(key);
    if (of) of.push(row);
    else byDay.set(key, [row]);
  }
  const keys = [...byDay.keys()].map((key) => {
    const [deviceId, day] = key.split(' ') as [string, string];
    return { key, deviceId: Number(deviceId), day };
  });
  const known = await storedBlocks(query, siteId, keys);
  const blocks = keys.map(({ key, deviceId, day }) => {
    const late = fromRows(byDay.get(key)!);
    const block = known.get(key);
    const readings = block ? merged(unpackBlock(block), late) : late;
    return { deviceId, day, readings };
  });
  await storeBlocks(query, siteId, blocks);
  return { readings: rows.length, days: keys.length };
}

/** Stored compressed days of a plant, by `device day`. */
export async function storedBlocks(
  query: Queryable,
  siteId: number,
  keys: readonly { deviceId: number; day: string }[],
): Promise<Map<string, Buffer>> {
  const { rows } = await query.query<Columns<'reading_block', 'deviceId' | 'day' | 'bytes'>>({
    name: 'pack-known',
    text: `select b.device_id as "deviceId", b.day, b.bytes from unnest($2::bigint[], $3::date[]) as n(d, day)
           join reading_block b on b.site_id = $1 and b.device_id = n.d and b.day = n.day`,
    values: [siteId, numbers(keys.map((k) => k.deviceId)), plainTexts(keys.map((k) => k.day))],
  });
  return new Map(rows.map(({ deviceId, day, bytes }) => [`${deviceId} ${day}`, bytes]));
}

interface Block {
  deviceId: number;
  day: string;
  readings: BlockReadings;
}

/** Stores compressed days of a plant, replacing existing ones. */
export async function storeBlocks(query: Queryable, siteId: number, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return;
  await query.query({
    name: 'pack-write',
    text: `insert into reading_block (site_id, device_id, day, first_at, last_at, readings, width, bytes)
           select $1, d, day, to_timestamp(first_ms / 1000), to_timestamp(last_ms / 1000), readings, width, decode(hex, 'hex')
           from unnest($2::bigint[], $3::date[], $4::float8[], $5::float8[], $6::int[], $7::smallint[], $8::text[])
             as n(d, day, first_ms, last_ms, readings, width, hex)
           on conflict (site_id, device_id, day) do update set first_at = excluded.first_at, last_at = excluded.last_at,
             readings = excluded.readings, width = excluded.width, bytes = excluded.bytes`,
    values: [
      siteId,
      numbers(blocks.map((b) => b.deviceId)),
      plainTexts(blocks.map((b) => b.day)),
      numbers(blocks.map(({ readings }) => readings.at[0]!)),
      numbers(blocks.map(({ readings }) => readings.at.at(-1)!)),
      numbers(blocks.map(({ readings }) => readings.at.length)),
      numbers(blocks.map(({ readings }) => widthOf(readings))),
      plainTexts(blocks.map(({ readings }) => packBlock(readings).toString('hex'))),
    ],
  });
}
