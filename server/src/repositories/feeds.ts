// Table feeds: sources that may write to a plant. A token gives access to the inputs of its kind only.
import { randomBytes, randomInt } from 'node:crypto';
import type { FeedKind } from '@helioport/domain/feeds';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';
import { hashToken } from '../platform/token.ts';

/** A feed as its inputs need it. */
export interface Feed extends Columns<'feeds', 'id' | 'siteId' | 'name' | 'serial'> {
  kind: FeedKind;
  /** Names of values that are sent without known ones. */
  names: string;
  timeZone: string;
}

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const newSerial = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');

/** Creates a feed; the token is returned only here. 32 hexadecimal digits, because clients of emoncms demand this form. */
export async function createFeed(
  tx: Tx,
  {
    siteId,
    kind,
    name,
    names,
    userId,
    now,
  }: { siteId: number; kind: FeedKind; name: string; names: string; userId: number; now: number },
): Promise<{ id: number; token: string }> {
  const token = randomBytes(16).toString('hex');
  const { rows } = await sql<Columns<'feeds', 'id'>>`
    insert into feeds (site_id, kind, name, names, token_hash, serial, created_at, created_by)
    values (${siteId}, ${kind}, ${name}, ${names}, ${hashToken(token)}, ${newSerial()}, ${new Date(now)}, ${userId})
    returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`feed of plant ${siteId} missing after insert`);
  return { id: row.id, token };
}

/** Channel of the database on which feeds whose token has ended are announced: the id. */
export const FEEDS_ENDED = 'feed_ended';

/** Ends the token of a feed; undefined if the plant has no such feed. */
export async function deleteFeed(
  tx: Tx,
  siteId: number,
  id: number,
): Promise<{ kind: string; name: string } | undefined> {
  const { rows } = await sql<Columns<'feeds', 'kind' | 'name'>>`
    delete from feeds where site_id = ${siteId} and id = ${id} returning kind, name`.execute(tx);
  if (rows.length > 0) await announce(tx, FEEDS_ENDED, String(id), String(id));
  return rows[0];
}

/** Announces that the tokens of a plant end, before the plant is deleted. */
export async function announceFeedsOf(tx: Tx, siteId: number): Promise<void> {
  await sql`select pg_notify(${FEEDS_ENDED}, id::text) from feeds where site_id = ${siteId}`.execute(tx);
}

/** The feed of a token. */
export async function feedOfToken(db: Db, token: string): Promise<Feed | undefined> {
  const { rows } = await sql<Feed>`
    select f.id, f.site_id as "siteId", f.kind, f.name, f.serial, f.names, s.timezone as "timeZone"
    from feeds f join sites s on s.id = f.site_id where f.token_hash = ${hashToken(token)}`.execute(db);
  return rows[0];
}

/** What became of the requests of a feed since the last note. */
export interface FeedNote {
  at: number;
  /** Stored values by name; undefined if none were stored. */
  values?: Readonly<Record<string, number>>;
  error: string;
}

/** Notes the last use of a feed. Values that were not sent keep their last state. */
export async function noteFeed(db: Db, { siteId, id }: Feed, { at, values, error }: FeedNote): Promise<void> {
  const time = new Date(at);
  const stored = values === undefined ? null : JSON.stringify(values);
  await sql`
    update feeds set last_used_at = ${time}, last_error = ${error.slice(0, 300)},
      last_value_at = case when ${stored}::jsonb is null then last_value_at else ${time} end,
      last_values = last_values || coalesce(${stored}::jsonb, '{}')
    where site_id = ${siteId} and id = ${id}`.execute(db);
}
