import type { device } from '@helioport/contract/device';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import {
  benefitOf,
  energyFlowOf,
  type Flows,
  moneyOfPeriods,
  type PeriodEnergy,
  productionOf,
} from '@helioport/domain/figures';
import { localDay } from '@helioport/domain/periods';
import { rounded } from '@helioport/domain/units';
import type { Handler } from '../../access/handler.ts';
import { type FoundDevice, findDevice, scopeOf } from '../../reads/findDevice.ts';
import { alertOf, lastUpdateOf, statusOf } from '../../reads/words.ts';
import { peakOf } from '../../telemetry/read/curves.ts';
import { totals } from '../../telemetry/read/energies.ts';

const statisticsOverview: Handler<typeof device.statisticsOverview> = async (call) => {
  const { tx, now, lan } = call;
  const found = await findDevice(call, call.input);
  const { timezone, currency, electricityPrice, nowW } = found;
  const scope = scopeOf(found);
  const sums = await totals(tx, scope, now);
  const energy: PeriodEnergy = {
    todayWh: sums.today.energyWh ?? 0,
    yesterdayWh: sums.yesterday.energyWh ?? 0,
    monthWh: sums.month.energyWh ?? 0,
    yearWh: sums.year.energyWh ?? 0,
    totalWh: sums.total.energyWh ?? 0,
  };
  const today = localDay(now, timezone);
  const peak = await peakOf(tx, scope, today, today);
  return {
    // The roll-up may be behind; the peak of the day is never below what flows now.
    maxNow: rounded(Math.max(peak?.powerW ?? 0, nowW), 1),
    totalNow: rounded(nowW, 1),
    totalNowUnit: 'W',
    currency_unit: currency,
    local_electric_price: electricityPrice,
    production: productionOf(energy, nowW, moneyOfPeriods(energy, { currency, electricityPrice })),
    environmentalBenefit: benefitOf(energy.totalWh),
    ...statusOf(found.status, lan),
    ...alertOf(found.statusBits, lan),
    ...lastUpdateOf(found.lastAt, timezone, now, lan),
    isConsumption: tradeOf(found) === 'grid',
    energy: energyFlowOf(flowsOf(found)),
  };
};

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
