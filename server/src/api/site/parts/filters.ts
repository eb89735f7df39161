// Which plants a list asks for, as one condition. List and map share it, so that the map shows what the list counts.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, contains } from '../../../platform/search.ts';
import { hasSn } from '../../../reads/findDevice.ts';
import { siteStatusSql } from '../../../telemetry/read/status.ts';

type Filters = ParsedOf<typeof site.listWithSN>['filters'];

const hasDevice = (text: string) =>
  sql`s.id in (select f.site_id from devices f where f.retired_at is null and ${hasSn(sql`f.sn`, text)})`;

/** Needs `s` = sites, `sl` = site_latest, `o` = the owner, `i` = the installer. */
export const siteConditions = (asked: Filters, now: number): RawBuilder<unknown> =>
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
    asked.status !== null && sql`${siteStatusSql(now)} = ${asked.status}`,
    // Registration days count where the plant stands, like the dates that the list shows.
    asked.created_start_date &&
      sql`s.registered_at >= (${asked.created_start_date}::date)::timestamp at time zone s.timezone`,
    asked.created_end_date &&
      sql`s.registered_at < (${asked.created_end_date}::date + 1)::timestamp at time zone s.timezone`,
  ]);
