// What many plants made together. One statement however many they are; each plant counts by its own calendar.
import type { PeriodEnergy, PeriodMoney } from '@helioport/domain/figures';
import { type GridFactor, WORLD } from '@helioport/domain/gridFactors';
import { addDays, localDay, monthOf } from '@helioport/domain/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { sitePowerSql } from '../current/state.ts';
import { importedTotalSql } from './imported.ts';
import { priceOnSql } from './priceOn.ts';

/** Sums over the plants of one currency: energy in Wh, power now in W, money by each plant's own price. */
export interface FleetSums {
  plants: number;
  /** Those of them with energy: reported or imported. */
  recorded: number;
  energy: PeriodEnergy;
  nowW: number;
  money: PeriodMoney;
  /** Lifetime avoided CO2, by the grid factor of each plant. */
  co2Kg: number;
  /** Whose factors those are: countries, `WORLD` where the plant's has none. */
  grids: string[];
}

interface Row extends PeriodEnergy {
  plants: number;
  recorded: number;
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

const periods = ['today', 'yesterday', 'month', 'year', 'total'] as const;
type Period = (typeof periods)[number];

/** kWh of a plant as its own answers show it. */
const kwhSql = (period: Period) => roundedSql(sql`${sql.ref(period)}::float8 / 1000`, 1000);

// Totals add up the displayed values of each plant, so that adding plants up gives the same result.
const shownWh = (period: Period) => sql`sum(${kwhSql(period)}) * 1000`;
const shownCo2 = sql`sum(${roundedSql(sql`${kwhSql('total')} * factor`, 100)})`;
/** `moneyOf` of domain/figures: from the value of the days or, with a single price, energy times price. */
const shownMoney = (period: Period) =>
  sql`sum(${roundedSql(sql`coalesce(${sql.ref(`${period}_worth`)}, ${kwhSql(period)} * price)`, 100)})`;

/** Plants to be summed up. */
export interface Fleet {
  /** A sub-select of rows of sites. */
  sites: RawBuilder<unknown>;
  /** All plants of the installation: totals then need no lookup per plant. */
  isWhole: boolean;
}

interface Calendar {
  timezone: string;
  today: string;
  yesterday: string;
  month: string;
  year: string;
}

function calendarOf(timezone: string, now: number): Calendar {
  const today = localDay(now, timezone);
  const yesterday = addDays(today, -1);
  return { timezone, today, yesterday, month: `${monthOf(today)}-01`, year: `${today.slice(0, 4)}-01-01` };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** One of several columns, by the number that a plant has for it. */
const nth = (number: RawBuilder<unknown>, columns: readonly string[]) =>
  sql`case ${number} ${sql.join(
    columns.map((column, i) => sql`when ${sql.lit(i)} then ${sql.ref(column)}`),
    sql` `,
  )} end`;

const named = (name: string, all: readonly unknown[]) => all.map((_, i) => `${name}${i}`);

/**
 * Totals over the plants, one entry per currency. Months come from their roll-up, the latest day of a plant from
 * site_latest, so that it is up to date. CO2 `factors` are by country, with one for the world.
 */
export async function fleetSums(
  tx: Tx,
  { sites, isWhole }: Fleet,
  now: number,
  factors: ReadonlyMap<string, GridFactor>,
): Promise<FleetSums[]> {
  const zones = await sql<{ timezone: string }>`select distinct v.timezone from ${sites} v`.execute(tx);
  if (zones.rows.length === 0) return [];
  const calendars = zones.rows.map(({ timezone }) => calendarOf(timezone, now));
  // It is now one of two or three days on earth, and but for their turn one month.
  const days = distinct(calendars.flatMap(({ today, yesterday }) => [today, yesterday]));
  const months = distinct(calendars.map(({ month }) => month));
  const numbered = calendars.map((calendar) => ({
    ...calendar,
    today_at: days.indexOf(calendar.today),
    yesterday_at: days.indexOf(calendar.yesterday),
    month_at: months.indexOf(calendar.month),
  }));
  const grids = [...factors].map(([code, { kgPerKwh }]) => ({ code, factor: kgPerKwh }));
  const ofThese = (table: 'd' | 'm') =>
    isWhole ? sql`` : sql`join plants p on p.id = ${sql.ref(`${table}.site_id`)}`;
  const ofDay = (day: string) => sql`filter (where d.day = ${day}::date)`;
  const ofMonth = (month: string) => sql`filter (where m.month = ${month}::date)`;
  const yearOf = (month = '') => `${month.slice(0, 4)}-01-01`;
  // If all plants are in the same month, nothing else is read.
  const ofYear = (month: string) =>
    months.length === 1
      ? sql``
      : sql`filter (where m.month between ${yearOf(month)}::date and ${month}::date)`;

  // Shared parts come first: days and months are summed by plant in one pass each, and each plant's own calendar
  // selects among them. The latest day is in its month and in site_latest: `change` is the difference.
  const { rows } = await sql<Row>`
    with plants as (
      select s.id, s.currency, ${priceOnSql(sql`z.today`)} as price, s.prices is not null as is_priced,
        coalesce(g.code, ${WORLD}) as grid, coalesce(g.factor, ${factors.get(WORLD)?.kgPerKwh ?? 0}::float8) as factor,
        z.today, z.yesterday, z.month, z.year, z.today_at, z.yesterday_at, z.month_at,
        ${sitePowerSql(now)} as power, sl.day, sl.day_wh,
        -- A plant without readings counts with its imported days.
        case when sl.site_id is null then ${importedTotalSql} else sl.before_wh end as before_wh
      from ${sites} s
      join json_to_recordset(${JSON.stringify(numbered)}::json) as z(timezone text, today date, yesterday date, month date,
        year date, today_at int, yesterday_at int, month_at int) on z.timezone = s.timezone
      left join json_to_recordset(${JSON.stringify(grids)}::json) as g(code text, factor float8) on g.code = s.country_code
      left join site_latest sl on sl.site_id = s.id
    ),
    recent as (
      select d.site_id, ${sql.join(
        days.flatMap((day, i) => [
          sql`max(d.energy_wh) ${ofDay(day)} as ${sql.ref(`day_wh${i}`)}`,
          sql`max(d.worth) ${ofDay(day)} as ${sql.ref(`day_worth${i}`)}`,
        ]),
      )}
      from site_day d ${ofThese('d')} where d.day between ${days[0]} and ${days.at(-1)} group by d.site_id
    ),
    months as (
      select m.site_id, ${sql.join(
        months.flatMap((month, i) => [
          sql`sum(m.energy_wh) ${ofMonth(month)} as ${sql.ref(`month_wh${i}`)}`,
          sql`sum(m.energy_wh) ${ofYear(month)} as ${sql.ref(`year_wh${i}`)}`,
        ]),
      )}
      from site_month m ${ofThese('m')}
      where m.month between ${yearOf(months[0])} and ${months.at(-1)} group by m.site_id
    ),
    known as (
      select p.*,
        ${nth(sql`p.today_at`, named('day_wh', days))} as wh_of_today, ${nth(sql`p.yesterday_at`, named('day_wh', days))} as wh_of_yesterday,
        ${nth(sql`p.today_at`, named('day_worth', days))} as today_worth,
        ${nth(sql`p.yesterday_at`, named('day_worth', days))} as yesterday_worth,
        coalesce(${nth(sql`p.month_at`, named('month_wh', months))}, 0) as month_wh,
        coalesce(${nth(sql`p.month_at`, named('year_wh', months))}, 0) as year_wh,
        worths.month as month_worth, worths.year as year_worth, worths.total as total_worth
      from plants p
      left join recent on recent.site_id = p.id
      left join months on months.site_id = p.id
      -- Few plants have more than one price.
      left join lateral (
        select sum(w.worth) filter (where w.month = p.month) as month,
          sum(w.worth) filter (where w.month between p.year and p.month) as year, sum(w.worth) as total
        from site_month w where p.is_priced and w.site_id = p.id and w.worth is not null
      ) worths on true
    ),
    figures as (
      select currency, price, grid, factor, day is not null or before_wh is not null as is_recorded,
        coalesce(power, 0) as power, coalesce(before_wh, 0) + coalesce(day_wh, 0) as total,
        case when day = today then day_wh else 0 end as today,
        case when day = yesterday then day_wh else coalesce(wh_of_yesterday, 0) end as yesterday,
        month_wh + case when day >= month then change else 0 end as month,
        year_wh + case when day >= year then change else 0 end as year,
        today_worth + case when day = today then change_worth else 0 end as today_worth,
        yesterday_worth + case when day = yesterday then change_worth else 0 end as yesterday_worth,
        month_worth + case when day >= month then change_worth else 0 end as month_worth,
        year_worth + case when day >= year then change_worth else 0 end as year_worth,
        total_worth + change_worth as total_worth
      from known cross join lateral (select case day when today then day_wh - coalesce(wh_of_today, 0)
        when yesterday then day_wh - coalesce(wh_of_yesterday, 0) else 0 end as change) newest
      -- What came since the roll-up is worth the mean price of its day, as in energies.ts.
      cross join lateral (select coalesce(case day
        when today then today_worth * change / nullif(wh_of_today, 0)
        when yesterday then yesterday_worth * change / nullif(wh_of_yesterday, 0) end, 0) as change_worth) worth
    ),
    by_grid as (
      select currency, grid, count(*) as plants, count(*) filter (where is_recorded) as recorded, sum(power) as power,
        ${sql.join(periods.flatMap((period) => [sql`${shownWh(period)} as ${sql.ref(`${period}Wh`)}`, sql`${shownMoney(period)} as ${sql.ref(`${period}Money`)}`]))},
        ${shownCo2} as co2
      from figures group by currency, grid
    )
    select currency, sum(plants) as plants, sum(recorded) as recorded, sum(power) / 10.0 as "nowW",
      ${sql.join(periods.flatMap((period) => ['Wh', 'Money'].map((what) => sql`sum(${sql.ref(`${period}${what}`)}) as ${sql.ref(`${period}${what}`)}`)))},
      sum(co2) as "co2Kg", array_agg(grid) as grids
    from by_grid group by currency order by currency`.execute(tx);

  return rows.map((row) => ({
    plants: row.plants,
    recorded: row.recorded,
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
