// Tables influx_outputs and influx_marks: where the readings of a plant are sent, and which have not been accepted.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { decrypted, encrypted } from './encryption.ts';

const secret = { setting: 'influxOutput.key', info: 'influx token' };
/** Time that one process has for sending before another one may try. */
const LEASE_MS = 3 * 60_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** After this time without an accepted write an output is paused and its queue deleted. */
const GIVEN_UP_AFTER_MS = 30 * DAY_MS;

export interface OutputTarget {
  url: string;
  org: string;
  bucket: string;
  /** '' without one. */
  token: string;
}

/** Settings by `userId`, with whose permission the output sends from then on. */
interface OutputChange extends Omit<OutputTarget, 'token'> {
  siteId: number;
  /** Null keeps the stored token. */
  token: string | null;
  isActive: boolean;
  userId: number;
  now: number;
}

/** Creates or changes the output of a plant and ends a pause. An inactive output queues nothing. */
export async function saveOutput(tx: Tx, change: OutputChange): Promise<void> {
  const { siteId, url, org, bucket, token, isActive, userId, now } = change;
  const at = new Date(now);
  const bytes = token === null || token === '' ? null : await encrypted(tx, secret, token);
  await sql`
    insert into influx_outputs as o (site_id, url, org, bucket, token, is_active, created_at, created_by, due_at)
    values (${siteId}, ${url}, ${org}, ${bucket}, ${bytes}::bytea, ${isActive}, ${at}, ${userId}, ${at})
    on conflict (site_id) do update set url = excluded.url, org = excluded.org, bucket = excluded.bucket,
      token = case when ${token === null} then o.token else excluded.token end, is_active = excluded.is_active,
      created_by = excluded.created_by, due_at = excluded.due_at, paused_at = null, paused = null, failures = 0,
      failing_since = null, status = null, error = ''`.execute(tx);
  if (!isActive) await deleteMarks(tx, siteId);
}

const deleteMarks = (tx: Tx, siteId: number) =>
  sql`delete from influx_marks where site_id = ${siteId}`.execute(tx);

/** Deletes the output of a plant with its queue; undefined if there is none. */
export async function deleteOutput(tx: Tx, siteId: number): Promise<string | undefined> {
  const { rows } = await sql<Columns<'influx_outputs', 'url'>>`
    delete from influx_outputs where site_id = ${siteId} returning url`.execute(tx);
  return rows[0]?.url;
}

/** The settings of an output with the token; undefined if the plant has none. */
export async function outputTarget(db: Db | Tx, siteId: number): Promise<OutputTarget | undefined> {
  const { rows } = await sql<Omit<OutputTarget, 'token'> & { token: Buffer | null }>`
    select url, org, bucket, token from influx_outputs where site_id = ${siteId}`.execute(db);
  const row = rows[0];
  return row && { ...row, token: row.token ? await decrypted(db, secret, row.token) : '' };
}

/** An output with readings to send. */
export interface DueOutput {
  siteId: number;
  sid: string;
  userId: number | null;
}

/** Takes outputs that are due; no other process gets them while the lease runs. */
export async function takeDueOutputs(db: Db, now: number, limit: number): Promise<DueOutput[]> {
  const { rows } = await sql<DueOutput>`
    update influx_outputs t set due_at = ${new Date(now + LEASE_MS)}
    from (
      select o.site_id from influx_outputs o
      where o.is_active and o.paused_at is null and o.due_at <= ${new Date(now)}
        and exists (select from influx_marks m where m.site_id = o.site_id)
      order by o.due_at limit ${limit} for no key update skip locked
    ) d, sites s
    where t.site_id = d.site_id and s.id = d.site_id
    returning t.site_id as "siteId", s.sid, t.created_by as "userId"`.execute(db);
  return rows;
}

/** Readings of a device within an hour that are to be sent. */
export interface OutputMark extends Columns<'influx_marks', 'deviceId' | 'arrivals'> {
  sn: string;
  /** Text with the precision of the database, which identifies the row. */
  hourAt: string;
  fromMs: number;
  toMs: number;
}

/** The oldest queued hours of an output. */
export async function nextMarks(db: Db | Tx, siteId: number, limit: number): Promise<OutputMark[]> {
  const { rows } = await sql<OutputMark>`
    select m.device_id as "deviceId", coalesce(d.sn, '') as sn, m.hour_at::text as "hourAt", m.arrivals,
      (extract(epoch from m.from_at) * 1000)::float8 as "fromMs", (extract(epoch from m.to_at) * 1000)::float8 as "toMs"
    from influx_marks m left join devices d on d.id = m.device_id
    where m.site_id = ${siteId} order by m.hour_at, m.device_id limit ${limit}`.execute(db);
  return rows;
}

/** Removes hours whose readings were accepted, except where more have arrived since; counts the lines of a write. */
export async function noteSent(
  db: Db,
  siteId: number,
  sent: { marks: readonly OutputMark[]; lines: number; status: number },
  now: number,
): Promise<void> {
  const { marks, lines, status } = sent;
  await inTransaction(db, 'write', async (tx) => {
    await sql`
      delete from influx_marks where site_id = ${siteId} and ctid = any(array(
        select m.ctid from influx_marks m
        join unnest(${marks.map((one) => one.deviceId)}::bigint[], ${marks.map((one) => one.hourAt)}::timestamptz[],
          ${marks.map((one) => one.arrivals)}::bigint[]) as n(device_id, hour_at, arrivals)
          on m.device_id = n.device_id and m.hour_at = n.hour_at and m.arrivals = n.arrivals
        where m.site_id = ${siteId} order by m.hour_at, m.device_id for update of m skip locked))`.execute(
      tx,
    );
    if (lines === 0) return;
    await sql`
      update influx_outputs set sent_at = ${new Date(now)}, sent_lines = sent_lines + ${lines}, failures = 0,
        failing_since = null, status = ${status}, error = '' where site_id = ${siteId}`.execute(tx);
  });
}

/** Ends the lease after a round. */
export async function releaseOutput(db: Db, siteId: number, now: number): Promise<void> {
  await sql`update influx_outputs set due_at = ${new Date(now)} where site_id = ${siteId}`.execute(db);
}

/** Pause after so many failures: doubles from a minute to an hour. */
const pauseAfterFailures = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);

/** Plans the next attempt after a failed one; true if the output has failed for too long. */
export async function noteFailed(
  db: Db,
  siteId: number,
  { status, error }: { status: number | null; error: string },
  now: number,
): Promise<boolean> {
  return await inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<{ failures: number; since: Date }>`
      update influx_outputs set failures = failures + 1, failing_since = coalesce(failing_since, ${new Date(now)}),
        status = ${status}, error = ${error.slice(0, 300)}
      where site_id = ${siteId} returning failures, failing_since as since`.execute(tx);
    const row = rows[0];
    if (!row) return false;
    await sql`
      update influx_outputs set due_at = ${new Date(now + pauseAfterFailures(row.failures))}
      where site_id = ${siteId}`.execute(tx);
    return now - row.since.getTime() > GIVEN_UP_AFTER_MS;
  });
}

/** Stops sending and deletes the queue; true for the process that did it. */
export async function pauseOutput(
  tx: Tx,
  siteId: number,
  reason: 'failures' | 'access',
  now: number,
): Promise<boolean> {
  const result = await sql`
    update influx_outputs set paused_at = ${new Date(now)}, paused = ${reason}, is_active = false
    where site_id = ${siteId} and paused_at is null`.execute(tx);
  await deleteMarks(tx, siteId);
  return Number(result.numAffectedRows ?? 0) > 0;
}
