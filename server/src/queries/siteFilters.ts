// Filters of plant lists as one condition, shared by list, chips, totals and map, so that all cover the same plants.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../access/me.ts';
import type { Visible } from '../access/visible.ts';
import { allOf, anyOf, hasWords } from '../platform/search.ts';
import {
  claimsOfAll,
  claimsOfSome,
  isCondition,
  isSeverity,
  isState,
  isStatus,
  siteRank,
  siteShown,
  suspects,
} from '../timeseries/current/state.ts';
import { companyAndBelow } from './companyTree.ts';
import { hasSn } from './findDevice.ts';
import { isPerson } from './isPerson.ts';

export type SiteFilters = ParsedOf<typeof site.listWithSN>['filters'];

/** Whether any filter is set. */
export const isChosen = (filters: SiteFilters): boolean =>
  Object.values(filters).some((one) => one !== null && one !== '');

const hasDevice = (text: string) =>
  sql`s.id in (select f.site_id from devices f where f.retired_at is null and ${hasSn(sql`f.sn`, text)})`;

const hasDeviceNamed = (text: string) =>
  sql`s.id in (select f.site_id from devices f
    where f.retired_at is null and f.alias <> '' and ${hasWords(sql`search_key(f.alias)`, text)})`;

/** The caller of a plant list. */
interface FilterContext {
  me: Pick<Me, 'scope'>;
  visible: Visible;
}

/** All tables for plant lists. Unused joins cost nothing: they are on unique keys, so the planner removes them. */
export const siteRows = ({ me, visible }: FilterContext): RawBuilder<unknown> => sql`
  ${visible.sites} s
  left join site_latest sl on sl.site_id = s.id
  left join site_condition sv on sv.site_id = s.id
  left join users o on o.id = s.owner_id
  left join users i on i.id = s.installer_id
  ${me.scope === 'all' ? claimsOfAll : claimsOfSome}`;

/**
 * Rows of all plants with a bad verdict, found without calculating the state of the others; empty if there are too
 * many.
 */
export const badRows = (visible: Visible, now: number): RawBuilder<unknown> => sql`
  ${suspects(now)}
  join ${visible.sites} s on s.id = suspect.id
  left join site_latest sl on sl.site_id = s.id
  left join site_condition sv on sv.site_id = s.id
  ${claimsOfSome} where ${isCondition(now, 'bad')}`;

/** The condition on `siteRows`. */
export const siteConditions = (filters: SiteFilters, now: number): RawBuilder<unknown> =>
  allOf([
    filters.keywords &&
      anyOf([
        sql`s.id in (select x.id from sites x where ${hasWords(sql`x.search_key`, filters.keywords)})`,
        isPerson(sql`s.owner_id`, filters.keywords),
        hasDevice(filters.keywords),
        hasDeviceNamed(filters.keywords),
      ]),
    filters.site_name && hasWords(sql`search_key(s.name)`, filters.site_name),
    filters.user_email && isPerson(sql`s.owner_id`, filters.user_email),
    filters.installer_email && isPerson(sql`s.installer_id`, filters.installer_email),
    filters.country_code && sql`s.country_code = upper(${filters.country_code})`,
    filters.street && hasWords(sql`search_key(s.street)`, filters.street),
    filters.sn && hasDevice(filters.sn),
    filters.owner_uid && sql`s.owner_id = (select u.id from users u where u.uid = ${filters.owner_uid})`,
    filters.shared_uid &&
      sql`s.id in (select h.site_id from site_shares h join users u on u.id = h.user_id
        where u.uid = ${filters.shared_uid} and (h.ends_at is null or h.ends_at > ${new Date(now)}))`,
    filters.company_id !== null &&
      sql`s.company_id in ${companyAndBelow(filters.company_id, filters.with_below === true)}`,
    filters.status !== null && isStatus(siteShown(now), filters.status),
    filters.state !== null && isState(siteShown(now), filters.state),
    filters.severity !== null && isSeverity(siteRank(now), filters.severity),
    filters.verdict !== null && isCondition(now, filters.verdict),
    // Registration days are plant-local, like the dates in the list.
    filters.created_start_date &&
      sql`s.registered_at >= (${filters.created_start_date}::date)::timestamp at time zone s.timezone`,
    filters.created_end_date &&
      sql`s.registered_at < (${filters.created_end_date}::date + 1)::timestamp at time zone s.timezone`,
  ]);
