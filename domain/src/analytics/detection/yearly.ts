// What a finding costs in a year if nothing is done: the share of the energy that it takes now, of a usual year.
import { DAY_MS, HOUR_MS } from '../../duration.ts';
import { expectedDay } from '../irradiance/expectedDay.ts';
import type { PlantModel } from '../types.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { FLAG, flagsAt, narrowAt, TRACK_DAYS, wideAt } from './track.ts';

const SLOT_MS = 1_800_000;
const MONTHS = 12;

/** Clear-sky energy of a year by array, Wh per W of rating, from a day of each month. */
function clearYear(plant: PlantModel, atMs: number): Map<string | null, number> {
  const year = new Map<string | null, number>();
  for (let month = 0; month < MONTHS; month++) {
    const startMs = Math.floor(atMs / DAY_MS) * DAY_MS + (month * 365.25 * DAY_MS) / MONTHS;
    const { arrays } = expectedDay(plant, {
      startMs,
      slotMs: SLOT_MS,
      slots: DAY_MS / SLOT_MS,
      weather: null,
    });
    for (const [id, { dcPerRatedW }] of arrays) {
      const energy = dcPerRatedW.reduce((sum, power) => sum + power, 0) * (SLOT_MS / HOUR_MS);
      year.set(id, (year.get(id) ?? 0) + (energy * 365.25) / MONTHS);
    }
  }
  return year;
}

/** Days whose expected energy the loss is compared with. */
const RECENT_DAYS = 10;

/** Estimates of a day for findings with these modules. */
export function yearlyLoss(
  view: DayView,
  entries: readonly Entry[],
): (moduleIds: readonly string[], lostWhPerDay: number) => number | null {
  const byId = new Map(entries.map((entry) => [entry.module.model.id, entry]));
  let clear: Map<string | null, number> | null = null;
  return (moduleIds, lostWhPerDay) => {
    let [recent, year] = [0, 0];
    for (const id of moduleIds) {
      const entry = byId.get(id);
      if (!entry) continue;
      const { track, model } = entry.module;
      let [days, energy, known, bright] = [0, 0, 0, 0];
      for (let row = TRACK_DAYS - 1; row >= 0; row--) {
        if (!(flagsAt(track, row) & FLAG.seen)) continue;
        const expected = wideAt(track, row, 'expected');
        if (!Number.isNaN(expected) && days < RECENT_DAYS) {
          days++;
          energy += expected;
        }
        const share = narrowAt(track, row, 'bright');
        if (!Number.isNaN(share)) {
          known++;
          bright += share;
        }
      }
      if (days === 0 || known === 0) continue;
      clear ??= clearYear(view.plant, view.input.startMs);
      recent += (energy / days) * model.ratedW;
      year += (clear.get(model.arrayId) ?? clear.get(null)!) * (bright / known) * model.ratedW;
    }
    if (!(recent > 0)) return null;
    return Math.max(0, Math.min(1, lostWhPerDay / recent) * year);
  };
}
