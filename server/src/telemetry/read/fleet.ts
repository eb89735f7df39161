// What many plants made together. One statement however many they are; each plant counts by its own calendar.
import type { PeriodEnergy, PeriodMoney } from '@helioport/domain/figures';
import { type GridFactor, WORLD } from '@helioport/domain/gridFactors';
import { addDays, localDay, monthOf } from '@helioport/domain/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { priceOnSql } from './priceOn.ts';
import { sitePowerSql } from './state.ts';

/** Sums over the plants of one currency: energy in Wh, power now in W, money by each plant's own price. */
export interface FleetSums {
  plants: number;
  /** Those of them that have ever reported. */
  recorded: number;
  /** The first local day of which any of them knows anything, YYYY-MM-DD; null: none. */
  since: string | null;
  energy: PeriodEnergy;
  nowW: number;
  money: PeriodMoney;
  /** CO2 spared in all, by the factor of each plant's grid. */
  co2Kg: number;
  /** Whose factors those are: countries, `WORLD` where the plant's has none. */
  grids: string[];
}

interface Row extends PeriodEnergy {
  plants: number;
  recorded: number;
  since: string | null;
  nowW: number;
  currency: string;
  todayMoney: number;
  yesterdayMoney: number;
  monthMoney: number;
  yearMoney: number;
  totalMoney: number;
  co2Kg: number;
  grids: string[];
}

/** `rounded` of domain/units, step by step, so that both ways round the same numbers to the same side. */
const roundedSql = (value: RawBuilder<unknown>, factor: number) =>
  sql`floor((${value}) * ${sql.lit(factor)}::float8 + 0.5) / ${sql.lit(factor)}::float8`;

type Period = 'today' | 'yesterday' | 'month' | 'year' | 'total';

/** kWh of a plant as its own answers show it. */
const kwhSql = (period: Period) => roundedSql(sql`${sql.ref(period)}::float8 / 1000`, 1000);

// Sums are those of what each plant shows, so that whoever adds plants up gets the same.
const shownWh = (period: Period) => sql`sum(${kwhSql(period)}) * 1000`;
const shownCo2 = sql`sum(${roundedSql(sql`${kwhSql('total')} * factor`, 100)})`;
/** `moneyOf` of domain/figures: by what the days were worth, or where one price says it all, energy times price. */
const shownMoney = (period: Period) =>
  sql`sum(${roundedSql(sql`coalesce(${sql.ref(`${period}_worth`)}, ${kwhSql(period)} * price)`, 100)})`;

/**
 * Sums over `sites`, a sub-select of rows of sites, one entry per currency. Months come from their roll-up, the newest
 * day of a plant from site_latest, so that it is as fresh as the newest report. `factors` of CO2 are by country, with
 * one for the world.
 */
export async function fleetSums(
  tx: Tx,
  sites: RawBuilder<unknown>,
  now: number,
  factors: ReadonlyMap<string, GridFactor>,
): Promise<FleetSums[]> {
  const zones = await sql<{ timezone: string }>`select distinct v.timezone from ${sites} v`.execute(tx);
  if (zones.rows.length === 0) return [];
  const calendars = zones.rows.map(({ timezone }) => {
    const today = localDay(now, timezone);
    const yesterday = addDays(today, -1);
    return { timezone, today, yesterday, month: `${monthOf(today)}-01`, year: `${today.slice(0, 4)}-01-01` };
  });
  const grids = [...factors].map(([code, { kgPerKwh }]) => ({ code, factor: kgPerKwh }));
  const column = (key: keyof (typeof calendars)[number]) => calendars.map((calendar) => calendar[key]).sort();

  // Bounds as constants let the planner read a few days and months of everybody by index; each plant's own calendar
  // then chooses among them. The newest day stands twice, in its month and in site_latest: `news` is the difference.
  const { rows } = await sql<Row>`
    with plants as (
      select s.id, s.currency, ${priceOnSql(sql`z.today`)} as price, s.prices is not null as is_priced, g.code as grid, g.factor, z.today, z.yesterday, z.month, z.year,
        ${sitePowerSql(now)} as power, sl.day, sl.day_wh, sl.before_wh
      from ${sites} s
      join json_to_recordset(${JSON.stringify(calendars)}::json)
        as z(timezone text, today date, yesterday date, month date, year date) on z.timezone = s.timezone
      -- One of the two: the country's own, or the world's where it has none.
      join json_to_recordset(${JSON.stringify(grids)}::json) as g(code text, factor float8)
        on g.code = case when s.country_code = any(${[...factors.keys()]}::text[]) then s.country_code else ${WORLD} end
      left join site_latest sl on sl.site_id = s.id
    ),
    recent as (
      select d.site_id, d.day, d.energy_wh, d.worth from site_day d
      where d.day between ${column('yesterday')[0]} and ${column('today').at(-1)}
    ),
    months as (
      select p.id, sum(m.energy_wh) filter (where m.month = p.month) as month, sum(m.energy_wh) as year,
        sum(m.worth) filter (where m.month = p.month) as month_worth, sum(m.worth) as year_worth
      from plants p join site_month m on m.site_id = p.id and m.month between p.year and p.month
      where m.month between ${column('year')[0]} and ${column('month').at(-1)}
      group by p.id
    ),
    -- Few plants have more than one price; what theirs made in all was worth is the sum of all their months.
    worths as (
      select p.id, sum(m.worth) as worth from plants p join site_month m on m.site_id = p.id where p.is_priced group by p.id
    ),
    sums as (
      select p.*, coalesce(m.month, 0) as month_wh, coalesce(m.year, 0) as year_wh,
        case when p.day = p.yesterday then p.day_wh else coalesce(y.energy_wh, 0) end as yesterday_wh,
        case when p.day in (p.today, p.yesterday) then p.day_wh - coalesce(r.energy_wh, 0) else 0 end as news,
        t.worth as today_worth, y.worth as yesterday_worth, m.month_worth, m.year_worth, w.worth as total_worth
      from plants p
      left join months m on m.id = p.id
      left join recent y on y.site_id = p.id and y.day = p.yesterday
      left join recent t on t.site_id = p.id and t.day = p.today
      left join worths w on w.id = p.id
      left join recent r on r.site_id = p.id and r.day = p.day
    ),
    figures as (
      select currency, price, grid, factor, day is not null as is_recorded,
        -- One step down the index of each plant.
        coalesce((select min(d.day) from site_day d where d.site_id = sums.id), day) as since, coalesce(power, 0) as power, coalesce(before_wh + day_wh, 0) as total,
        case when day = today then day_wh else 0 end as today, yesterday_wh as yesterday,
        month_wh + case when day >= month then news else 0 end as month,
        year_wh + case when day >= year then news else 0 end as year,
        today_worth, yesterday_worth, month_worth, year_worth, total_worth
      from sums
    )
    select currency, count(*) as plants, count(*) filter (where is_recorded) as recorded, min(since) as since, sum(power) / 10.0 as "nowW", ${shownWh('today')} as "todayWh",
      ${shownWh('yesterday')} as "yesterdayWh", ${shownWh('month')} as "monthWh", ${shownWh('year')} as "yearWh",
      ${shownWh('total')} as "totalWh", ${shownMoney('today')} as "todayMoney",
      ${shownMoney('yesterday')} as "yesterdayMoney", ${shownMoney('month')} as "monthMoney", ${shownMoney('year')} as "yearMoney",
      ${shownMoney('total')} as "totalMoney", ${shownCo2} as "co2Kg", array_agg(distinct grid) as grids
    from figures group by currency order by currency`.execute(tx);

  return rows.map((row) => ({
    plants: row.plants,
    recorded: row.recorded,
    since: row.since,
    energy: row,
    nowW: row.nowW,
    co2Kg: row.co2Kg,
    grids: row.grids,
    money: {
      today: row.todayMoney,
      yesterday: row.yesterdayMoney,
      month: row.monthMoney,
      year: row.yearMoney,
      total: row.totalMoney,
      currency: row.currency,
    },
  }));
}
