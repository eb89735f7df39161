import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { powerFieldsOf } from '@helioport/domain/figures';
import { localDay } from '@helioport/domain/periods';
import { rounded } from '@helioport/domain/units';
import { displayTime } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { countryName } from '../../platform/texts.ts';
import { ms } from '../../queries/found.ts';
import { pageOfIds } from '../../queries/pageOfIds.ts';
import { badRows, isChosen, siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { type FoundSiteNow, siteNowOf, siteNowSql } from '../../queries/stateNow.ts';
import { lastUpdateOf } from '../../queries/words.ts';
import { importedTotalSql } from '../../timeseries/query/imported.ts';
import { specific30Sql, specificTodaySql } from '../../timeseries/query/specificYield.ts';
import { devicesOf } from './internal/devices.ts';
import { siteOrder } from './internal/siteOrder.ts';
import { type SiteSn, siteSnOf } from './internal/siteSn.ts';

type Answer = OutputOf<typeof site.listWithSN>['list'][number];

interface Row extends FoundSiteNow {
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
  latitude: number | null;
  longitude: number | null;
  logo: string;
  /** Plant-local day to which the energy of the day belongs. */
  day: string | null;
  dayWh: number;
  beforeWh: number;
  recordedSince: string | null;
  specificToday: number | null;
  specific30: number | null;
}

export default handler<typeof site.listWithSN>(async ({ input, me, visible, share, tx, now, lan }) => {
  const from = sql`
    from ${siteRows({ me, visible })}
    where ${siteConditions(input.filters, now)}`;
  const order = siteOrder(input.sort, now);

  const isWhole = !isChosen(input.filters);
  const [first] = input.sort;
  const isWorstFirst = first?.field === 'verdict' && first.order === 'asc';

  // Selects the plants first and their columns afterwards, so that no columns are calculated for skipped rows.
  const { ids: siteIds, total } = await pageOfIds(
    { tx, share, name: 'siteOrder', key: [input.filters, input.sort], page: input.page },
    {
      id: sql`s.id`,
      from,
      order,
      isWhole,
      // For users who see few plants, reading those is faster than reading all plants with problems.
      ...(isWhole && isWorstFirst && me.scope === 'all' ? { head: badRows(visible, now) } : {}),
    },
  );
  const statement = sql<Row>`
    select s.id, s.sid, s.name as "siteName", s.country_code as "countryCode", s.state_name as "stateName", s.city,
      s.street, coalesce(o.email, '') as "userEmail", coalesce(i.email, '') as "installerEmail",
      ${ms(sql`s.registered_at`)} as "registeredAt", ${ms(sql`s.commissioned_at`)} as "commissionedAt", s.timezone,
      s.latitude, s.longitude, s.logo, ${siteNowSql(now)}, sl.day,
      coalesce(sl.day_wh, 0) as "dayWh", coalesce(sl.before_wh, ${importedTotalSql}, 0) as "beforeWh",
      coalesce((select min(sd.day) from site_day sd where sd.site_id = s.id), sl.day) as "recordedSince",
      ${specificTodaySql(now)} as "specificToday", ${specific30Sql(now)} as "specific30"
    from ${siteRows({ me, visible })} where s.id = any(${siteIds}::bigint[])`;
  const found = await runPrepared(tx, 'sites-page', statement);
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = siteIds.flatMap((id) => byId.get(id) ?? []);

  const sns = new Map(siteIds.map((id): [number, SiteSn[]] => [id, []]));
  for (const device of await devicesOf(tx, siteIds, now)) {
    sns.get(device.siteId)?.push(siteSnOf(device, now, lan));
  }
  return {
    list: rows.map((row) => {
      const answer = answerOf(row, sns.get(row.id) ?? [], now, lan);
      return input.devices === false ? { ...answer, sn: [] } : answer;
    }),
    total,
  };
});

/** kWh per kWp as answers have it. */
const perKwp = (value: number | null) => (value === null ? null : rounded(value, 2));

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
    // Components of a composite device count as one device.
    snCount: sns.filter(({ parent }) => parent === null).length,
    sn: sns,
    ...siteNowOf(row, lan, now),
    logo: row.logo,
    ...powerFieldsOf(row.nowW, todayWh, row.beforeWh + row.dayWh),
    ...lastUpdateOf(row.lastReceivedAt, timezone, now, lan),
    recordedSince: row.recordedSince,
    specificToday: perKwp(row.specificToday),
    specific30: perKwp(row.specific30),
    timezone,
    ...(row.latitude === null || row.longitude === null
      ? {}
      : { latitude: row.latitude, longitude: row.longitude }),
  };
}
