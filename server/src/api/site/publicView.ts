import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { benefitOf } from '@helioport/domain/figures';
import { factorIn } from '@helioport/domain/gridFactors';
import { kwh, rounded } from '@helioport/domain/units';
import { type Call, handler } from '../../access/handler.ts';
import { createShares } from '../../access/share.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { publicPlant } from '../../queries/publicPlant.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { pageOfToken } from '../../repositories/publicPages.ts';
import { CURVE_STEP_MINUTES, newestCurves } from '../../timeseries/query/today.ts';
import { devicesOf, ratedPowerOf } from './internal/devices.ts';

type PublicValues = Omit<OutputOf<typeof site.publicView>, 'title'>;

/** A public page may have many visitors: its values are calculated once every few seconds for all of them. */
const shares = createShares(5_000, () => 'public');

export default handler<typeof site.publicView>(async (call) => {
  const { input, tx, me, lan } = call;
  // Read for every request, so that a revoked URL becomes invalid immediately.
  const page = (await pageOfToken(tx, input.token)) ?? fail('publicPage.unknown');
  const { siteId, sid, title, blocks } = page;
  const values = await shares.of(me)('publicView', { siteId, lan }, () => valuesOf(call, siteId, sid));
  const { now, today, curve, benefit, verdict: condition, ...always } = values;
  const all = { now, today, curve, benefit, verdict: condition };
  return {
    title,
    ...always,
    ...Object.fromEntries(Object.entries(all).filter(([block]) => blocks.includes(block))),
  };
});

const kwhOrNull = (energyWh: number | null) => (energyWh === null ? null : kwh(energyWh));

/** All content that a page may show. It contains no serial number, user or location. */
async function valuesOf(
  call: Call<typeof site.publicView>,
  siteId: number,
  sid: string,
): Promise<PublicValues> {
  const { tx, now, lan } = call;
  const plant = await publicPlant(tx, { siteId, sid }, now);
  const { found, state, powerW, totalWh, since } = plant;
  // Without coordinates, the curve is that of today at night as well, like the energies of the page.
  const place = { id: siteId, timezone: found.timezone, latitude: null, longitude: null };
  const [curve] = await newestCurves(tx, [place], now);
  const devices = await devicesOf(tx, [siteId], now);
  return {
    timezone: found.timezone,
    isAsleep: state === 'asleep',
    isLive: state === 'live',
    lastReportAt: plant.lastReportAt,
    now: { powerW, ratedW: rounded(ratedPowerOf(found, devices), 1) },
    today: {
      today: kwhOrNull(plant.todayWh),
      month: kwhOrNull(plant.monthWh),
      year: kwhOrNull(plant.yearWh),
      total: kwhOrNull(totalWh),
      recordedSince: since,
    },
    curve: {
      powerW: curve?.powerW ?? [],
      steps: curve?.steps ?? 48,
      stepMinutes: CURVE_STEP_MINUTES,
    },
    benefit: totalWh === null ? undefined : await benefitFor(tx, found.countryCode, totalWh, since),
    verdict: {
      level: state === 'none' ? 'none' : 'good',
      text: translate(lan, `kiosk.state.${state}`),
    },
  };
}

async function benefitFor(tx: Tx, countryCode: string, totalWh: number, recordedSince: string | null) {
  const { co2, car, tree } = benefitOf(totalWh, factorIn(await factorsNow(tx), countryCode));
  return { co2Kg: Number(co2), carKm: Number(car), trees: Number(tree), recordedSince };
}
