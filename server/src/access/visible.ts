// Rows visible to a user: SQL fragments bound to the session. Handlers read from these only, so a query cannot be left
// unlimited by accident.
import { type RawBuilder, sql } from 'kysely';
import { anonymous, type Me } from './me.ts';

/** A parenthesised sub-select; use it as `from ${visible.sites} s`. */
type Rows = RawBuilder<unknown>;

export interface Visible {
  /** Plants: those of the session's companies, owned ones, and those shared with the user. */
  sites: Rows;
  /** Visible plants that the user may change. */
  editableSites: Rows;
  /** Visible plants that the user manages, including sharing and deletion. Shared plants are not included. */
  ownSites: Rows;
  /** Devices of visible plants. */
  devices: Rows;
  /** Unclaimed serial numbers that have reported. */
  unregistered: Rows;
  /** Listed serial numbers: those issued to the user's companies, or all. */
  serials: Rows;
  /** Serial numbers that the user may reassign. */
  editableSerials: Rows;
  /** Companies of the session: its own and those below. */
  companies: Rows;
  /** Companies that the user may rename, move and delete, subject to the rules of the tree. */
  editableCompanies: Rows;
  /** Active users: members of the companies, their staff, owners of visible plants, and the user. */
  users: Rows;
  /**
   * Users whose accounts the user administers: those of their companies with no more permissions than the user has, but
   * not the manager of the user's own company.
   */
  editableUsers: Rows;
  /**
   * Those to whom the invitation may be sent again: accounts that the caller administers, and for read-only callers who
   * see everything all that have never been used.
   */
  invitableUsers: Rows;
  /** Users whose email address and logins are shown. */
  knownUsers: Rows;
  /** Audit log entries about the user's data, and about actions of the user and their staff. */
  audit: Rows;
  /** Roles that see and may do no more than the user's own: those that the user may assign, change and view as. */
  assignableRoles: Rows;
  /** The outbox: its links give access to accounts, so only administrators see it. */
  mails: Rows;
  /** What was sent to whom and whether it arrived, without text, file and secret. */
  mailHeads: Rows;
}

/** Scopes that see no more than the first of them. */
const scopesUpTo = { all: ['all', 'company', 'own'], company: ['company', 'own'], own: ['own'], none: [] };

const none = (table: string): Rows => sql`(select * from ${sql.table(table)} where false)`;

/** Shares of a user that have not expired. */
const sharesOf = (userId: number, now: number) => sql`
  select site_id from site_shares where user_id = ${userId} and (ends_at is null or ends_at > ${new Date(now)})`;

/** Of these plants those to which an access token is limited. */
const limitedTo = (plants: NonNullable<Me['token']>['plants'], sites: Rows): Rows =>
  plants ? sql`(select * from ${sites} limited where id = any(${[...plants.siteIds]}::bigint[]))` : sites;

/** The rows that `me` can see at an instant. */
export function visibleTo(me: Me, now: number): Visible {
  const { userId, companyIds, token } = me;
  const plants = token?.plants ?? null;
  const siteScope = plants?.scope ?? me.scope;
  const ids = sql`${[...companyIds]}::bigint[]`;
  const shared = sharesOf(userId, now);

  /** Plants within the caller's scope; `shares` adds those shared with the caller. */
  const sitesOfScope = (shares: RawBuilder<unknown>): Rows => {
    switch (siteScope) {
      case 'all':
        return sql`(select * from sites)`;
      case 'company':
        return sql`(select * from sites where company_id = any(${ids}) or owner_id = ${userId}${shares})`;
      case 'own':
        return sql`(select * from sites where owner_id = ${userId}${shares})`;
      case 'none':
        return none('sites');
    }
  };
  const sites = limitedTo(plants, sitesOfScope(sql` or id in (${shared})`));
  const editableSites = me.readsOnly
    ? none('sites')
    : limitedTo(plants, sitesOfScope(sql` or id in (${shared} and may_edit)`));
  // Who else sees a plant, and its end, is not decided by a program.
  const ownSites = me.readsOnly || token ? none('sites') : sitesOfScope(sql``);

  const serials = ((): Rows => {
    switch (me.scope) {
      case 'all':
        return sql`(select * from sn_entries)`;
      case 'company':
        return sql`(select * from sn_entries where company_id = any(${ids}))`;
      case 'own':
      case 'none':
        return none('sn_entries');
    }
  })();

  const companies = ((): Rows => {
    switch (me.scope) {
      case 'all':
        return sql`(select * from companies)`;
      case 'company':
        return sql`(select * from companies where id = any(${ids}))`;
      // A customer of a company does not look into it.
      case 'own':
      case 'none':
        return none('companies');
    }
  })();

  const assignableRoles = sql`(
    select * from groups g where scope = any(${scopesUpTo[me.scope]}::text[]) and not exists (
      select 1 from group_menus gm where gm.group_id = g.id and not exists (
        select 1 from group_menus own where own.group_id = ${me.groupId} and own.menu_id = gm.menu_id)))`;

  return {
    sites,
    editableSites,
    ownSites,
    // Every device row refers to an existing plant, so users who see all plants need no lookup.
    devices:
      me.scope === 'all'
        ? sql`(select * from devices where site_id is not null)`
        : sql`(select d.* from devices d where d.site_id in (select v.id from ${sites} v))`,
    unregistered: me.scope === 'all' ? sql`(select * from devices where site_id is null)` : none('devices'),
    serials,
    editableSerials: me.readsOnly ? none('sn_entries') : serials,
    companies,
    editableCompanies: me.readsOnly ? none('companies') : companies,
    users: usersOf(me, ids, sites),
    editableUsers: editableUsersOf(me, ids, assignableRoles),
    invitableUsers:
      me.scope === 'all' && me.readsOnly
        ? sql`(select * from users where cancelled_at is null and last_sign_in_at is null)`
        : editableUsersOf(me, ids, assignableRoles),
    knownUsers: me.scope === 'all' ? sql`(select * from users where cancelled_at is null)` : none('users'),
    audit: plants ? none('audit') : auditOf(me, ids, sql`${shared} and may_edit`),
    mails: me.isOperator && !me.isViewing ? sql`(select * from mails)` : none('mails'),
    mailHeads:
      me.scope === 'all'
        ? sql`(select id, kind, recipient, subject, created_at, sent_at, attempts, next_try_at, last_error from mails)`
        : none('mails'),
    assignableRoles,
  };
}

/** A single plant with its devices, for visitors of its public page. */
export function visibleAlone(siteId: number): Visible {
  return {
    ...visibleTo(anonymous, 0),
    sites: sql`(select * from sites where id = ${siteId})`,
    devices: sql`(select * from devices where site_id = ${siteId})`,
  };
}

function usersOf(me: Me, ids: RawBuilder<unknown>, sites: Rows): Rows {
  switch (me.scope) {
    case 'all':
      return sql`(select * from users where cancelled_at is null)`;
    case 'company':
      return sql`(select * from users where cancelled_at is null and id in (
        select ${me.userId}::bigint
        union all select id from users where company_id = any(${ids})
        union all select user_id from memberships where company_id = any(${ids})
        union all select v.owner_id from ${sites} v))`;
    case 'own':
      return sql`(select * from users where cancelled_at is null and id = ${me.userId})`;
    case 'none':
      return none('users');
  }
}

function editableUsersOf(me: Me, ids: RawBuilder<unknown>, assignableRoles: Rows): Rows {
  if (me.readsOnly || me.scope === 'own' || me.scope === 'none') return none('users');
  const visibleUsers =
    me.scope === 'all'
      ? sql`true`
      : sql`company_id = any(${ids}) and (id = ${me.userId} or not exists (
          select 1 from companies c where c.id = ${me.companyId} and c.manager_id = users.id))`;
  return sql`(select * from users where cancelled_at is null and ${visibleUsers}
    and group_id in (select r.id from ${assignableRoles} r))`;
}

/**
 * Arrays instead of joins, so that each part of the condition uses its own index. What a member of a company does for
 * another company or in a plant of their own is not included.
 */
function auditOf({ scope, userId }: Me, ids: RawBuilder<unknown>, edited: RawBuilder<unknown>): Rows {
  const owned = sql`site_id = any(array(
    select id from sites where owner_id = ${userId}
    union ${edited}))`;
  const mine = sql`user_id = ${userId} or subject_user_id = ${userId} or ${owned}`;
  const people = sql`array(select id from users where company_id = any(${ids}))`;
  switch (scope) {
    case 'all':
      return sql`(select * from audit)`;
    case 'company':
      return sql`(select * from audit where ${mine} or company_id = any(${ids})
        or site_id = any(array(select id from sites where company_id = any(${ids})))
        or (company_id is null and site_id is null and user_id = any(${people}))
        or (company_id is null and site_id is null and subject_user_id = any(${people})))`;
    case 'own':
      return sql`(select * from audit where ${mine})`;
    case 'none':
      return none('audit');
  }
}
