// Table upstream_frames: device frames that wait to be forwarded, and the state of forwarding.
import type { UpstreamFailure } from '@helioport/contract/health';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { getSetting, putSetting } from './settings.ts';

/** Beyond this the oldest frames are dropped. */
export const QUEUE_FRAMES_MAX = 100_000;
/** The same per device, so that one device that sends without pause leaves room for the others. 6 h have 72 usual frames. */
export const DEVICE_FRAMES_MAX = 1_000;
const STATE = 'upstream.state';

/** A stored frame to forward. */
export interface NewUpstreamFrame {
  siteId: number;
  deviceId: number;
  bytes: Uint8Array;
  /** ms. */
  receivedAtMs: number;
  expiresAtMs: number;
}

/** Queues frames in the transaction that stores their readings; frames of demo plants are left out. */
export async function queueUpstreamFrames(
  client: pg.ClientBase,
  frames: readonly NewUpstreamFrame[],
): Promise<void> {
  if (frames.length === 0) return;
  await client.query({
    name: 'queue-upstream',
    text: `insert into upstream_frames (site_id, device_id, frame, received_at, expires_at)
      select n.site_id, n.device_id, decode(n.frame, 'hex'), to_timestamp(n.received_ms / 1000), to_timestamp(n.expires_ms / 1000)
      from unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[], $5::float8[])
        with ordinality as n(site_id, device_id, frame, received_ms, expires_ms, place)
      join sites s on s.id = n.site_id and not s.is_demo
      order by n.place`,
    values: [
      frames.map(({ siteId }) => siteId),
      frames.map(({ deviceId }) => deviceId),
      frames.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
      frames.map(({ receivedAtMs }) => receivedAtMs),
      frames.map(({ expiresAtMs }) => expiresAtMs),
    ],
  });
}

/** A frame to send now. */
export type UpstreamFrame = Columns<'upstream_frames', 'siteId' | 'id' | 'deviceId' | 'frame'>;

/** The oldest frames of devices that are not in `except`, in the order of their arrival. */
export async function nextUpstreamFrames(
  db: Db,
  { now, except, limit }: { now: number; except: readonly number[]; limit: number },
): Promise<UpstreamFrame[]> {
  const { rows } = await sql<UpstreamFrame>`
    select f.site_id as "siteId", f.id, f.device_id as "deviceId", f.frame
    from upstream_frames f join sites s on s.id = f.site_id
    where f.expires_at > ${new Date(now)} and f.device_id <> all (${[...except]}::bigint[])
    order by f.id limit ${limit}`.execute(db);
  return rows;
}

/** Removes a frame that was sent or given up. */
export async function deleteUpstreamFrame(
  db: Db,
  { siteId, id }: Pick<UpstreamFrame, 'siteId' | 'id'>,
): Promise<void> {
  await sql`delete from upstream_frames where site_id = ${siteId} and id = ${id}`.execute(db);
}

/** Counts a failed attempt; returns how many there are. */
export async function noteUpstreamAttempt(
  db: Db,
  { siteId, id }: Pick<UpstreamFrame, 'siteId' | 'id'>,
): Promise<number> {
  const { rows } = await sql<Columns<'upstream_frames', 'attempts'>>`
    update upstream_frames set attempts = attempts + 1 where site_id = ${siteId} and id = ${id}
    returning attempts`.execute(db);
  return rows[0]?.attempts ?? 0;
}

/** Drops frames of past days; returns how many. */
export async function deleteExpiredUpstreamFrames(db: Db, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from upstream_frames where expires_at <= ${new Date(now)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Drops the oldest frames beyond the limits per device and in total; returns how many. */
export async function deleteSurplusUpstreamFrames(
  db: Db,
  { inAll = QUEUE_FRAMES_MAX, perDevice = DEVICE_FRAMES_MAX } = {},
): Promise<number> {
  const ofDevices = await sql`
    delete from upstream_frames f using (
      select id, row_number() over (partition by device_id order by id desc) as place from upstream_frames
    ) n where n.id = f.id and n.place > ${perDevice}`.execute(db);
  const others = await sql`
    delete from upstream_frames where id <= (
      select id from upstream_frames order by id desc offset ${inAll} limit 1)`.execute(db);
  return Number(ofDevices.numAffectedRows ?? 0) + Number(others.numAffectedRows ?? 0);
}

/** Number of waiting frames and the arrival of the oldest, ms. */
export async function upstreamQueue(db: Db | Tx): Promise<{ queued: number; oldestAt: number | null }> {
  const { rows } = await sql<{ queued: number; oldestAt: number | null }>`
    select (select count(*) from upstream_frames) as queued,
      (select extract(epoch from received_at) * 1000 from upstream_frames order by id limit 1)::float8 as "oldestAt"`.execute(
    db,
  );
  return rows[0] ?? { queued: 0, oldestAt: null };
}

/** What forwarding has done since it was set up. */
export interface UpstreamState {
  sent: number;
  dropped: number;
  /** ms. */
  sentAt: number | null;
  /** Null while frames are accepted. */
  failure: { since: number; reason: UpstreamFailure; status: number | null } | null;
}

export const upstreamState = async (db: Db | Tx): Promise<UpstreamState> =>
  (await getSetting<UpstreamState>(db, STATE)) ?? { sent: 0, dropped: 0, sentAt: null, failure: null };

export const putUpstreamState = (db: Db, state: UpstreamState): Promise<void> => putSetting(db, STATE, state);
