import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { fleet } from '@helioport/contract/fleet';
import type { IrradianceSource } from '@helioport/domain/analytics/types';
import { isLive } from '@helioport/domain/state';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { orderBy } from '../../platform/search.ts';
import { ratioKindOf } from '../../queries/finding/ratio.ts';
import { deskConditions, deskRows, isWhole } from '../../queries/fleet/rows.ts';
import { pageOfIds } from '../../queries/pageOfIds.ts';
import { type FoundSiteNow, siteNowOf, siteNowSql, stateNowOf } from '../../queries/stateNow.ts';
import { sitePowerSql, siteRank, siteReceivedAt } from '../../timeseries/current/state.ts';
import { todaySql } from '../../timeseries/query/priceOn.ts';

type Row = OutputOf<typeof fleet.list>['list'][number];

type Plain = Pick<
  Row,
  | 'sid'
  | 'siteName'
  | 'countryCode'
  | 'city'
  | 'latitude'
  | 'longitude'
  | 'openFindings'
  | 'openInfos'
  | 'topCause'
  | 'topScope'
  | 'topSince'
  | 'topFindingId'
  | 'lostMoney'
  | 'riskMoney'
  | 'currency'
  | 'openAlarms'
  | 'openCases'
  | 'caseId'
  | 'evaluatedUntil'
  | 'mayEdit'
>;

interface Stored extends Plain, FoundSiteNow {
  id: number;
  ratedW: number | null;
  todayWh: number | null;
  expectedTodayWh: number | null;
  ratioToday: number | null;
  ratio: number | null;
  change: number | null;
  completeness: number | null;
  source: IrradianceSource | null;
  lostWh: number;
  riskWh: number;
}

export default handler<typeof fleet.list>(async ({ input, me, visible, share, tx, now, lan }) => {
  const { ids, total } = await pageOfIds(
    {
      tx,
      share,
      name: 'deskOrder',
      key: [input.filters, input.fleet, input.sort, input.fleet.mine === true ? me.userId : 0],
      page: input.page,
    },
    {
      id: sql`s.id`,
      from: sql`from ${deskRows({ me, visible })} where ${deskConditions(input, { me, visible, now })}`,
      order: deskOrder(input.sort, now),
      isWhole: isWhole(input),
    },
  );
  const isToday = (day: RawBuilder<unknown>) => sql`${day} = ${todaySql(now)}`;
  const rows = await runPrepared(
    tx,
    'desk-page',
    sql<Stored>`
      select s.id, s.sid, s.name as "siteName", s.country_code as "countryCode", s.city, s.timezone, s.latitude, s.longitude,
        s.currency, ${siteNowSql(now)}, a.rated_w::float8 as "ratedW",
        case when ${isToday(sql`sl.day`)} then sl.day_wh end as "todayWh",
        case when ${isToday(sql`a.today`)} then a.today_wh end as "expectedTodayWh",
        case when ${isToday(sql`a.today`)} and a.today_wh > 0 then a.today_produced_wh / a.today_wh end as "ratioToday",
        a.ratio::float8 as ratio, a.ratio_change::float8 as change, a.completeness::float8 as completeness, a.source,
        coalesce(a.open_faults, 0) as "openFindings", coalesce(a.open_infos, 0) as "openInfos", a.top_cause as "topCause",
        (select f.scope from finding f where f.site_id = s.id and f.id = a.top_finding_id) as "topScope",
        a.top_since as "topSince", a.top_finding_id as "topFindingId", coalesce(a.lost_wh, 0) as "lostWh",
        a.lost_money as "lostMoney", coalesce(a.risk_wh, 0) as "riskWh", a.risk_money as "riskMoney",
        (select count(*)::int from alarm o where o.site_id = s.id and o.ended_at is null and not o.is_grouped) as "openAlarms",
        coalesce(a.open_cases, 0) as "openCases", a.case_id as "caseId", a.evaluated_until as "evaluatedUntil",
        s.id in (select e.id from ${visible.editableSites} e where e.id = any(${ids}::bigint[])) as "mayEdit"
      from ${deskRows({ me, visible })} where s.id = any(${ids}::bigint[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { list: ids.flatMap((id) => (byId.has(id) ? [rowOf(byId.get(id)!, lan, now)] : [])), total };
});

type Sort = ParsedOf<typeof fleet.list>['sort'];

/** Default order: highest cost first. */
function deskOrder(sort: Sort, now: number): RawBuilder<unknown> {
  const isToday = sql`sl.day = ${todaySql(now)}`;
  return orderBy(
    sort,
    {
      riskMoney: sql`coalesce(a.risk_rank, 0)`,
      riskKwh: sql`coalesce(a.risk_wh, 0)`,
      lostKwh: sql`coalesce(a.lost_wh, 0)`,
      siteName: sql`lower(s.name)`,
      status: siteRank(now),
      power: sitePowerSql(now),
      todayKwh: sql`case when ${isToday} then sl.day_wh else 0 end`,
      ratio7: sql`a.ratio`,
      change7: sql`a.ratio_change`,
      completeness: sql`a.completeness`,
      openFindings: sql`coalesce(a.open_faults, 0)`,
      openCases: sql`coalesce(a.open_cases, 0)`,
      lastUpdate: siteReceivedAt,
      ratedKw: sql`a.rated_w`,
    },
    sort.length === 0 ? sql`coalesce(a.risk_rank, 0) desc, s.id` : sql`s.id`,
  );
}

const share3 = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);
const inKwh = (wh: number) => Math.round(wh) / 1000;
const inMoney = (money: number | null) => (money === null ? null : Math.round(money * 100) / 100);

function rowOf(row: Stored, lan: number, now: number): Row {
  const own = siteNowOf(row, lan, now);
  const { sid, siteName, countryCode, city, timezone, latitude, longitude } = row;
  return {
    sid,
    siteName,
    countryCode,
    city,
    timezone,
    latitude,
    longitude,
    ...stateNowOf(own),
    ratedKw: row.ratedW === null ? null : row.ratedW / 1000,
    power: isLive(own.reporting) ? row.nowW : null,
    todayKwh: row.todayWh === null ? null : inKwh(row.todayWh),
    expectedTodayKwh: row.expectedTodayWh === null ? null : inKwh(row.expectedTodayWh),
    ratioToday: share3(row.ratioToday),
    ratio7: share3(row.ratio),
    change7: share3(row.change),
    ratioKind: ratioKindOf(row.source === null ? [] : [row.source]),
    completeness: share3(row.completeness),
    openFindings: row.openFindings,
    openInfos: row.openInfos,
    topCause: row.topCause,
    topScope: row.topScope,
    topSince: row.topSince,
    topFindingId: row.topFindingId,
    lostKwh: inKwh(row.lostWh),
    lostMoney: inMoney(row.lostMoney),
    riskKwh: inKwh(row.riskWh),
    riskMoney: inMoney(row.riskMoney),
    currency: row.currency,
    openAlarms: row.openAlarms,
    openCases: row.openCases,
    caseId: row.caseId,
    evaluatedUntil: row.evaluatedUntil,
    mayEdit: row.mayEdit,
  };
}
