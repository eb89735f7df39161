// Which rows a person can see: SQL fragments already bound to the session. Handlers read from these and from nothing
// else, so that forgetting to limit a query takes effort.
import { type RawBuilder, sql } from 'kysely';
import type { Me } from './me.ts';

/** A parenthesised sub-select; use it as `from ${visible.sites} s`. */
type Rows = RawBuilder<unknown>;

export interface Visible {
  /** Plants: of the session's companies, his own, and those shared with him. */
  sites: Rows;
  /** Those of them that he may change. */
  editableSites: Rows;
  /** Devices that stand in a visible plant. */
  devices: Rows;
  /** Serials that were heard of but that no plant has claimed. */
  unregistered: Rows;
  companies: Rows;
  users: Rows;
  /** Roles that see and may do no more than his own: those that he may give, change and look through. */
  assignableRoles: Rows;
}

/** Scopes that see no more than the first of them. */
const scopesUpTo = { all: ['all', 'company', 'own'], company: ['company', 'own'], own: ['own'], none: [] };

const none = (table: string): Rows => sql`(select * from ${sql.table(table)} where false)`;

/** The rows that `me` can see. */
export function visibleTo(me: Me): Visible {
  const { userId, companyIds } = me;
  const ids = sql`${[...companyIds]}::bigint[]`;
  const shared = sql`select site_id from site_shares where user_id = ${userId}`;

  const sites = ((): Rows => {
    switch (me.scope) {
      case 'all':
        return sql`(select * from sites)`;
      case 'company':
        return sql`(select * from sites where company_id = any(${ids}) or owner_id = ${userId} or id in (${shared}))`;
      case 'own':
        return sql`(select * from sites where owner_id = ${userId} or id in (${shared}))`;
      case 'none':
        return none('sites');
    }
  })();

  const editableSites = ((): Rows => {
    if (me.readsOnly) return none('sites');
    const sharedToEdit = sql`${shared} and may_edit`;
    switch (me.scope) {
      case 'all':
        return sql`(select * from sites)`;
      case 'company':
        return sql`(select * from sites where company_id = any(${ids}) or owner_id = ${userId} or id in (${sharedToEdit}))`;
      case 'own':
        return sql`(select * from sites where owner_id = ${userId} or id in (${sharedToEdit}))`;
      case 'none':
        return none('sites');
    }
  })();

  return {
    sites,
    editableSites,
    devices: sql`(select d.* from devices d where d.site_id in (select v.id from ${sites} v))`,
    unregistered: me.scope === 'all' ? sql`(select * from devices where site_id is null)` : none('devices'),
    companies:
      me.scope === 'all'
        ? sql`(select * from companies)`
        : sql`(select * from companies where id = any(${ids}))`,
    users:
      me.scope === 'all'
        ? sql`(select * from users)`
        : sql`(select * from users where id = ${userId} or company_id = any(${ids})
                 or id in (select v.owner_id from ${sites} v))`,
    assignableRoles: sql`(
      select * from groups g where scope = any(${scopesUpTo[me.scope]}::text[]) and not exists (
        select 1 from group_menus gm where gm.group_id = g.id and not exists (
          select 1 from group_menus own where own.group_id = ${me.groupId} and own.menu_id = gm.menu_id)))`,
  };
}
