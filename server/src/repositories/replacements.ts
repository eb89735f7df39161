// Table device_replacements, and the effects of a replacement: properties of the position go to the new device,
// measured data stays with the old one.
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import type { MoveDevice } from './claims.ts';
import { announceKeys } from './deviceKeys.ts';
import { clearGateways, handOverGateway } from './gateways.ts';
import { addModules, letWait, type NewModule, type Unwired } from './modules.ts';

/** How long a replacement can be undone. */
export const UNDO_MS = 24 * HOUR_MS;

interface Wired extends Omit<Unwired, 'arrayId'> {
  /** Array; the key is part of stored replacements and archives. */
  planeId: number | null;
  id: number;
}

export interface NewReplacement {
  siteId: number;
  oldId: number;
  newId: number;
  /** The new device was in the plant before. */
  wasThere: boolean;
  /** The inputs of the new one as far as they are known; none: it gets all that the old one had. */
  inputs: readonly NewModule[];
  userId: number;
  now: number;
}

/** A device and its components: pairs of old and new, matched by part. */
const pairsOf = ({ oldId, newId }: { oldId: number; newId: number }) => sql`(
  select o.id as old, n.id as new from devices o
  left join devices n on n.part = o.part and (n.id = ${newId} or n.parent_id = ${newId})
  where o.id = ${oldId} or o.parent_id = ${oldId})`;

const wholeOf = (deviceId: number) => sql`
  select id from devices where id = ${deviceId} or parent_id = ${deviceId}`;

/** Whether a position on a page is wired to the device: it is in use and cannot replace another. */
export async function isPlaced(tx: Tx, siteId: number, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from modules where site_id = ${siteId} and page_id is not null
      and device_id in (${wholeOf(deviceId)}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Transfers the old device's name, its positions and, if the new device never reported, its kind to the new one. */
export async function replaceDevice(tx: Tx, replacement: NewReplacement): Promise<void> {
  const { siteId, oldId, newId, inputs, now } = replacement;
  const { rows: wired } = await sql<Wired>`
    select id, device_id as "deviceId", addr, array_id as "planeId", rated_w::float8 as "ratedW" from modules
    where site_id = ${siteId} and device_id in (${wholeOf(oldId)}) order by id for update`.execute(tx);
  await sql`
    insert into device_replacements (site_id, old_device_id, new_device_id, was_there, wired, replaced_at, replaced_by)
    values (${siteId}, ${oldId}, ${newId}, ${replacement.wasThere}, ${JSON.stringify(wired)}::jsonb,
            ${new Date(now)}, ${replacement.userId})`.execute(tx);
  await sql`
    update devices n set alias = case when n.alias = '' then o.alias else n.alias end,
      kind = case when n.first_seen_at is null then o.kind else n.kind end
    from devices o where o.id = ${oldId} and n.id = ${newId}`.execute(tx);
  await handOverGateway(tx, { fromId: oldId, toId: newId });
  await setRetired(tx, oldId, new Date(now));
  await stopWaitingAll(tx, siteId, newId);
  await sql`
    update modules m set device_id = p.new from ${pairsOf(replacement)} p
    where m.site_id = ${siteId} and m.device_id = p.old and p.new is not null
      and (${inputs.length} = 0 or (p.new, m.addr) in (
        select * from unnest(${inputs.map((i) => i.deviceId)}::bigint[], ${inputs.map((i) => i.addr)}::smallint[])))`.execute(
    tx,
  );
  await freeInputs(tx, siteId, oldId);
  await letWait(tx, siteId, inputs);
  await touchPages(tx, replacement, wired);
}

export interface DoneReplacement {
  siteId: number;
  id: number;
  oldId: number;
  newId: number;
  wasThere: boolean;
  wired: readonly Wired[];
  replacedAt: number;
  isReplacedSince: boolean;
  newSn: string;
}

/** The replacement of a retired device of a plant, held with both devices until the transaction ends. */
export async function lockReplacement(
  tx: Tx,
  siteId: number,
  oldSn: string,
): Promise<DoneReplacement | undefined> {
  const { rows } = await sql<Omit<DoneReplacement, 'replacedAt'> & { replacedAt: Date }>`
    select r.site_id as "siteId", r.id, r.old_device_id as "oldId", r.new_device_id as "newId",
      r.was_there as "wasThere", r.wired, r.replaced_at as "replacedAt",
      n.retired_at is not null as "isReplacedSince", n.sn as "newSn"
    from device_replacements r join devices o on o.id = r.old_device_id join devices n on n.id = r.new_device_id
    where r.site_id = ${siteId} and o.sn = ${oldSn} and n.site_id = r.site_id for update`.execute(tx);
  const [row] = rows;
  return row && { ...row, replacedAt: row.replacedAt.getTime() };
}

/**
 * Undoes a replacement. Positions are wired to the old device again unless rewired since; a new device that was added
 * for the replacement leaves the plant with all its readings.
 */
export async function undoReplacement(
  tx: Tx,
  done: DoneReplacement,
  change: { userId: number; now: number; inputs: readonly NewModule[] },
  move: MoveDevice,
): Promise<void> {
  const { siteId, id, oldId, newId, wired } = done;
  await sql`delete from device_replacements where site_id = ${siteId} and id = ${id}`.execute(tx);
  await setRetired(tx, oldId, null);
  // A new gateway that was in the plant before keeps all connected devices: those taken over cannot be identified.
  if (!done.wasThere) await handOverGateway(tx, { fromId: newId, toId: oldId });
  await stopWaitingAll(tx, siteId, newId);
  await freeInputs(tx, siteId, newId);
  await sql`
    update modules m set device_id = w.device, addr = w.addr
    from unnest(${wired.map((w) => w.id)}::bigint[], ${wired.map((w) => w.deviceId)}::bigint[],
      ${wired.map((w) => w.addr)}::smallint[]) as w(id, device, addr)
    where m.site_id = ${siteId} and m.id = w.id and m.device_id is null`.execute(tx);
  await letWait(
    tx,
    siteId,
    wired.map(({ planeId, ...input }) => ({ ...input, arrayId: planeId })),
  );
  await touchPages(tx, { siteId, ...change }, wired);
  if (done.wasThere) await addModules(tx, siteId, change.inputs);
  else await release(tx, done, change.now, move);
}

/** A device and its parts are of no plant again, and take what they reported along. */
async function release(
  tx: Tx,
  { siteId, newId }: DoneReplacement,
  now: number,
  move: MoveDevice,
): Promise<void> {
  const { rows } = await sql<Columns<'devices', 'id'>>`
    select id from devices where id in (${wholeOf(newId)}) order by id for update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await clearGateways(tx, ids);
  await sql`
    update devices set site_id = null, claimed_at = null, alias = '' where id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await announceKeys(tx, ids);
  for (const deviceId of ids)
    await move(tx, { deviceId, fromSiteId: siteId, toSiteId: 0, timeZone: 'UTC', now });
}

/** Takes a device out of service or back into it. Its key counts only in service. */
async function setRetired(tx: Tx, deviceId: number, at: Date | null): Promise<void> {
  await sql`update devices set retired_at = ${at} where id in (${wholeOf(deviceId)})`.execute(tx);
  await announceKeys(tx, [deviceId]);
}

const stopWaitingAll = (tx: Tx, siteId: number, deviceId: number) =>
  sql`
    delete from modules where site_id = ${siteId} and page_id is null and device_id in (${wholeOf(deviceId)})`.execute(
    tx,
  );

/** Takes places off a device's inputs and those of its parts; those that only waited for a place go. */
export async function freeInputs(tx: Tx, siteId: number, deviceId: number): Promise<void> {
  await stopWaitingAll(tx, siteId, deviceId);
  await sql`
    update modules set device_id = null, addr = null
    where site_id = ${siteId} and device_id in (${wholeOf(deviceId)})`.execute(tx);
}

/** Marks the pages as changed, as after a save, so that users who edit them are notified. */
async function touchPages(
  tx: Tx,
  { siteId, userId, now }: { siteId: number; userId: number; now: number },
  wired: readonly Wired[],
): Promise<void> {
  await sql`
    update module_pages p set version = version + 1, changed_at = ${new Date(now)}, changed_by = ${userId}
    where p.site_id = ${siteId} and p.id in (
      select page_id from modules where site_id = ${siteId} and id = any(${wired.map(({ id }) => id)}::bigint[]))`.execute(
    tx,
  );
}
