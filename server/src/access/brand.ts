// Which brand the portal wears for a request.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';

/** What of a request names a brand. */
export interface Asked {
  /** Host name of the address that was called, without port. */
  host: string;
  /** The `app` header as it came. */
  app: unknown;
}

export interface Worn {
  brandId: number;
  /** True while the website of the brand is open only to those who run it. */
  isInMaintenance: boolean;
}

/** Where there is no row of it at all. */
export const plain: Worn = { brandId: 0, isInMaintenance: false };

/**
 * SQL: one row, the brand of the host name; else what the `app` header says, which is the company of the caller
 * (`companyId`, 0 for none), whose brand counts, or the number of a brand; else 0.
 */
export function wornSql({ host, app }: Asked, companyId: RawBuilder<unknown>): RawBuilder<Worn> {
  const named = sql`${typeof app === 'string' && /^\s*\d{1,15}\s*$/.test(app) ? Number(app) : 0}::bigint`;
  const ofHost = sql`hosts @> array[${host.toLowerCase()}]`;
  return sql<Worn>`
    select id as "brandId", maintenance as "isInMaintenance" from brands
    where ${ofHost} or id = 0 or id = case when ${named} <> 0 and ${named} = ${companyId}
      then (select brand_id from companies where companies.id = ${named}) else ${named} end
    order by ${ofHost} desc, id desc limit 1`;
}

/** The brand that somebody without a session sees. */
export async function brandOfStrangers(db: Db | Tx, asked: Asked): Promise<Worn> {
  const [worn] = await runPrepared(db, 'session-brand', wornSql(asked, sql`0`));
  return worn ?? plain;
}
