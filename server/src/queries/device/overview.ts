import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import {
  benefitOf,
  energyFlowOf,
  moneyOfPeriods,
  type PeriodEnergy,
  productionOf,
  shareOfWorth,
} from '@helioport/domain/figures';
import { flowsOf } from '@helioport/domain/flows';
import { factorIn } from '@helioport/domain/gridFactors';
import { localDay } from '@helioport/domain/periods';
import { kwh, rounded } from '@helioport/domain/units';
import type { Call } from '../../access/handler.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { peakOf } from '../../timeseries/query/curves.ts';
import { type Totals, totals } from '../../timeseries/query/energies.ts';
import { earlier, type FoundDevice, plantScopeOf, type RequestedDevice, scopeOf } from '../findDevice.ts';
import { alertOf, lastUpdateOf, statusOf } from '../words.ts';
import { energyLinesOf, hasMeasure, isProducer, powerLineOf } from './energyLines.ts';

type Answer = OutputOf<typeof device.statisticsOverview>;

/** A device with its energies: the requested one, or each component. */
interface Part {
  device: FoundDevice;
  sums: Totals;
}

/** Current values and energies of a device, or of a composite device from its components. */
export async function deviceOverview(
  { tx, now, lan }: Pick<Call<typeof device.statisticsOverview>, 'tx' | 'now' | 'lan'>,
  { found, parts: own }: RequestedDevice,
): Promise<Answer> {
  const { timezone, currency, electricityPrice } = found;
  const parts: Part[] = [];
  for (const one of own) parts.push({ device: one, sums: await totals(tx, scopeOf(one), now) });
  // Meters and batteries produce nothing; their counters are in `measures`.
  const makers = parts.filter(({ device: one }) => isProducer(one));
  const madeIn = (period: Exclude<keyof Totals, 'since'>) =>
    makers.reduce((sum, { sums }) => sum + (sums[period].energyWh ?? 0), 0);
  const nowW = makers.reduce((sum, { device: one }) => sum + one.nowW, 0);
  const energy: PeriodEnergy = {
    todayWh: madeIn('today'),
    yesterdayWh: madeIn('yesterday'),
    monthWh: madeIn('month'),
    yearWh: madeIn('year'),
    totalWh: madeIn('total'),
  };
  const ofPlant = found.hasPrices ? await totals(tx, plantScopeOf(found), now) : null;
  const worthIn = (period: Exclude<keyof Totals, 'since'>) =>
    ofPlant && shareOfWorth(madeIn(period), ofPlant[period]);
  const worth = {
    today: worthIn('today'),
    yesterday: worthIn('yesterday'),
    month: worthIn('month'),
    year: worthIn('year'),
    total: worthIn('total'),
  };
  const flows = flowsOf(own, now);
  const today = localDay(now, timezone);
  let peakW = nowW;
  for (const { device: one } of makers)
    peakW = Math.max(peakW, (await peakOf(tx, scopeOf(one), today, today))?.powerW ?? 0);
  return {
    // The roll-up may be behind; the peak of the day is never below what flows now.
    maxNow: rounded(peakW, 1),
    totalNow: rounded(nowW, 1),
    totalNowUnit: 'W',
    currency_unit: currency,
    local_electric_price: electricityPrice,
    production: productionOf(energy, nowW, moneyOfPeriods(energy, { currency, electricityPrice }, worth)),
    environmentalBenefit: benefitOf(energy.totalWh, factorIn(await factorsNow(tx), found.countryCode)),
    ...statusOf(found.status, lan),
    ...alertOf(found.statusBits, lan),
    ...lastUpdateOf(found.lastAt, timezone, now, lan),
    isConsumption: parts.some(({ device: one }) => roleOf(one) === 'grid'),
    energy: energyFlowOf({ ...flows, pvW: flows.pvW ?? (makers.length > 0 ? 0 : null) }),
    measures: parts.flatMap(({ device: one, sums }) => measuresOf(one, sums)),
    recordedSince: parts.reduce<string | null>((since, { sums }) => earlier(since, sums.since), null),
  };
}

/** What the device measures and counts, each under its key of the catalogue. */
function measuresOf(found: FoundDevice, sums: Totals): NonNullable<Answer['measures']> {
  const power = powerLineOf(found);
  // A device that has never reported has unknown power and charge, not 0.
  const nowIs = (value: number) => (found.lastAt === null ? null : rounded(value, 1));
  const none = { now: null, today: null, yesterday: null, month: null, year: null, total: null };
  return [
    ...(power ? [{ ...none, key: power.measure, unit: 'W', now: nowIs(found.nowW) }] : []),
    ...(hasMeasure(found, 'soc') ? [{ ...none, key: 'soc', unit: '%', now: nowIs(found.soc * 100) }] : []),
    ...energyLinesOf(found).map(({ measure, of }) => {
      const inKwh = (period: Exclude<keyof Totals, 'since'>) => {
        const wh = of(sums[period]);
        return wh === null ? null : kwh(wh);
      };
      return {
        key: measure,
        unit: 'kWh',
        now: null,
        today: inKwh('today'),
        yesterday: inKwh('yesterday'),
        month: inKwh('month'),
        year: inKwh('year'),
        total: inKwh('total'),
      };
    }),
  ];
}

const roleOf = ({ kind }: FoundDevice) => deviceKindNamed(kind)?.role;
