import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { partOf } from '@helioport/domain/deviceIdentity';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { type Fault, namedFaults, weightOf } from '@helioport/domain/faults';
import {
  benefitOf,
  energyFlowOf,
  moneyOfPeriods,
  type PeriodEnergy,
  type PeriodWorth,
  productionOf,
} from '@helioport/domain/figures';
import { flowsOf } from '@helioport/domain/flows';
import { factorIn } from '@helioport/domain/gridFactors';
import { reportingStateAt } from '@helioport/domain/state';
import { kwhText, rounded, wattText } from '@helioport/domain/units';
import { displayTime } from '@helioport/domain/wire';
import { handler } from '../../access/handler.ts';
import { ago } from '../../platform/texts.ts';
import { findSite } from '../../queries/findSite.ts';
import { deviceNowOf, siteNowOf } from '../../queries/stateNow.ts';
import { alertOf, modelOf } from '../../queries/words.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { type Totals, totals } from '../../timeseries/query/energies.ts';
import { devicesOf, ratedPowerOf, type SiteDevice } from './internal/devices.ts';

export default handler<typeof site.overview>(async (call) => {
  const { input, tx, now, lan } = call;
  const found = await findSite(call, input.sid);
  const scope = { siteId: found.id, timeZone: found.timezone };
  const { nowW } = found;
  const sums = await totals(tx, scope, now);
  const energy = periodsOf(sums);
  const devices = await devicesOf(tx, [found.id], now);
  const hasProducer =
    devices.length === 0 || sums.total.energyWh !== null || devices.some(({ kind }) => isProducer(kind));
  const faults = faultsNow(devices);
  // Status word of the worst device: combining the words of several would give a code that none of them reports.
  const { alertCode, alertTitle, alertDescription } = alertOf(faults[0]?.device.statusBits ?? 0, lan);
  return {
    statisticsProduction: productionOf(energy, nowW, moneyOfPeriods(energy, found, worthOf(sums))),
    benefit: benefitOf(energy.totalWh, factorIn(await factorsNow(tx), found.countryCode)),
    ...siteNowOf(found, lan, now),
    lastUpdateCal: ago(found.lastReceivedAt, now, lan),
    lastUpdate: displayTime(found.lastReceivedAt, found.timezone),
    createdAt: displayTime(found.registeredAt, found.timezone),
    deviceList: devices.map((device) => deviceOf(device, lan)),
    energy: energyFlowOf({ ...flowsOf(devices, now), pvW: hasProducer ? nowW : null }),
    alert: { code: alertCode, title: alertTitle, desc: alertDescription },
    faults: faults.map(({ device: { sn, alias }, fault: { code, severity } }) => {
      const { alertTitle: title, alertDescription: desc } = alertOf(Number.parseInt(code, 16), lan);
      return { sn, alias, code, title, desc, severity };
    }),
    max_power: rounded(ratedPowerOf(found, devices), 1),
    components: ['device:overview'],
    recordedSince: sums.since,
    hasYesterday: sums.yesterday.energyWh !== null,
    hasProducer,
  };
});

const isProducer = (kind: string): boolean => deviceKindNamed(kind)?.isProducer === true;

const periodsOf = ({ today, yesterday, month, year, total }: Totals): PeriodEnergy => ({
  todayWh: today.energyWh ?? 0,
  yesterdayWh: yesterday.energyWh ?? 0,
  monthWh: month.energyWh ?? 0,
  yearWh: year.energyWh ?? 0,
  totalWh: total.energyWh ?? 0,
});

const worthOf = ({ today, yesterday, month, year, total }: Totals): PeriodWorth => ({
  today: today.worth,
  yesterday: yesterday.worth,
  month: month.worth,
  year: year.worth,
  total: total.worth,
});

/** What devices report now, one entry per device and cause, worst first. Faults of a component belong to its main device. */
const faultsNow = (devices: readonly SiteDevice[]): { device: SiteDevice; fault: Fault }[] =>
  devices
    .filter(
      ({ reportingRank, sn }) => reportingStateAt(reportingRank).state === 'alert' && partOf(sn).part === '',
    )
    .flatMap((device) => namedFaults(device.statusBits).map((fault) => ({ device, fault })))
    .sort((a, b) => weightOf(b.fault) - weightOf(a.fault));

const deviceOf = (device: SiteDevice, lan: number): OutputOf<typeof site.overview>['deviceList'][number] => ({
  sid: device.sid,
  sn: device.sn,
  ...modelOf(device, lan),
  ...deviceNowOf(device, lan),
  pageType: deviceKindNamed(device.kind)?.pageType ?? 2,
  ...partOf(device.sn),
  now: wattText(device.nowW),
  today: kwhText(device.todayWh),
  nowUnit: 'W',
  todayUnit: 'kWh',
});
