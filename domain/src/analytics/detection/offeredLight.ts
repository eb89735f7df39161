// The light that a day offers where the modules do not show it, because snow covers them or the plant is switched off.
import { actualSky, expectedUnder } from '../irradiance/actualSky.ts';
import type { IrradianceSource } from '../types.ts';
import { clearOf, type DayView } from './dayView.ts';
import { FLAG, flagsAt, narrowAt, TRACK_DAYS, type Track } from './track.ts';

/** Power that weather or plants nearby let expect, W per W of the modules of an array; NaN where they are unknown. */
export interface MeasuredLight {
  readonly source: IrradianceSource;
  readonly powerOf: (arrayId: string | null) => Float64Array;
}

/** The light by the weather source, else by plants nearby; null without both. `factorOf`: learned factor of an array. */
export function measuredLight(
  view: DayView,
  factorOf: (arrayId: string | null) => number,
): MeasuredLight | null {
  const { expected, input } = view;
  const sky = actualSky({ modules: [] }, { ...input, modules: [] }, expected);
  if (sky.source === 'clearSky') return null;
  const arrays = expectedUnder(expected, sky, input.weather?.windMs ?? null);
  const scaled = new Map<string | null, Float64Array>();
  const powerOf = (arrayId: string | null) => {
    const { dcPerRatedW } = arrays.get(arrayId) ?? arrays.get(null)!;
    const known = scaled.get(arrayId) ?? dcPerRatedW.map((power) => power * factorOf(arrayId));
    scaled.set(arrayId, known);
    return known;
  };
  return { source: sky.source, powerOf };
}

/** Share of a clear sky's energy below which a plant does not work yet. */
const NOTHING = 0.01;

/**
 * Usual energy of the modules over that of a clear sky, on their newest days without snow, at most 1 a day; NaN while fewer
 * than `leastDays` are known.
 */
export function usualBrightness(tracks: readonly Track[], leastDays: number): number {
  let [sum, days] = [0, 0];
  for (const track of tracks)
    for (let row = 0; row < TRACK_DAYS; row++) {
      const share = narrowAt(track, row, 'bright');
      if (!(share > NOTHING) || flagsAt(track, row) & FLAG.snow) continue;
      sum += Math.min(1, share);
      days++;
    }
  return days < leastDays * tracks.length || days === 0 ? Number.NaN : sum / days;
}

/**
 * Power that the day offers an array, W per W: the measured light where it is known, else the usual share of the clear sky.
 */
export function offeredPower(
  view: DayView,
  measured: MeasuredLight | null,
  brightness: number,
  arrayId: string | null,
): Float64Array {
  const known = measured?.powerOf(arrayId);
  return clearOf(view, arrayId).dcPerRatedW.map((clear, slot) => {
    const power = known?.[slot] ?? Number.NaN;
    return Number.isNaN(power) ? brightness * clear : power;
  });
}
