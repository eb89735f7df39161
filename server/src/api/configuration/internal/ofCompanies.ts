// What belongs to a company and is its own and that of those above it: campaigns, and sets of parameters.
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';

/** Whether the caller may see objects of the company in a column; null: only callers who see everything. */
export const mayList = (me: Me, companyId: RawBuilder<unknown>): RawBuilder<unknown> =>
  me.scope === 'all' ? sql`true` : sql`${companyId} = any(${[...me.companyIds]}::bigint[])`;

/** The same for a row already read. */
export const isOfHis = (me: Me, companyId: number | null): boolean =>
  me.scope === 'all' || (companyId !== null && me.companyIds.includes(companyId));

/**
 * Whether the caller may see run `r` of a set: as above, and where it changes plants that the caller may change, of which it
 * may need the caller's approval. `plants`: rows of plants.
 */
export const mayListRun = (me: Me, plants: RawBuilder<unknown>): RawBuilder<unknown> =>
  me.scope === 'all'
    ? sql`true`
    : sql`(${mayList(me, sql`r.company_id`)} or exists (
        select from parameter_run_devices own join ${plants} p on p.id = own.site_id where own.run_id = r.id))`;
