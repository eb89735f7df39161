// What many plants made together. One statement however many they are; each plant counts by its own calendar.
import type { PeriodEnergy, PeriodMoney } from '@helioport/domain/figures';
import { addDays, localDay, monthOf } from '@helioport/domain/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

/** Sums over the plants of one currency: energy in Wh, power now in W, money by each plant's own price. */
export interface FleetSums {
  energy: PeriodEnergy;
  nowW: number;
  money: PeriodMoney;
}

interface Row extends PeriodEnergy {
  nowW: number;
  currency: string;
  todayMoney: number;
  yesterdayMoney: number;
  monthMoney: number;
  totalMoney: number;
}

/**
 * Sums over `sites`, a sub-select of rows of sites, one entry per currency. The newest day of a plant is read from
 * site_latest and never from its roll-up, so that it is as fresh as the newest report.
 */
export async function fleetSums(tx: Tx, sites: RawBuilder<unknown>, now: number): Promise<FleetSums[]> {
  const zones = await sql<{ timezone: string }>`select distinct v.timezone from ${sites} v`.execute(tx);
  if (zones.rows.length === 0) return [];
  const calendars = zones.rows.map(({ timezone }) => {
    const today = localDay(now, timezone);
    const yesterday = addDays(today, -1);
    return { timezone, today, yesterday, month: `${monthOf(today)}-01`, year: `${today.slice(0, 4)}-01-01` };
  });
  const column = (key: keyof (typeof calendars)[number]) => calendars.map((calendar) => calendar[key]);

  const { rows } = await sql<Row>`
    with plants as (
      select v.id, v.currency, v.electricity_price / 1000 as price, z.today, z.yesterday, z.month, z.year,
        sl.power, sl.day, sl.day_wh, sl.before_wh
      from ${sites} v
      join unnest(${column('timezone')}::text[], ${column('today')}::date[], ${column('yesterday')}::date[],
        ${column('month')}::date[], ${column('year')}::date[]) as z(timezone, today, yesterday, month, year)
        on z.timezone = v.timezone
      left join site_latest sl on sl.site_id = v.id
    ),
    sums as (
      select p.currency, p.price, coalesce(p.power, 0) as power, coalesce(p.before_wh + p.day_wh, 0) as total,
        case when p.day = p.today then p.day_wh else 0 end as today,
        coalesce(d.yesterday, 0) + case when p.day = p.yesterday then p.day_wh else 0 end as yesterday,
        coalesce(d.month, 0) + case when p.day between p.month and p.today then p.day_wh else 0 end as month,
        coalesce(d.year, 0) + case when p.day between p.year and p.today then p.day_wh else 0 end as year
      from plants p
      left join lateral (
        select sum(d.energy_wh) filter (where d.day = p.yesterday) as yesterday,
          sum(d.energy_wh) filter (where d.day >= p.month) as month,
          sum(d.energy_wh) filter (where d.day >= p.year) as year
        from site_day d
        where d.site_id = p.id and d.day >= least(p.year, p.yesterday) and d.day < p.today
          and d.day is distinct from p.day
      ) d on true
    )
    select currency, sum(power) / 10.0 as "nowW", sum(today) as "todayWh", sum(yesterday) as "yesterdayWh",
      sum(month) as "monthWh", sum(year) as "yearWh", sum(total) as "totalWh", sum(today * price) as "todayMoney",
      sum(yesterday * price) as "yesterdayMoney", sum(month * price) as "monthMoney", sum(total * price) as "totalMoney"
    from sums group by currency order by currency`.execute(tx);

  return rows.map((row) => ({
    energy: row,
    nowW: row.nowW,
    money: {
      today: row.todayMoney,
      yesterday: row.yesterdayMoney,
      month: row.monthMoney,
      total: row.totalMoney,
      currency: row.currency,
    },
  }));
}
