// Which plants a list asks for, as one condition. List, chips, sums and map share it, so that they speak of the same plants.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import { allOf, anyOf, contains } from '../platform/search.ts';
import { isState, isStatus, isVerdict, joinedGrade, withGrades } from '../telemetry/read/state.ts';
import { hasSn } from './findDevice.ts';

export type SiteFilters = ParsedOf<typeof site.listWithSN>['filters'];

/** Whether a list is asked for some plants only. */
export const isChosen = (filters: SiteFilters): boolean =>
  Object.values(filters).some((one) => one !== null && one !== '');

const hasDevice = (text: string) =>
  sql`s.id in (select f.site_id from devices f where f.retired_at is null and ${hasSn(sql`f.sn`, text)})`;

/** All that lists of plants look at. Joins that nothing needs cost nothing: they are on unique keys, so the planner drops them. */
export const siteRows = (visible: Visible): RawBuilder<unknown> => sql`
  ${visible.sites} s
  left join site_latest sl on sl.site_id = s.id
  left join site_verdict sv on sv.site_id = s.id
  left join users o on o.id = s.owner_id
  left join users i on i.id = s.installer_id`;

/** Whether these filters hang on the grades of plants. */
const areOfGrades = ({ status, state, verdict }: SiteFilters) =>
  status !== null || state !== null || verdict !== null;

/** `siteRows` with what `siteConditions` of these filters looks at; `needsGrades` where something else does too. */
export const filteredRows = (
  visible: Visible,
  asked: SiteFilters,
  now: number,
  needsGrades = false,
): RawBuilder<unknown> =>
  sql`${siteRows(visible)} ${areOfGrades(asked) || needsGrades ? withGrades(now) : sql``}`;

/** The condition on `filteredRows`. */
export const siteConditions = (asked: SiteFilters): RawBuilder<unknown> =>
  allOf([
    asked.keywords &&
      anyOf([
        contains(sql`s.name`, asked.keywords),
        contains(sql`s.sid`, asked.keywords),
        contains(sql`s.city`, asked.keywords),
        contains(sql`o.email`, asked.keywords),
        hasDevice(asked.keywords),
      ]),
    asked.site_name && contains(sql`s.name`, asked.site_name),
    asked.user_email && contains(sql`o.email`, asked.user_email),
    asked.installer_email && contains(sql`i.email`, asked.installer_email),
    asked.country_code && sql`s.country_code = upper(${asked.country_code})`,
    asked.street && contains(sql`s.street`, asked.street),
    asked.sn && hasDevice(asked.sn),
    asked.status !== null && isStatus(joinedGrade, asked.status),
    asked.state !== null && isState(joinedGrade, asked.state),
    asked.verdict !== null && isVerdict(asked.verdict),
    // Registration days count where the plant stands, like the dates that the list shows.
    asked.created_start_date &&
      sql`s.registered_at >= (${asked.created_start_date}::date)::timestamp at time zone s.timezone`,
    asked.created_end_date &&
      sql`s.registered_at < (${asked.created_end_date}::date + 1)::timestamp at time zone s.timezone`,
  ]);
