// Which brand the portal wears for a request.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';

/** What of a request names a brand. */
export interface RequestOrigin {
  /** Host name of the address that was called, without port. */
  host: string;
  /** The unparsed `app` header. */
  app: unknown;
}

export interface ActiveBrand {
  brandId: number;
  /** Whether a brand has claimed the host name. */
  isOfHost: boolean;
  /** True while this request is served only to administrators of the portal. */
  isInMaintenance: boolean;
  /** Whether new users may register. */
  isOpen: boolean;
}

/** Where there is no row of it at all. */
export const plain: ActiveBrand = { brandId: 0, isOfHost: false, isInMaintenance: false, isOpen: true };

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
export function activeBrandSql(
  { host, app }: RequestOrigin,
  { companyId, brandId }: Account,
): RawBuilder<ActiveBrand> {
  const named = sql`${typeof app === 'string' && /^\s*\d{1,15}\s*$/.test(app) ? Number(app) : 0}::bigint`;
  const ofHost = sql`hosts @> array[${host.toLowerCase()}]`;
  return sql<ActiveBrand>`
    select active.id as "brandId", active.is_of_host as "isOfHost",
      case when active.is_of_host then active.maintenance else coalesce(shared.maintenance, false) end as "isInMaintenance",
      case when active.is_of_host then active.open_registration else coalesce(shared.is_open, true) end as "isOpen"
    from (
      select id, maintenance, open_registration, ${ofHost} as is_of_host from brands
      where ${ofHost} or id = 0 or id = case when ${named} <> 0 and ${named} = ${companyId}
        then (select brand_id from companies where companies.id = ${named}) else ${named} end
      order by ${ofHost} desc, id desc limit 1
    ) active cross join lateral (
      select bool_or(maintenance) filter (where id in (0, coalesce(${brandId}, active.id))) as maintenance,
        bool_and(open_registration) filter (where id in (0, active.id)) as is_open
      from brands
    ) shared`;
}

/** What the portal is for an anonymous user. */
export async function anonymousBrand(db: Db | Tx, origin: RequestOrigin): Promise<ActiveBrand> {
  const anonymous = { companyId: sql`0`, brandId: sql`null::int` };
  const [active] = await runPrepared(db, 'session-brand', activeBrandSql(origin, anonymous));
  return active ?? plain;
}

/** Whether an account that logs in is closed by maintenance: see `activeBrandSql`, before there is a session. */
export async function isAccountClosed(
  tx: Tx,
  active: ActiveBrand,
  { id, companyId }: { id: number; companyId: number | null },
): Promise<boolean> {
  if (active.isOfHost) return active.isInMaintenance;
  const { rows } = await sql`
    select 1 from brands where maintenance and id in (0, coalesce(
      (select brand_id from companies where companies.id = ${companyId}),
      (select brand_id from users where users.id = ${id})))`.execute(tx);
  return rows.length > 0;
}
