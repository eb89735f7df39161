// What the evaluation has learned of a plant by the end of a local day: the newest to go on from, older ones to start
// again from when readings of a past day change.
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { PlantState } from '@helioport/domain/analytics/types';
import { addDays, dayNumber } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db, Tx } from '../../platform/db.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Of JSON the first level takes most of what there is to gain, at a quarter of the time. */
const LEVEL = 1;
/** A state that claims to be larger was not written here, bytes. */
const MOST_BYTES = 512 * 1_048_576;

/** The state of a plant, compressed. */
export const packState = (state: PlantState): Promise<Buffer> =>
  deflate(JSON.stringify(state), { level: LEVEL });

export const unpackState = async (bytes: Buffer): Promise<PlantState> =>
  JSON.parse((await inflate(bytes, { maxOutputLength: MOST_BYTES })).toString()) as PlantState;

export interface StoredState {
  /** Last evaluated day. */
  day: string;
  bytes: Buffer;
}

/** Latest state up to a day; undefined: the evaluation starts from scratch. */
export async function stateUntil(db: Db, siteId: number, day: string): Promise<StoredState | undefined> {
  const { rows } = await sql<StoredState>`
    select day, state as bytes from analytics_state
    where site_id = ${siteId} and day <= ${day}::date order by day desc limit 1`.execute(db);
  return rows[0];
}

/** Interval of stored states in days: weekly for the last two months, then every fourth week. */
const WEEK = 7;
const WEEKLY_DAYS = 63;
const MONTH = 28;

/** Whether the state of a day stays as a place to start again from, seen from the newest one. */
export function isKept(day: string, newest: string): boolean {
  const number = dayNumber(day);
  const age = dayNumber(newest) - number;
  if (age <= 0) return true;
  return number % (age <= WEEKLY_DAYS ? WEEK : MONTH) === 0;
}

/** Stores the state of a day and deletes those outside the retention scheme. */
export async function writeState(tx: Tx, siteId: number, day: string, bytes: Buffer): Promise<void> {
  await sql`
    insert into analytics_state (site_id, day, state) values (${siteId}, ${day}::date, ${bytes})
    on conflict (site_id, day) do update set state = excluded.state`.execute(tx);
  const { rows } = await sql<Columns<'analytics_state', 'day'>>`
    select day from analytics_state where site_id = ${siteId} and day < ${day}::date`.execute(tx);
  const dropped = rows.map((row) => row.day).filter((one) => !isKept(one, day));
  if (dropped.length > 0)
    await sql`
      delete from analytics_state where site_id = ${siteId} and day = any(${dropped}::date[])`.execute(tx);
}

/** Last day of a chunk that starts on a day: chunks end at a stored state and have a maximum length. */
export function chunkEnd(from: string, until: string, mostDays: number): string {
  let end = from;
  for (let i = 1; i < mostDays && end < until && dayNumber(end) % WEEK !== 0; i++) end = addDays(end, 1);
  return end;
}
