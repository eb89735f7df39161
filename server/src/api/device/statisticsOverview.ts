import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import {
  benefitOf,
  energyFlowOf,
  type Flows,
  moneyOfPeriods,
  type PeriodEnergy,
  productionOf,
} from '@helioport/domain/figures';
import { factorIn } from '@helioport/domain/gridFactors';
import { localDay } from '@helioport/domain/periods';
import { kwh, rounded } from '@helioport/domain/units';
import type { Handler } from '../../access/handler.ts';
import { type FoundDevice, findDevice, scopeOf } from '../../reads/findDevice.ts';
import { alertOf, lastUpdateOf, statusOf } from '../../reads/words.ts';
import { factorsNow } from '../../records/gridFactors.ts';
import { peakOf } from '../../telemetry/read/curves.ts';
import { type Totals, totals } from '../../telemetry/read/energies.ts';
import { energyLinesOf, isProducer, powerLineOf, tells } from './parts/energyLines.ts';

type Answer = OutputOf<typeof device.statisticsOverview>;

const statisticsOverview: Handler<typeof device.statisticsOverview> = async (call) => {
  const { tx, now, lan } = call;
  const found = await findDevice(call, call.input);
  const { timezone, currency, electricityPrice } = found;
  const scope = scopeOf(found);
  const sums = await totals(tx, scope, now);
  // A meter or battery makes nothing; what it counts stands in `measures`.
  const produces = isProducer(found);
  const madeIn = (period: Exclude<keyof Totals, 'since'>) => (produces ? (sums[period].energyWh ?? 0) : 0);
  const nowW = produces ? found.nowW : 0;
  const energy: PeriodEnergy = {
    todayWh: madeIn('today'),
    yesterdayWh: madeIn('yesterday'),
    monthWh: madeIn('month'),
    yearWh: madeIn('year'),
    totalWh: madeIn('total'),
  };
  const today = localDay(now, timezone);
  const peak = produces ? await peakOf(tx, scope, today, today) : null;
  return {
    // The roll-up may be behind; the peak of the day is never below what flows now.
    maxNow: rounded(Math.max(peak?.powerW ?? 0, nowW), 1),
    totalNow: rounded(nowW, 1),
    totalNowUnit: 'W',
    currency_unit: currency,
    local_electric_price: electricityPrice,
    production: productionOf(energy, nowW, moneyOfPeriods(energy, { currency, electricityPrice })),
    environmentalBenefit: benefitOf(energy.totalWh, factorIn(await factorsNow(tx), found.countryCode)),
    ...statusOf(found.status, lan),
    ...alertOf(found.statusBits, lan),
    ...lastUpdateOf(found.lastAt, timezone, now, lan),
    isConsumption: tradeOf(found) === 'grid',
    energy: energyFlowOf(flowsOf(found)),
    measures: measuresOf(found, sums),
    recordedSince: sums.since,
  };
};

/** What the device measures and counts, each under its key of the catalogue. */
function measuresOf(found: FoundDevice, sums: Totals): NonNullable<Answer['measures']> {
  const power = powerLineOf(found);
  const none = { now: null, today: null, yesterday: null, month: null, year: null, total: null };
  return [
    ...(power ? [{ ...none, key: power.measure, unit: 'W', now: rounded(found.nowW, 1) }] : []),
    ...(tells(found, 'soc') ? [{ ...none, key: 'soc', unit: '%', now: rounded(found.soc * 100, 1) }] : []),
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

/** What this one device sees of the flow: its own part of it. */
function flowsOf(device: FoundDevice): Flows {
  const { nowW, soc } = device;
  switch (tradeOf(device)) {
    case 'grid':
      return { pvW: 0, gridW: nowW };
    case 'storage':
      return { pvW: 0, battery: { powerW: nowW, soc } };
    default:
      return { pvW: nowW };
  }
}

const tradeOf = ({ kind }: FoundDevice) => deviceKindNamed(kind)?.trade;

export default statisticsOverview;
