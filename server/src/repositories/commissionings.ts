// Tables commissionings and commissioning_photos: submitted commissionings of plants.
import type { Check } from '@helioport/domain/commissioning';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface Commissioning {
  note: string;
  reason: string;
  checks: Check[];
}

/** Submission of a plant with the ID of the user (null: account deleted); undefined if not submitted. */
export async function commissioningOf(
  tx: Tx,
  siteId: number,
): Promise<(Commissioning & { by: number | null }) | undefined> {
  const { rows } = await sql<Commissioning & { by: number | null }>`
    select note, reason, checks, submitted_by as by from commissionings where site_id = ${siteId}`.execute(
    tx,
  );
  return rows[0];
}

/** Keeps how a plant was submitted. */
export async function keepCommissioning(
  tx: Tx,
  siteId: number,
  { note, reason, checks, userId, now }: Commissioning & { userId: number; now: number },
): Promise<void> {
  await sql`
    insert into commissionings (site_id, submitted_at, submitted_by, note, reason, checks)
    values (${siteId}, ${new Date(now)}, ${userId}, ${note}, ${reason}, ${JSON.stringify(checks)})`.execute(
    tx,
  );
}

export interface CommissioningPhoto {
  id: number;
  hash: string;
}

/** Photos of a plant in the order of their upload. */
export async function photosOf(tx: Tx, siteId: number): Promise<CommissioningPhoto[]> {
  const { rows } = await sql<CommissioningPhoto>`
    select id, picture_hash as hash from commissioning_photos where site_id = ${siteId} order by id`.execute(
    tx,
  );
  return rows;
}

/** Adds a stored file to the photos of a plant and returns its number; undefined if there are already `most`. */
export async function addPhoto(
  tx: Tx,
  siteId: number,
  { hash, most, now }: { hash: string; most: number; now: number },
): Promise<number | undefined> {
  // Concurrent uploads would otherwise exceed the limit.
  await sql`select from sites where id = ${siteId} for no key update`.execute(tx);
  const { rows } = await sql<Columns<'commissioning_photos', 'id'>>`
    insert into commissioning_photos (site_id, picture_hash, added_at)
    select ${siteId}, ${hash}, ${new Date(now)}
    where (select count(*) from commissioning_photos where site_id = ${siteId}) < ${most}
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Removes a photo of a plant; false: it has none of this number. */
export async function deletePhoto(tx: Tx, siteId: number, id: number): Promise<boolean> {
  const result = await sql`
    delete from commissioning_photos where site_id = ${siteId} and id = ${id}`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}
