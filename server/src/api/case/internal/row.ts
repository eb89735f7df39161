// A case as answers carry it.
import type { cases } from '@helioport/contract/case';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import { nameSql } from '../../../queries/assignable.ts';
import { DAYS_OF_YEAR, yearlyWhSql } from '../../../queries/finding/rows.ts';
import { ms } from '../../../queries/found.ts';
import { priceNowSql, todaySql } from '../../../timeseries/query/priceOn.ts';

type Row = OutputOf<typeof cases.list>['list'][number];

export interface StoredCase
  extends Omit<Row, 'number' | 'lostKwh' | 'riskKwh' | 'riskMoney' | 'recoveredKwhPerYear'> {
  siteId: number;
  lostWh: number;
  riskWh: number;
  recoveredWh: number | null;
  price: number | null;
}

/** Columns of a case `c` in a visible plant `s`. */
export const caseColumns = (visible: Visible, now: number): RawBuilder<unknown> => sql`
  c.id, c.site_id as "siteId", c.title, s.sid, s.name as "siteName", s.timezone, s.currency, c.state, c.priority,
  coalesce(w.uid, '') as "assignedUid", ${nameSql('w')} as "assignedName", c.due_day as "dueDay",
  c.closed_at is null and coalesce(c.due_day < ${todaySql(now)}, false) as "isOverdue",
  c.warranty_until as "warrantyUntil",
  (select min(v.day) from case_visits v
    where v.site_id = c.site_id and v.case_id = c.id and not v.is_done) as "nextVisitDay",
  i.cause, i.cause_scope as "causeScope", i.findings, i.open_findings as "openFindings", i.lost_wh as "lostWh", i.lost_money as "lostMoney",
  i.risk_wh as "riskWh", i.recovered_wh as "recoveredWh", x.alarms, x.open_alarms as "openAlarms",
  nullif(coalesce(${priceNowSql(now)}, 0), 0) as price,
  ${ms(sql`c.created_at`)} as "createdAt", ${ms(sql`c.changed_at`)} as "changedAt", ${ms(sql`c.closed_at`)} as "closedAt",
  c.outcome,
  (select count(*)::int from case_photos p where p.site_id = c.site_id and p.case_id = c.id) as photos,
  (select count(*)::int from case_steps t
    where t.site_id = c.site_id and t.case_id = c.id and t.comment <> '') as comments,
  c.site_id in (select e.id from ${visible.editableSites} e) as "mayEdit"`;

/** Joins required by `caseColumns` in addition to `c` and `s`. */
export const caseJoins = (visible: Visible): RawBuilder<unknown> => sql`
  left join ${visible.users} w on w.id = c.assigned_to
  cross join lateral (
    select (array_agg(f.cause order by f.is_fault desc, f.id))[1] as cause,
      (array_agg(f.scope order by f.is_fault desc, f.id))[1] as cause_scope, count(*)::int as findings,
      (count(*) filter (where f.until_at is null))::int as open_findings, coalesce(sum(f.lost_wh), 0) as lost_wh,
      sum(f.lost_money) as lost_money,
      coalesce(sum(${yearlyWhSql}) filter (where f.until_at is null), 0) as risk_wh,
      sum(f.recovered_wh) as recovered_wh
    from case_findings n join finding f on f.site_id = n.site_id and f.id = n.finding_id
    where n.site_id = c.site_id and n.case_id = c.id and not f.is_withdrawn
  ) i
  cross join lateral (
    select count(*)::int as alarms, (count(*) filter (where a.ended_at is null))::int as open_alarms
    from case_alarms n join alarm a on a.site_id = n.site_id and a.id = n.alarm_id
    where n.site_id = c.site_id and n.case_id = c.id
  ) x`;

/** Displayed number of a case. */
export const caseNumber = (id: number): string => `C-${id}`;

const inMoney = (money: number | null) => (money === null ? null : Math.round(money * 100) / 100);

export function caseRowOf({
  siteId: _site,
  lostWh,
  riskWh,
  recoveredWh,
  price,
  lostMoney,
  ...row
}: StoredCase): Row {
  return {
    ...row,
    number: caseNumber(row.id),
    lostKwh: Math.round(lostWh) / 1000,
    lostMoney: inMoney(lostMoney),
    riskKwh: Math.round(riskWh) / 1000,
    riskMoney: price === null ? null : inMoney((riskWh * price) / 1000),
    recoveredKwhPerYear: recoveredWh === null ? null : Math.round(recoveredWh * DAYS_OF_YEAR) / 1000,
  };
}
