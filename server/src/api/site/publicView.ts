import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { benefitOf } from '@helioport/domain/figures';
import { factorIn } from '@helioport/domain/gridFactors';
import { localDay } from '@helioport/domain/periods';
import { isLive, type StateKey } from '@helioport/domain/state';
import { kwh, rounded } from '@helioport/domain/units';
import type { Call, Handler } from '../../access/handler.ts';
import { createShares } from '../../access/share.ts';
import { visibleAlone } from '../../access/visible.ts';
import { fail } from '../../platform/failure.ts';
import { say } from '../../platform/texts.ts';
import { findSite } from '../../queries/findSite.ts';
import { siteNowOf } from '../../queries/stateNow.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { pageOfToken } from '../../repositories/publicPages.ts';
import { totals } from '../../timeseries/query/energies.ts';
import { CURVE_STEP_MINUTES, powerOfToday } from '../../timeseries/query/today.ts';
import { devicesOf, ratedPowerOf } from './internal/devices.ts';

type Figures = Omit<OutputOf<typeof site.publicView>, 'title'>;

/** A public page may have many visitors: its values are calculated once every few seconds for all of them. */
const shares = createShares(5_000, () => 'public');

const publicView: Handler<typeof site.publicView> = async (call) => {
  const { input, tx, me, lan } = call;
  // Read for every request, so that a revoked URL becomes invalid immediately.
  const page = (await pageOfToken(tx, input.token)) ?? fail('publicPage.unknown');
  const { siteId, sid, title, blocks } = page;
  const figures = await shares.of(me)('publicView', { siteId, lan }, () => figuresOf(call, siteId, sid));
  const { now, today, curve, benefit, verdict, ...always } = figures;
  const all = { now, today, curve, benefit, verdict };
  return {
    title,
    ...always,
    ...Object.fromEntries(Object.entries(all).filter(([block]) => blocks.includes(block))),
  };
};

/** State for the public: whether the plant runs, without faults. */
function neutralOf(reporting: StateKey, lan: number) {
  const isKnown = isLive(reporting) || reporting === 'asleep';
  const word = !isKnown ? 'none' : reporting === 'asleep' ? 'asleep' : 'live';
  return { level: isKnown ? ('good' as const) : ('none' as const), text: say(lan, `kiosk.state.${word}`) };
}

/** All content that a page may show. It contains no serial number, user or location. */
async function figuresOf(call: Call<typeof site.publicView>, siteId: number, sid: string): Promise<Figures> {
  const { tx, now, lan } = call;
  const found = await findSite({ tx, now, visible: visibleAlone(siteId) }, sid);
  const sums = await totals(tx, { siteId, timeZone: found.timezone }, now);
  const [curve] = await powerOfToday(tx, [{ id: siteId, timezone: found.timezone }], now);
  const { reporting, lastReportAt } = siteNowOf(found, lan, now);
  const hasSpoken =
    lastReportAt !== null && localDay(lastReportAt, found.timezone) === localDay(now, found.timezone);
  const totalWh = sums.total.energyWh ?? 0;
  const { co2, car, tree } = benefitOf(totalWh, factorIn(await factorsNow(tx), found.countryCode));
  const devices = await devicesOf(tx, [siteId], now);
  return {
    ...{
      timezone: found.timezone,
      isAsleep: reporting === 'asleep',
      isLive: isLive(reporting),
      lastReportAt,
    },
    now: { powerW: found.nowW, ratedW: rounded(ratedPowerOf(found, devices), 1) },
    today: {
      // Without a reading since midnight, today's energy is unknown; on standby it is still 0.
      today: hasSpoken || reporting === 'asleep' ? kwh(sums.today.energyWh) : null,
      month: kwh(sums.month.energyWh),
      year: kwh(sums.year.energyWh),
      total: kwh(totalWh),
      recordedSince: sums.since,
    },
    curve: {
      powerW: curve?.powerW ?? [],
      steps: curve?.steps ?? 48,
      stepMinutes: CURVE_STEP_MINUTES,
    },
    benefit: { co2Kg: Number(co2), carKm: Number(car), trees: Number(tree), recordedSince: sums.since },
    verdict: neutralOf(reporting, lan),
  };
}

export default publicView;
