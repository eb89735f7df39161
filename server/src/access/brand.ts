// Which brand the portal wears for a request.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';

/** What of a request names a brand. */
export interface Asked {
  /** Host name of the address that was called, without port. */
  host: string;
  /** The unparsed `app` header. */
  app: unknown;
}

export interface Worn {
  brandId: number;
  /** Whether a brand has claimed the host name. */
  isOfHost: boolean;
  /** True while this request is served only to administrators of the portal. */
  isInMaintenance: boolean;
  /** Whether new users may register. */
  isOpen: boolean;
}

/** Where there is no row of it at all. */
export const plain: Worn = { brandId: 0, isOfHost: false, isInMaintenance: false, isOpen: true };

/** Brand of the session's account, as SQL. */
export interface Account {
  /** The company of the caller; 0 for none. */
  companyId: RawBuilder<unknown>;
  /** The brand of the account; null for an anonymous user. */
  brandId: RawBuilder<unknown>;
}

/**
 * SQL: one row with the brand of this request. A host name assigned to a brand takes precedence. Otherwise the `app`
 * header selects the displayed brand: it is the caller's company, whose brand applies, or the number of a brand. With a
 * session, the header does not affect maintenance: that of the default brand and of the account's brand apply. For
 * anonymous users the header can only add maintenance, never lift it.
 */
export function wornSql({ host, app }: Asked, { companyId, brandId }: Account): RawBuilder<Worn> {
  const named = sql`${typeof app === 'string' && /^\s*\d{1,15}\s*$/.test(app) ? Number(app) : 0}::bigint`;
  const ofHost = sql`hosts @> array[${host.toLowerCase()}]`;
  return sql<Worn>`
    select worn.id as "brandId", worn.is_of_host as "isOfHost",
      case when worn.is_of_host then worn.maintenance else coalesce(shared.maintenance, false) end as "isInMaintenance",
      case when worn.is_of_host then worn.open_registration else coalesce(shared.is_open, true) end as "isOpen"
    from (
      select id, maintenance, open_registration, ${ofHost} as is_of_host from brands
      where ${ofHost} or id = 0 or id = case when ${named} <> 0 and ${named} = ${companyId}
        then (select brand_id from companies where companies.id = ${named}) else ${named} end
      order by ${ofHost} desc, id desc limit 1
    ) worn cross join lateral (
      select bool_or(maintenance) filter (where id in (0, coalesce(${brandId}, worn.id))) as maintenance,
        bool_and(open_registration) filter (where id in (0, worn.id)) as is_open
      from brands
    ) shared`;
}

/** What the portal is for an anonymous user. */
export async function brandOfStrangers(db: Db | Tx, asked: Asked): Promise<Worn> {
  const nobody = { companyId: sql`0`, brandId: sql`null::int` };
  const [worn] = await runPrepared(db, 'session-brand', wornSql(asked, nobody));
  return worn ?? plain;
}

/** Whether an account that logs in is closed by maintenance: see `wornSql`, before there is a session. */
export async function isAccountClosed(
  tx: Tx,
  worn: Worn,
  { id, companyId }: { id: number; companyId: number | null },
): Promise<boolean> {
  if (worn.isOfHost) return worn.isInMaintenance;
  const { rows } = await sql`
    select 1 from brands where maintenance and id in (0, coalesce(
      (select brand_id from companies where companies.id = ${companyId}),
      (select brand_id from users where users.id = ${id})))`.execute(tx);
  return rows.length > 0;
}
