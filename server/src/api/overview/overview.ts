import type { overview as contract } from '@helioport/contract/overview';
import type { DeviceKind } from '@helioport/domain/deviceKinds';
import { benefitOfSum, type PeriodEnergy, type PeriodMoney, productionOf } from '@helioport/domain/figures';
import { factorIn } from '@helioport/domain/gridFactors';
import { moneyText } from '@helioport/domain/units';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { isChosen, siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { kindNameIn } from '../../timeseries/kinds.ts';
import { type FleetSums, fleetSums } from '../../timeseries/query/fleet.ts';
import { recordedSince } from '../../timeseries/query/recordedSince.ts';

type Factors = Awaited<ReturnType<typeof factorsNow>>;

interface Counts {
  siteCount: number;
  deviceCount: number;
  mrCount: number;
  gatewayCount: number;
}

const counted = (figure: DeviceKind['countedAs']) =>
  kindNameIn('d.kind', ({ countedAs }) => countedAs === figure);

export default handler<typeof contract.overview>(async ({ input, me, visible, share, tx, now }) => {
  const isSome = isChosen(input.filters);
  const sites = isSome
    ? sql`(select s.* from ${siteRows({ me, visible })} where ${siteConditions(input.filters, now)})`
    : visible.sites;
  const factors = await factorsNow(tx);
  const fleet = { sites, isWhole: me.scope === 'all' && !isSome };
  const sums = await share('fleetSums', input.filters, () => fleetSums(tx, fleet, now, factors));
  const since = await share('fleetSince', input.filters, () => recordedSince(tx, fleet));
  const energy = energyOf(sums);
  const nowW = sums.reduce((sum, one) => sum + one.nowW, 0);
  const { rows } = await share('fleetCounts', input.filters, () =>
    sql<Counts>`
    select (select count(*) from ${sites} s) as "siteCount", count(*) as "deviceCount",
      count(*) filter (where ${counted('mrCount')}) as "mrCount",
      count(*) filter (where ${counted('gatewayCount')}) as "gatewayCount"
    from ${visible.devices} d where d.retired_at is null and d.parent_id is null
      and ${isSome ? sql`d.site_id in (select c.id from ${sites} c)` : sql`true`}`.execute(tx),
  );
  return {
    statisticsProduction: productionOf(energy, nowW, moneyOf(sums)),
    benefit: benefitOf(energy.totalWh, sums, factors),
    moneyByCurrency: sums.map(({ money, recorded }) => (recorded > 0 ? moneyTexts(money) : noMoney(money))),
    recordedSince: since,
    ...(rows[0] as Counts),
  };
});

/** CO2 by the factor of each plant's grid; the factor itself is returned only if all plants share it. */
function benefitOf(totalWh: number, sums: readonly FleetSums[], factors: Factors) {
  const co2Kg = sums.reduce((sum, one) => sum + one.co2Kg, 0);
  const [grid, ...others] = new Set(sums.flatMap(({ grids }) => grids));
  const isOne = grid !== undefined && others.length === 0;
  return benefitOfSum(totalWh, co2Kg, isOne ? factorIn(factors, grid) : null);
}

function energyOf(sums: readonly FleetSums[]): PeriodEnergy {
  const total = (key: keyof PeriodEnergy) => sums.reduce((sum, one) => sum + one.energy[key], 0);
  return {
    todayWh: total('todayWh'),
    yesterdayWh: total('yesterdayWh'),
    monthWh: total('monthWh'),
    yearWh: total('yearWh'),
    totalWh: total('totalWh'),
  };
}

/**
 * Money can only be summed in one currency. With several, the fields for old clients contain the total in the currency
 * of most plants, with its unit; `moneyByCurrency` has all of them.
 */
function moneyOf(sums: readonly FleetSums[]): PeriodMoney {
  const most = sums.reduce<FleetSums | undefined>(
    (found, one) => (found && found.plants >= one.plants ? found : one),
    undefined,
  );
  return most?.money ?? { today: 0, yesterday: 0, month: 0, year: 0, total: 0, currency: '' };
}

/** Earnings of plants that never reported are unknown. */
const noMoney = ({ currency }: PeriodMoney) => ({
  currency,
  today: null,
  yesterday: null,
  month: null,
  total: null,
});

const moneyTexts = ({ currency, today, yesterday, month, total }: PeriodMoney) => ({
  currency,
  today: moneyText(today),
  yesterday: moneyText(yesterday),
  month: moneyText(month),
  total: moneyText(total),
});
