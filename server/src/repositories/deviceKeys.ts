// Table devices: the broker token of a device, and its last connection. A token is valid while its device belongs to a
// plant and is in service; claiming a device creates a new one.
import { inverterKindOf } from '@helioport/protocol/manufacturers';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';
import { kindOfModel } from './kindOfModel.ts';

/** Notes that these devices listen for commands now, at most once an hour each. */
export async function noteListening(db: Db, sns: readonly string[], at: Date): Promise<void> {
  await sql`
    update devices set commands_at = ${at}
    where sn = any(${[...sns]}::text[]) and (commands_at is null or commands_at < ${at}::timestamptz - interval '1 hour')`.execute(
    db,
  );
}

/** Channel of the database on which devices whose key has changed or ended are announced: the sn. */
export const KEYS = 'device_key';

/**
 * Assigns a new token to a device and announces that the old one is invalid; returns its number. Numbers are random
 * instead of sequential, so that a device that is deleted and added again never gets a token of an earlier owner.
 */
export async function replaceKey(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ number: number; sn: string }>`
    update devices set key_number = case when drawn = key_number then drawn % 2147483647 + 1 else drawn end
    from (select 1 + floor(random() * 2147483647)::int as drawn) d
    where id = ${id} returning key_number as number, sn`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`device ${id} missing while its key was replaced`);
  await announce(tx, KEYS, row.sn, row.sn);
  return row.number;
}

/** Announces that the keys of these devices have ended or count again. */
export async function announceKeys(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    select pg_notify(${KEYS}, sn) from devices where id = any(${[...ids]}::bigint[]) and parent_id is null`.execute(
    tx,
  );
}

/** A device in stock whose key is drawn. */
export interface StockKey {
  id: number;
  keyNumber: number;
  /** Whether this call has drawn it. */
  isNew: boolean;
}

/**
 * Token of a device in stock at a company; null if the device belongs to a plant or is out of service. A token created
 * by another company becomes invalid. Claiming the device invalidates it as well.
 */
export async function stockKey(
  tx: Tx,
  {
    vendor,
    serial,
    companyId,
    now,
  }: { vendor: string; serial: string; companyId: number | null; now: number },
): Promise<StockKey | null> {
  const at = new Date(now);
  await sql`
    insert into devices (vendor, serial, kind, created_at)
    values (${vendor}, ${serial}, ${inverterKindOf(vendor)}, ${at}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<Columns<'devices', 'id' | 'keyNumber'> & { isOpen: boolean; isOwn: boolean }>`
    select id, key_number as "keyNumber", site_id is null and retired_at is null as "isOpen",
      stock_key_at is not null and stock_company_id is not distinct from ${companyId} as "isOwn"
    from devices where vendor = ${vendor} and serial = ${serial} and part = '' for update`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`device ${vendor} ${serial} missing after insert`);
  if (!row.isOpen) return null;
  if (row.isOwn) return { id: row.id, keyNumber: row.keyNumber, isNew: false };
  await sql`
    update devices d set stock_company_id = ${companyId}, stock_key_at = ${at},
      product_number = coalesce(d.product_number, e.product_number), kind = ${kindOfModel(sql`e.product_number`)}
    from sn_entries e where d.id = ${row.id} and e.sn = d.sn`.execute(tx);
  return { id: row.id, keyNumber: await replaceKey(tx, row.id), isNew: true };
}

/** Invalidates the stock tokens of these serial numbers, except those created by this company. */
export async function endStockKeys(
  tx: Tx,
  sns: readonly string[],
  keep?: { companyId: number | null },
): Promise<void> {
  const { rows } = await sql<Columns<'devices', 'id'>>`
    update devices set stock_key_at = null, stock_company_id = null
    where sn = any(${[...sns]}::text[]) and stock_key_at is not null
      and (${keep === undefined} or stock_company_id is distinct from ${keep?.companyId ?? null}::bigint)
    returning id`.execute(tx);
  await announceKeys(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * SQL: whether the token of a device is valid; needs `devices` in scope. A component uses the token of its main device.
 */
export const hasKey = sql`(site_id is not null or stock_key_at is not null) and retired_at is null and parent_id is null`;

/** Number of the key of a device; undefined while no key of it counts. */
export async function keyNumberOf(db: Db, sn: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select key_number as number from devices where sn = ${sn} and ${hasKey}`.execute(db);
  return rows[0]?.number;
}
