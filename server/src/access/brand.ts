// Which brand the portal wears for a request.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';
import type { Me } from './me.ts';

interface Asked {
  /** Host name of the address that was called, without port. */
  host: string;
  /** The `app` header as it came. */
  app: unknown;
}

interface Worn {
  brandId: number;
  /** True while the website of the brand is open only to those who run it. */
  isInMaintenance: boolean;
}

/**
 * The brand of the host name; else what the `app` header says, which is the company of the caller, whose brand counts,
 * or the number of a brand; else 0.
 */
export async function brandOf(db: Db | Tx, { host, app }: Asked, me: Me): Promise<Worn> {
  const named = typeof app === 'string' && /^\s*\d{1,15}\s*$/.test(app) ? Number(app) : 0;
  const isCompany = me.companyId !== 0 && named === me.companyId;
  const byHeader = isCompany
    ? sql`(select brand_id from companies where id = ${named})`
    : sql`${named}::bigint`;
  const statement = sql<Worn>`
    select id as "brandId", maintenance as "isInMaintenance" from brands
    where hosts @> array[${host.toLowerCase()}] or id = ${byHeader} or id = 0
    order by hosts @> array[${host.toLowerCase()}] desc, id desc limit 1`;
  const [worn] = await runPrepared(db, 'session-brand', statement);
  return worn ?? { brandId: 0, isInMaintenance: false };
}
