// The plants of the fleet desk in totals, for the desk itself and for its weekly digest.

import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { fleet } from '@helioport/contract/fleet';
import type { FindingCause } from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Me } from '../../access/me.ts';
import type { Visible } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { todaySql } from '../../timeseries/query/priceOn.ts';
import { DAYS_OF_YEAR, yearlyWhSql } from '../finding/rows.ts';
import { deskConditions, deskRows } from './rows.ts';

type Answer = OutputOf<typeof fleet.summary>;

/** Findings that were resolved longer ago are history. */
const RECOVERED_DAYS = 90;

type Totals = Pick<
  Answer,
  'plants' | 'withFindings' | 'openFindings' | 'openCases' | 'overdueCases' | 'riskKwh'
>;

interface SummaryContext {
  input: Pick<ParsedOf<typeof fleet.summary>, 'filters' | 'fleet'>;
  me: Me;
  visible: Visible;
  tx: Tx;
  now: number;
}

/** Findings, cases, energy and money of the plants that a user sees and the filters allow. */
export async function fleetSummary({ input, me, visible, tx, now }: SummaryContext): Promise<Answer> {
  const plants = sql`select s.id, s.currency, s.timezone, a.* from ${deskRows({ me, visible })}
    where ${deskConditions(input, { me, visible, now })}`;
  const { rows: totals } = await sql<Totals>`
    with p as materialized (${plants})
    select count(*)::int as plants, (count(*) filter (where p.open_faults > 0))::int as "withFindings",
      coalesce(sum(p.open_faults), 0)::int as "openFindings", coalesce(sum(p.open_cases), 0)::int as "openCases",
      coalesce(sum(p.risk_wh), 0) / 1000 as "riskKwh",
      (select count(*)::int from cases c join p s on s.id = c.site_id
        where c.closed_at is null and c.due_day < ${todaySql(now)}) as "overdueCases"
    from p`.execute(tx);
  const { rows: money } = await sql<Answer['money'][number]>`
    with p as materialized (${plants})
    select p.currency, coalesce(sum(p.lost_money), 0) as amount, coalesce(sum(p.risk_money), 0) as "perYear" from p
    where p.open_faults > 0 and p.risk_money is not null group by 1 order by sum(p.risk_rank) desc`.execute(
    tx,
  );
  const { rows: causes } = await sql<{ cause: FindingCause; findings: number; plants: number; wh: number }>`
    with p as materialized (${plants})
    select f.cause, count(*)::int as findings, count(distinct f.site_id)::int as plants, sum(${yearlyWhSql}) as wh
    from p join finding f on f.site_id = p.id and f.until_at is null and not f.is_withdrawn and f.is_fault
    group by 1 order by 4 desc`.execute(tx);
  const { rows: recovered } = await sql<{ findings: number; wh: number }>`
    with p as materialized (${plants})
    select count(*)::int as findings, coalesce(sum(f.recovered_wh), 0) * ${DAYS_OF_YEAR} as wh
    from p join finding f on f.site_id = p.id and f.until_at >= ${new Date(now - RECOVERED_DAYS * DAY_MS)}
      and not f.is_withdrawn and f.is_fault`.execute(tx);
  const [found = none] = totals;
  return {
    ...found,
    riskKwh: Math.round(found.riskKwh * 10) / 10,
    money: money.map(({ currency, amount, perYear }) => ({
      currency,
      amount: Math.round(amount * 100) / 100,
      perYear: Math.round(perYear * 100) / 100,
    })),
    causes: causes.map(({ wh, ...cause }) => ({ ...cause, riskKwh: Math.round(wh) / 1000 })),
    recovered: {
      findings: recovered[0]?.findings ?? 0,
      kwhPerYear: Math.round(recovered[0]?.wh ?? 0) / 1000,
    },
  };
}

const none: Totals = {
  plants: 0,
  withFindings: 0,
  openFindings: 0,
  openCases: 0,
  overdueCases: 0,
  riskKwh: 0,
};
