// Table site_offers: plants that their owners hand to others, who have yet to take them. One at a time for each plant.

import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';

const LIFE_MS = 7 * DAY_MS;

/** Offers a plant to an address; the newest offer wins. `ofCompany`: the plant has no owner, and its company offers it. Returns the token of its link and when it ends. */
export async function offerSite(
  tx: Tx,
  offer: { siteId: number; email: string; userId: number; ofCompany?: { id: number | null }; now: number },
): Promise<{ token: string; expiresAt: number }> {
  const { siteId, email, userId, ofCompany, now } = offer;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now + LIFE_MS;
  await sql`
    insert into site_offers (site_id, token_hash, email, offered_by, company_id, is_ownerless, offered_at, expires_at)
    values (${siteId}, ${hashToken(token)}, ${email}, ${userId}, ${ofCompany?.id ?? null},
            ${ofCompany !== undefined}, ${new Date(now)}, ${new Date(expiresAt)})
    on conflict (site_id) do update set token_hash = excluded.token_hash, email = excluded.email,
      offered_by = excluded.offered_by, company_id = excluded.company_id,
      is_ownerless = excluded.is_ownerless, offered_at = excluded.offered_at, expires_at = excluded.expires_at`.execute(
    tx,
  );
  return { token, expiresAt };
}

export interface Offer {
  siteId: number;
  sid: string;
  siteName: string;
  companyId: number | null;
  fromId: number;
  fromEmail: string;
  /** The plant has no owner yet: its company assigns it. */
  isOwnerless: boolean;
  expiresAt: number;
}

/** SQL: whether the offer `o` of the plant `s` counts still: the owner who made it, or the company, has the plant. */
export const isValid = sql`(case when o.is_ownerless
  then s.owner_id is null and s.company_id is not distinct from o.company_id
  else s.owner_id = o.offered_by end)`;

/** The offer that a recipient names: by the token of the link, or as a plant listed for their account. */
export type OfferKey = { token: string } | { sid: string };

/**
 * SQL: whether the account `r` may see the offer `o` without its link. The link goes to the address; without it, the
 * address must be confirmed, or entered by the user who offers or by a portal administrator.
 */
const isTrusted = sql`(r.email_proven_at is not null
  or (r.created_by is null and r.address_by is null and r.email_verified_at is not null)
  or r.address_by = o.offered_by
  or exists (select from users v join groups g on g.id = v.group_id
    where v.id = r.address_by and g.scope = 'all' and not g.reads_only))`;

const offerColumns = sql`s.id as "siteId", s.sid, s.name as "siteName", s.company_id as "companyId",
  u.id as "fromId", u.email as "fromEmail", o.is_ownerless as "isOwnerless", o.expires_at as "expiresAt"`;

/** The offer to a user, including an expired one, while the plant still belongs to those who offered it. */
export async function offerOf(
  tx: Tx,
  request: { key: OfferKey; userId: number },
): Promise<Offer | undefined> {
  const { key, userId } = request;
  const isNamed =
    'token' in key ? sql`o.token_hash = ${hashToken(key.token)}` : sql`s.sid = ${key.sid} and ${isTrusted}`;
  const { rows } = await sql<StoredOffer>`
    select ${offerColumns}
    from users r
    join site_offers o on o.email = lower(r.email)
    join sites s on s.id = o.site_id and ${isValid}
    join users u on u.id = o.offered_by
    where r.id = ${userId} and ${isNamed}`.execute(tx);
  return rows[0] && offerFrom(rows[0]);
}

/** The valid offers that a user may see without a link, oldest first; at most 100. */
export async function offersTo(tx: Tx, request: { userId: number; now: number }): Promise<Offer[]> {
  const { rows } = await sql<StoredOffer>`
    select ${offerColumns}
    from users r
    join site_offers o on o.email = lower(r.email) and o.expires_at > ${new Date(request.now)}
    join sites s on s.id = o.site_id and ${isValid}
    join users u on u.id = o.offered_by
    where r.id = ${request.userId} and ${isTrusted}
    order by o.offered_at, s.id limit 100`.execute(tx);
  return rows.map(offerFrom);
}

type StoredOffer = Omit<Offer, 'expiresAt'> & { expiresAt: Date };

const offerFrom = (row: StoredOffer): Offer => ({ ...row, expiresAt: row.expiresAt.getTime() });

/** Ends the offer of a plant; returns to whom it was made, undefined when there was none. */
export async function endOffer(tx: Tx, siteId: number): Promise<string | undefined> {
  const { rows } = await sql<Columns<'site_offers', 'email'>>`
    delete from site_offers where site_id = ${siteId} returning email`.execute(tx);
  return rows[0]?.email;
}

/** Days for which an expired offer is kept to explain to its recipient why it is invalid. */
const REMEMBERED_DAYS = 7;

export async function deleteOldOffers(db: Db, now: number): Promise<number> {
  const before = new Date(now - REMEMBERED_DAYS * DAY_MS);
  const result = await sql`delete from site_offers where expires_at < ${before}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
