import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { powerFieldsOf } from '@helioport/domain/figures';
import { localDay } from '@helioport/domain/periods';
import type { StatusCode } from '@helioport/domain/status';
import { displayTime } from '@helioport/domain/wire';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { orderBy, pageSql } from '../../platform/search.ts';
import { countryName } from '../../platform/words.ts';
import { ms } from '../../reads/findSite.ts';
import { lastUpdateOf, statusOf } from '../../reads/words.ts';
import { siteStatusSql } from '../../telemetry/read/status.ts';
import { devicesOf } from './parts/devices.ts';
import { siteConditions } from './parts/filters.ts';
import { type SiteSn, siteSnOf } from './parts/siteSn.ts';

type Answer = OutputOf<typeof site.listWithSN>['list'][number];

interface Row {
  id: number;
  sid: string;
  siteName: string;
  countryCode: string;
  stateName: string;
  city: string;
  street: string;
  userEmail: string;
  installerEmail: string;
  registeredAt: number;
  commissionedAt: number | null;
  timezone: string;
  latitude: number | null;
  longitude: number | null;
  logo: string;
  status: StatusCode;
  lastAt: number | null;
  nowW: number;
  /** Plant-local day to which the energy of the day belongs. */
  day: string | null;
  dayWh: number;
  beforeWh: number;
}

const listWithSN: Handler<typeof site.listWithSN> = async ({ input, visible, tx, now, lan }) => {
  const status = siteStatusSql(now);
  // Joins that no condition needs cost nothing: they are on unique keys, so the planner drops them for the count.
  const from = sql`
    from ${visible.sites} s
    left join site_latest sl on sl.site_id = s.id
    left join users o on o.id = s.owner_id
    left join users i on i.id = s.installer_id
    where ${siteConditions(input.filters, now)}`;
  const isToday = sql`sl.day = (${new Date(now)}::timestamptz at time zone s.timezone)::date`;
  const order = orderBy(
    input.sort,
    {
      siteName: sql`lower(s.name)`,
      now: sql`coalesce(sl.power, 0)`,
      todayPower: sql`case when ${isToday} then sl.day_wh else 0 end`,
      totalPower: sql`coalesce(sl.before_wh + sl.day_wh, 0)`,
      lastUpdate: sql`sl.at`,
      // The column of the answer: as an expression it would be worked out a second time for every plant.
      status: sql.ref('status'),
      registerDate: sql`s.registered_at`,
    },
    sql`s.id`,
  );

  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(tx);
  const { rows } = await sql<Row>`
    select s.id, s.sid, s.name as "siteName", s.country_code as "countryCode", s.state_name as "stateName", s.city,
      s.street, coalesce(o.email, '') as "userEmail", coalesce(i.email, '') as "installerEmail",
      ${ms(sql`s.registered_at`)} as "registeredAt", ${ms(sql`s.commissioned_at`)} as "commissionedAt", s.timezone,
      s.latitude, s.longitude, s.logo, ${status} as status, ${ms(sql`sl.at`)} as "lastAt", coalesce(sl.power, 0) / 10.0 as "nowW", sl.day,
      coalesce(sl.day_wh, 0) as "dayWh", coalesce(sl.before_wh, 0) as "beforeWh"
    ${from} ${order} ${pageSql(input.page)}`.execute(tx);

  const siteIds = rows.map((row) => row.id);
  const sns = new Map(siteIds.map((id): [number, SiteSn[]] => [id, []]));
  for (const device of await devicesOf(tx, siteIds, now)) {
    sns.get(device.siteId)?.push(siteSnOf(device, now, lan));
  }
  return {
    list: rows.map((row) => answerOf(row, sns.get(row.id) ?? [], now, lan)),
    total: counted.rows[0]?.total ?? 0,
  };
};

function answerOf(row: Row, sns: SiteSn[], now: number, lan: number): Answer {
  const { timezone } = row;
  const todayWh = row.day === localDay(now, timezone) ? row.dayWh : 0;
  return {
    sid: row.sid,
    siteName: row.siteName,
    country: row.countryCode,
    countryName: countryName(row.countryCode, lan),
    stateName: row.stateName,
    city: row.city,
    street: row.street,
    userEmail: row.userEmail,
    installerEmail: row.installerEmail,
    registerDate: displayTime(row.registeredAt, timezone),
    isCommission: row.commissionedAt !== null,
    commissionDate: displayTime(row.commissionedAt, timezone),
    snCount: sns.length,
    sn: sns,
    ...statusOf(row.status, lan),
    logo: row.logo,
    ...powerFieldsOf(row.nowW, todayWh, row.beforeWh + row.dayWh),
    ...lastUpdateOf(row.lastAt, timezone, now, lan),
    timezone,
    ...(row.latitude === null || row.longitude === null
      ? {}
      : { latitude: row.latitude, longitude: row.longitude }),
  };
}

export default listWithSN;
