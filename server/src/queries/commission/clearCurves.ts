// The curves of modules on clear days, by which it is found whether two of them were swapped.
import { addDays, dayBounds, dayRange, localDay } from '@helioport/domain/periods';
import type { DayCurve } from '@helioport/domain/swapped';
import type { Tx } from '../../platform/db.ts';
import { energyByDay } from '../../timeseries/query/energies.ts';
import { playedOf } from '../../timeseries/query/played.ts';
import { clearSkyBetween } from '../clearSky.ts';
import type { FoundSite } from '../findSite.ts';
import type { RoofModule } from './roof.ts';

const STEP_MINUTES = 15;
/** In this range, layouts mostly equal the current one. */
const DAYS_BACK = 7;
/** Enough days for a result. */
const MOST_DAYS = 3;
/** A day that made this share of what a clear sky gives had direct light for most of it. */
const CLEAR_SHARE = 0.6;

/** Power of every module with an array on the clearest completed days of the last week, three at most. */
export async function clearCurvesOf(
  tx: Tx,
  found: FoundSite,
  modules: readonly RoofModule[],
  now: number,
): Promise<DayCurve[][]> {
  const scope = { siteId: found.id, timeZone: found.timezone };
  const placed = new Map(
    modules.flatMap(({ deviceId, addr, name, arrayId, isWhole }) =>
      arrayId === null || isWhole ? [] : [[`${deviceId}/${addr}`, { name, arrayId }] as const],
    ),
  );
  const days: DayCurve[][] = [];
  for (const day of await clearDaysOf(tx, found, now)) {
    const played = await playedOf(tx, scope, { day, stepMinutes: STEP_MINUTES, measure: 'power' }, now);
    days.push(
      played.modules.flatMap(({ deviceId, addr, first, values }) => {
        const place = placed.get(`${deviceId}/${addr}`);
        return place ? [{ ...place, powerW: [...Array<null>(first).fill(null), ...values] }] : [];
      }),
    );
  }
  return days;
}

async function clearDaysOf(tx: Tx, found: FoundSite, now: number): Promise<string[]> {
  const { between } = await clearSkyBetween(tx, found);
  if (between === null) return [];
  const yesterday = addDays(localDay(now, found.timezone), -1);
  const from = addDays(yesterday, 1 - DAYS_BACK);
  const scope = { siteId: found.id, timeZone: found.timezone };
  const made = new Map(
    (await energyByDay(tx, scope, from, yesterday, now)).map(({ day, energyWh }) => [day, energyWh]),
  );
  const shares = dayRange(from, yesterday).map((day) => {
    const { startMs, endMs } = dayBounds(day, found.timezone);
    const clearWh = between(startMs, endMs).wh;
    return { day, share: clearWh > 0 ? (made.get(day) ?? 0) / clearWh : 0 };
  });
  return shares
    .filter(({ share }) => share >= CLEAR_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_DAYS)
    .map(({ day }) => day);
}
