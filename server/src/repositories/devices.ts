// Table devices: every device that reported or was added, by vendor and serial number. Without a plant it is
// unregistered.
import { snOf } from '@helioport/domain/deviceIdentity';
import { type DeviceKindKey, deviceKind, deviceKindNamed, isComposite } from '@helioport/domain/deviceKinds';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../platform/db.ts';
import { noteActivatedBy } from './serials.ts';

/** A device that reported, with the earliest instant of its readings. */
export interface Seen {
  /** Vendor and serial number: `snOf`. */
  sn: string;
  vendor: string;
  serial: string;
  /** Component name; '' for a device on its own. */
  part: string;
  atMs: number;
  kind: DeviceKindKey;
  /** Kind of the composite device to which it belongs. */
  compositeKind?: DeviceKindKey;
  modelByte: number | null;
  /** Network of the sender, for endpoints without authentication. */
  network?: string;
}

/** Selects the unknown devices to accept; components are always accepted. */
export type Admit = (client: pg.ClientBase, unregistered: readonly Seen[]) => Promise<readonly Seen[]>;

export interface KnownDevice {
  id: number;
  sn: string;
  /** 0 while no plant has claimed it. */
  siteId: number;
  /** Of its plant; UTC without one. */
  timeZone: string;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
  /** Instant of its first reading as known before this call, null when it never reported. */
  firstSeenAtMs: number | null;
}

const known = `
  select d.id, d.sn, coalesce(d.site_id, 0) as "siteId", coalesce(s.timezone, 'UTC') as "timeZone",
    d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
    (extract(epoch from d.first_seen_at) * 1000)::float8 as "firstSeenAtMs"
  from devices d left join sites s on s.id = d.site_id`;

/**
 * The devices that reported, by `sn`, and the composite devices of components. Unknown ones are inserted: components
 * with the plant of their composite device, others as unregistered if admitted; rejected ones are absent. Rows without
 * a plant are locked until the transaction ends, so that they are not claimed before their readings are stored.
 */
export async function ensureDevices(
  client: pg.ClientBase,
  seen: readonly Seen[],
  admit?: Admit,
): Promise<Map<string, KnownDevice>> {
  const bySn = new Map<string, Seen>();
  const add = (one: Seen) => {
    const other = bySn.get(one.sn);
    if (!other || one.atMs < other.atMs)
      bySn.set(one.sn, { ...one, modelByte: one.modelByte ?? other?.modelByte ?? null });
  };
  for (const one of seen) {
    add(one);
    if (one.compositeKind === undefined) continue;
    const { vendor, serial, atMs, compositeKind, network } = one;
    const composite: Seen = {
      sn: snOf(vendor, serial),
      vendor,
      serial,
      part: '',
      atMs,
      kind: compositeKind,
      modelByte: null,
    };
    add(network === undefined ? composite : { ...composite, network });
  }
  const found = new Map<string, KnownDevice>();
  const read = async (sns: string[]) => {
    const { rows } = await client.query<KnownDevice>({
      name: 'devices',
      text: `${known} where d.sn = any($1)`,
      values: [sns],
    });
    for (const row of rows) found.set(row.sn, row);
  };
  await read([...bySn.keys()]);

  const unregistered = [...bySn.values()].filter(({ sn }) => !found.has(sn)).sort(bySnOrder);
  if (unregistered.length > 0) {
    // Composite devices before their components, which need their row.
    const wholes = unregistered.filter(({ part }) => part === '');
    await enter(client, admit && wholes.length > 0 ? await admit(client, wholes) : wholes);
    await enterParts(
      client,
      unregistered.filter(({ part }) => part !== ''),
    );
    await read(unregistered.map((s) => s.sn));
  }

  const needsNote = (device: KnownDevice) => noteOf(device, bySn.get(device.sn)) !== null;
  const toLock = [...found.values()].filter((device) => device.siteId === 0 || needsNote(device));
  if (toLock.length === 0) return found;
  const { rows } = await client.query<KnownDevice>({
    name: 'devices-lock',
    text: `${known} where d.id = any($1::bigint[]) order by d.id for no key update of d`,
    values: [toLock.map((device) => device.id)],
  });
  // Deleted since: the batch is retried and inserts them again.
  if (rows.length < toLock.length)
    throw Object.assign(new Error('device deleted while it reported'), { code: '40001' });
  await noteActivatedBy(
    client,
    rows.flatMap(({ sn, firstSeenAtMs }) => {
      const one = bySn.get(sn);
      return firstSeenAtMs === null && one?.part === '' ? [one] : [];
    }),
  );
  for (const row of rows) {
    // The time zone was read before waiting for the lock; a concurrent claim may have changed it.
    if (row.siteId !== found.get(row.sn)?.siteId) await read([row.sn]);
    else found.set(row.sn, row);
  }
  await noteFirstSeen(
    client,
    rows.map((row) => noteOf(row, bySn.get(row.sn))).filter((note) => note !== null),
  );
  return found;
}

async function enter(client: pg.ClientBase, unregistered: readonly Seen[]): Promise<void> {
  if (unregistered.length === 0) return;
  await client.query({
    name: 'devices-new',
    text: `insert into devices (vendor, serial, kind, model_byte)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::smallint[]) on conflict do nothing`,
    values: [
      unregistered.map((s) => s.vendor),
      unregistered.map((s) => s.serial),
      unregistered.map((s) => s.kind),
      unregistered.map((s) => s.modelByte),
    ],
  });
}

/** Locks the rows of composite devices, so that none is claimed between reading its plant and adding a component. */
async function enterParts(client: pg.ClientBase, unregistered: readonly Seen[]): Promise<void> {
  if (unregistered.length === 0) return;
  await client.query({
    name: 'devices-new-parts',
    text: `with machine as (
             select id, vendor, serial, site_id, claimed_at, retired_at from devices
             where (vendor, serial) in (select * from unnest($1::text[], $2::text[])) and part = ''
             order by id for no key update
           )
           insert into devices (vendor, serial, part, parent_id, kind, site_id, claimed_at, retired_at)
           select m.vendor, m.serial, n.part, m.id, n.kind, m.site_id, m.claimed_at, m.retired_at
           from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n(vendor, serial, part, kind)
           join machine m on (m.vendor, m.serial) = (n.vendor, n.serial)
           order by m.id, n.part on conflict do nothing`,
    values: [
      unregistered.map((s) => s.vendor),
      unregistered.map((s) => s.serial),
      unregistered.map((s) => s.part),
      unregistered.map((s) => s.kind),
    ],
  });
}

const bySnOrder = (a: Seen, b: Seen) => (a.sn < b.sn ? -1 : 1);

interface Note {
  id: number;
  atMs: number;
  /** Kind determined by the reading, if different from the row. */
  kind: string | null;
  modelByte: number | null;
}

/** Properties in a reading that the row of its device does not have yet. */
function noteOf(device: KnownDevice, one: Seen | undefined): Note | null {
  if (!one) return null;
  const isEarlier = device.firstSeenAtMs === null || one.atMs < device.firstSeenAtMs;
  const addsModel = device.modelByte === null && one.modelByte !== null;
  const kind = device.kind !== one.kind && decidesKind(device, one) ? one.kind : null;
  return isEarlier || addsModel || kind
    ? { id: device.id, atMs: one.atMs, kind, modelByte: one.modelByte }
    : null;
}

/**
 * Whether a reading determines the kind of its device. A composite device always states it. For others, the first
 * reading determines the role; the kind of inverter follows from its model. Later readings change nothing, so a forged
 * one has no effect.
 */
function decidesKind(device: KnownDevice, one: Seen): boolean {
  const reported = deviceKind(one.kind);
  if (isComposite(reported)) return true;
  if (one.part !== '' || device.firstSeenAtMs !== null) return false;
  return device.productNumber === null || reported.role !== deviceKindNamed(device.kind)?.role;
}

/** The rows must be locked. */
async function noteFirstSeen(client: pg.ClientBase, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return;
  await client.query({
    name: 'devices-seen',
    text: `update devices d set first_seen_at = least(d.first_seen_at, to_timestamp(n.at / 1000)),
             kind = coalesce(n.kind, d.kind), model_byte = coalesce(d.model_byte, n.model_byte)
           from unnest($1::bigint[], $2::float8[], $3::text[], $4::smallint[]) as n(id, at, kind, model_byte)
           where d.id = n.id`,
    values: [
      notes.map((n) => n.id),
      notes.map((n) => n.atMs),
      notes.map((n) => n.kind),
      notes.map((n) => n.modelByte),
    ],
  });
}

/**
 * Updates the first reading times of a plant's devices (0: unclaimed) after readings in a range were moved. That of a
 * composite device is the first of its components. Returns the range, ms, in which this changes the expected devices;
 * null if nothing changed.
 */
export async function refirstSeen(
  tx: Tx,
  { siteId, fromMs, toMs }: { siteId: number; fromMs: number; toMs: number },
  firstAtMs: ReadonlyMap<number, number>,
): Promise<{ fromMs: number; toMs: number } | null> {
  const { rows } = await sql<{ wasMs: number; isMs: number | null }>`
    with reported as (
      select * from unnest(${[...firstAtMs.keys()]}::bigint[], ${[...firstAtMs.values()]}::float8[]) as n(id, at)
    ), wanted as (
      select d.id, d.first_seen_at as was, to_timestamp(coalesce(n.at, (
        select min(m.at) from devices part join reported m on m.id = part.id where part.parent_id = d.id)) / 1000) as at
      from devices d left join reported n on n.id = d.id
      where d.site_id is not distinct from ${siteId === 0 ? null : siteId}
        and d.first_seen_at between ${new Date(fromMs)} and ${new Date(toMs)}
    )
    update devices d set first_seen_at = w.at from wanted w
    where d.id = w.id and w.at is not null and w.at is distinct from w.was
    returning (extract(epoch from w.was) * 1000)::float8 as "wasMs",
      (extract(epoch from w.at) * 1000)::float8 as "isMs"`.execute(tx);
  if (rows.length === 0) return null;
  const instants = rows.flatMap(({ wasMs, isMs }) => [wasMs, isMs ?? wasMs]);
  return { fromMs: Math.min(...instants), toMs: Math.max(...instants) };
}
