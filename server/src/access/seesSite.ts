// Which sessions may see a plant, without a query per session: the rule of `visible.sites` for the live feed, where one
// plant may concern hundreds of open pages. A test compares both.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db } from '../platform/db.ts';
import type { Me } from './me.ts';

/** Current properties of a plant that determine who may see it. */
export interface SiteAccess extends Columns<'sites', 'id' | 'sid' | 'ownerId' | 'companyId'> {
  /** Users with whom it is shared. */
  sharedWith: readonly number[];
}

/** Access properties of these plants at an instant; deleted plants are omitted. */
export async function siteAccessOf(db: Db, siteIds: readonly number[], now: number): Promise<SiteAccess[]> {
  const { rows } = await sql<SiteAccess>`
    select s.id, s.sid, s.owner_id as "ownerId", s.company_id as "companyId",
      array(select sh.user_id from site_shares sh where sh.site_id = s.id
        and (sh.ends_at is null or sh.ends_at > ${new Date(now)})) as "sharedWith"
    from sites s where s.id = any(${[...siteIds]}::bigint[])`.execute(db);
  return rows;
}

/** Whether `me` sees the plant. */
export function seesSite({ scope, userId, companyIds }: Me, site: SiteAccess): boolean {
  if (scope === 'all') return true;
  if (scope === 'none') return false;
  if (site.ownerId === userId || site.sharedWith.includes(userId)) return true;
  return scope === 'company' && site.companyId !== null && companyIds.includes(site.companyId);
}
