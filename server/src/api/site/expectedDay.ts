import type { site } from '@helioport/contract/site';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { dayOrToday } from '../../queries/found.ts';
import { dayCurveOf } from '../../timeseries/analytics/dayCurve.ts';
import { SLOT_MINUTES } from '../../timeseries/analytics/dayInput.ts';
import { moduleIdOf, readPlant } from '../../timeseries/analytics/plantModel.ts';
import { siblingsOf } from '../../timeseries/analytics/siblings.ts';
import { expectedCurveOf } from '../../timeseries/analytics/siteDays.ts';
import { powerOfDay } from '../../timeseries/query/curves.ts';

export default handler<typeof site.expectedDay>(async (call) => {
  const { input, tx, now } = call;
  const place = await findSitePlace(call, input.sid);
  const day = dayOrToday(input.date?.from ?? null, place, now);
  if (!input.sn) {
    const scope = { siteId: place.id, timeZone: place.timezone };
    const curve = await powerOfDay(tx, scope, { day, stepMinutes: SLOT_MINUTES }, now);
    const stored = await expectedCurveOf(tx, place.id, day);
    const isSame = stored !== null && stored.startMs === curve.startMs && stored.stepMs === curve.stepMs;
    return {
      day,
      startAt: curve.startMs,
      stepMs: curve.stepMs,
      produced: curve.values,
      expected: isSame
        ? Array.from(stored.powerW, (watts) => (Number.isNaN(watts) ? null : Math.round(watts)))
        : [],
      siblings: [],
      voltage: [],
      siblingsVoltage: [],
      current: [],
      acVoltage: [],
      temperature: [],
      irradianceSource: stored?.source ?? null,
    };
  }
  const device = await findDevice(call, { sn: canonicalSn(input.sn), sid: input.sid });
  const plant = await readPlant(tx, place.id);
  const slot = plant?.slots.find(({ deviceIds }) => deviceIds.includes(device.id));
  if (!plant || !slot) return fail('module.unknown');
  const addrs = input.addr === null ? slot.addrs : slot.addrs.filter((addr) => addr === input.addr);
  const ids = new Set(addrs.map((addr) => moduleIdOf(slot.rootId, addr)));
  const own = plant.model.modules.filter(({ id }) => ids.has(id));
  if (own.length === 0) return fail('module.unknown');
  const siblings = siblingsOf(plant, own, new Set());
  const { startMs, source, ...curve } = await dayCurveOf(tx, plant, { own, siblings }, day, now);
  return { ...curve, startAt: startMs, irradianceSource: source };
});
