// Resolves a token to its user.
import { roleViewAsButton } from '@helioport/contract/grants';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { runPrepared } from '../platform/prepared.ts';
import { hashToken, isAccessToken } from '../platform/token.ts';
import { toTouch } from '../repositories/sessions.ts';
import { type ActiveBrand, activeBrandSql, anonymousBrand, plain, type RequestOrigin } from './brand.ts';
import { anonymous, type Me } from './me.ts';

interface MeRow {
  user_id: number;
  own_user_id: number;
  uid: string;
  email: string;
  group_id: number;
  group_name: string;
  group_titles: Record<string, string>;
  own_group_id: number;
  is_operator: boolean;
  is_viewing: boolean;
  scope: Me['scope'];
  reads_only: boolean;
  company_id: number | null;
  company_ids: number[] | null;
  pages: string[] | null;
  buttons: string[] | null;
  modules: string[] | null;
  wants_touch: boolean;
  /** These three only of an access token. */
  token_id?: number;
  can_write?: boolean;
  site_ids?: number[] | null;
}

const viewAs = roleViewAsButton.name;

/**
 * The user whose session has this `token`; the anonymous user if there is none, or if it is expired or revoked, or the
 * account is closed. While viewing as a role or user, only permissions that the caller has as well apply, and none to
 * write. Revoking the permission to view ends the session, as does closing the viewed account; losing a membership
 * removes the permissions that came with the company.
 */
export async function whoIs(db: Db | Tx, token: string, now: number): Promise<Me> {
  if (!isToken(token)) return anonymous;
  // Executed for every call; planning costs several times the execution.
  const [row] = await runPrepared(db, 'session-me', meSql(ofSession(token, now)));
  return row ? meOf(row) : anonymous;
}

/** The same with the brand of the request, in one statement; every call starts with it. */
export async function callerOf(
  db: Db | Tx,
  { token, ...origin }: RequestOrigin & { token: string },
  now: number,
): Promise<{ me: Me; activeBrand: ActiveBrand }> {
  if (!isToken(token)) return { me: anonymous, activeBrand: await anonymousBrand(db, origin) };
  const activeBrand = activeBrandSql(origin, {
    companyId: sql`coalesce(me.company_id, 0)`,
    brandId: sql`coalesce((select brand_id from companies where companies.id = me.company_id),
      (select brand_id from users where users.id = me.user_id))`,
  });
  const isAccess = isAccessToken(token);
  const statement = meSql<Partial<ActiveBrand>>(
    isAccess ? ofAccessToken(token, now) : ofSession(token, now),
    {
      columns: sql`, active.*`,
      from: sql`(select) one left join me on true left join lateral (${activeBrand}) active on true`,
    },
  );
  const [row] = await runPrepared(db, isAccess ? 'token-caller' : 'session-caller', statement);
  return {
    me: row?.user_id == null ? anonymous : meOf(row),
    activeBrand:
      row?.brandId == null
        ? plain
        : {
            brandId: row.brandId,
            isOfHost: row.isOfHost === true,
            isInMaintenance: row.isInMaintenance === true,
            isOpen: row.isOpen !== false,
          },
  };
}

const isToken = (token: string) => token !== '' && token.length <= 2000;

const ofSession = (token: string, now: number): Whose => ({
  person: sql`
      select w.id as user_id, u.id as own_user_id, w.uid, w.email, g.id as own_group_id,
        g.scope = 'all' and not g.reads_only as is_operator,
        v.id is not null as is_viewing, coalesce(v.id, g.id) as group_id, coalesce(v.name, g.name) as group_name,
        coalesce(v.title_locale, g.title_locale) as group_titles,
        coalesce(v.scope, g.scope) as scope, v.id is not null or g.reads_only as reads_only,
        case when v.id is null then mb.company_id
          when p.id is not null then p.company_id
          else coalesce(s.view_company_id, mb.company_id) end as company_id,
        ${toTouch(sql`s.last_seen_at`, now)} as wants_touch
      from sessions s
      join users u on u.id = s.user_id
      join groups g on g.id = u.group_id
      left join memberships mb on mb.user_id = s.user_id and mb.company_id = s.company_id
      left join users p on p.id = s.view_user_id and p.cancelled_at is null
      left join groups v on v.id = coalesce(p.group_id, s.view_group_id) and g.scope = 'all' and exists (
        select 1 from group_menus gm join menus m on m.id = gm.menu_id
        where gm.group_id = g.id and m.mode = 2 and m.title = ${viewAs})
      join users w on w.id = case when v.id is null then u.id else coalesce(p.id, u.id) end
      where s.token_hash = ${hashToken(token)}
        and s.expires_at > ${new Date(now)}
        and u.cancelled_at is null and not u.is_blocked`,
  companies: sql`select c.id from companies c join me on c.id = me.company_id`,
});

/** The user of a personal access token that is valid now, for the company for which it was created. Never an operator. */
const ofAccessToken = (token: string, now: number): Whose => ({
  person: sql`
      select u.id as user_id, u.id as own_user_id, u.uid, u.email, g.id as own_group_id, false as is_operator,
        false as is_viewing, g.id as group_id, g.name as group_name, g.title_locale as group_titles, g.scope,
        g.reads_only or not a.can_write as reads_only, mb.company_id,
        coalesce(${toTouch(sql`a.last_used_at`, now)}, true) as wants_touch, a.id as token_id, a.can_write, a.site_ids
      from access_tokens a
      join users u on u.id = a.user_id
      join groups g on g.id = u.group_id
      left join memberships mb on mb.user_id = a.user_id and mb.company_id = a.company_id
      where a.token_hash = ${hashToken(token)}
        and (a.expires_at is null or a.expires_at > ${new Date(now)})
        and u.cancelled_at is null and not u.is_blocked and u.email_verified_at is not null`,
  companies: sql`select c.id from companies c join me on c.id = me.company_id`,
});

/**
 * A user for whom the server acts without a session, for example to send email: with the permissions of their own role
 * and of all their companies. The anonymous user if the account is closed, blocked or not confirmed.
 */
export async function personAway(db: Db | Tx, userId: number): Promise<Me> {
  const statement = meSql({
    person: sql`
      select u.id as user_id, u.id as own_user_id, u.uid, u.email, g.id as own_group_id,
        g.scope = 'all' and not g.reads_only as is_operator, false as is_viewing, g.id as group_id, g.name as group_name, g.title_locale as group_titles, g.scope,
        g.reads_only, u.company_id, false as wants_touch
      from users u join groups g on g.id = u.group_id
      where u.id = ${userId} and u.cancelled_at is null and not u.is_blocked and u.email_verified_at is not null`,
    companies: sql`select mb.company_id as id from memberships mb join me on mb.user_id = me.user_id`,
  });
  const [row] = await runPrepared(db, 'person-away', statement);
  return row ? meOf(row) : anonymous;
}

interface Whose {
  /** At most one row, called `me` from then on. */
  person: RawBuilder<unknown>;
  /** IDs of the companies for which the user acts; child companies are included. */
  companies: RawBuilder<unknown>;
}

const meAlone = { columns: sql``, from: sql`me` };

/** Row of the user, with the additional columns of `more`. */
const meSql = <More>(
  { person, companies }: Whose,
  more: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> } = meAlone,
) => sql<MeRow & More>`
    with recursive me as (${person}),
    below as (
      ${companies}
      union
      select c.id from companies c join below b on c.parent_id = b.id
    )
    select me.*,
      (select array_agg(id) from below) as company_ids,
      granted.pages, granted.buttons, granted.modules ${more.columns}
    from ${more.from}
    left join lateral (
      select json_agg(m.components_title) filter (where m.mode = 1 and m.components_title <> '') as pages,
        json_agg(m.title) filter (where m.mode = 2) as buttons,
        json_agg(m.title) filter (where m.mode = 3) as modules
      from group_menus gm join menus m on m.id = gm.menu_id
      where gm.group_id = me.group_id and (not me.is_viewing or exists (
        select 1 from group_menus own where own.group_id = me.own_group_id and own.menu_id = gm.menu_id))
    ) granted on true`;

function tokenOf({ token_id: id, can_write: canWrite, site_ids: siteIds, scope }: MeRow): Me['token'] {
  if (id === undefined) return null;
  return { id, canWrite: canWrite === true, plants: siteIds ? { siteIds, scope } : null };
}

function meOf(row: MeRow): Me {
  const token = tokenOf(row);
  return {
    userId: row.user_id,
    ownUserId: row.own_user_id,
    uid: row.uid,
    email: row.email,
    groupId: row.group_id,
    groupName: row.group_name,
    groupTitles: row.group_titles,
    ownGroupId: row.own_group_id,
    isOperator: row.is_operator,
    isViewing: row.is_viewing,
    companyId: row.company_id ?? 0,
    companyIds: row.company_ids ?? [],
    scope: token?.plants ? 'own' : row.scope,
    readsOnly: row.reads_only,
    pages: new Set(row.pages),
    buttons: new Set(row.buttons),
    modules: new Set(row.modules),
    wantsTouch: row.wants_touch,
    token,
  };
}
