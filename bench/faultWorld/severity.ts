// How hard a limit must be to be felt: estimates of what a plant offers at noon of a clear day.
import { DERATING_FROM_C, DERATING_PER_K, USUAL_RISE_K, voltWattLimits } from './electrics.ts';
import type { PlantSpec } from './model.ts';
import { nominalVolts } from './power.ts';
import { clearPath } from './shade.ts';
import type { DayWeather } from './weather.ts';

/** Load ratio of a device at the brightest moment of a clear day, `dayIndex` from the first day; air in °C. */
export function clearLoad(spec: PlantSpec, device: number, dayIndex: number, airC: number): number {
  const { modules, limitW } = spec.devices[device]!;
  const { plane } = spec.modules[modules[0]!]!;
  const path = clearPath(spec.model.latitude, spec.firstDay + dayIndex, spec.planes[plane]!);
  const light = Math.max(0, ...path.map(({ beam, diffuse }) => (beam + diffuse) / 1000));
  const peakW = modules.reduce((sum, m) => sum + spec.modules[m]!.peakW, 0);
  return Math.min(1, (peakW * light * (1 - 0.0037 * (airC + 27 * light - 25))) / limitW);
}

/** Rise in K above the usual one at which the device keeps only `kept` of that load. */
export function riseForDerating(load: number, kept: number, airC: number): number {
  const headroom = 1 + DERATING_PER_K * (DERATING_FROM_C - airC);
  return (headroom / (load * kept) - 1) / DERATING_PER_K - USUAL_RISE_K;
}

/** Global irradiance of the brightest moment of a clear day in kW/m² (Haurwitz, J. Meteorology 2 (1945)). */
function clearGlobal(spec: PlantSpec, dayIndex: number): number {
  const path = clearPath(spec.model.latitude, spec.firstDay + dayIndex, spec.planes[0]!);
  const sine = Math.sin((Math.max(3, ...path.map(({ elevation }) => elevation)) * Math.PI) / 180);
  return 1.098 * sine * Math.exp(-0.059 / sine);
}

/** Volts by which the grid must rise in full sun so that volt-watt control leaves `ratio` of the rating at clear noon. */
export function riseForVoltWatt(spec: PlantSpec, dayIndex: number, ratio: number): number {
  const { from, to, least } = voltWattLimits(nominalVolts(spec));
  const volts = from + ((1 - ratio) / (1 - least)) * (to - from);
  const sun = clearGlobal(spec, dayIndex);
  return (volts - nominalVolts(spec) - 1 - 4 * sun) / sun;
}

/** Days without closed clouds among the `count` days from `from` on. */
export const sunnyDays = (weather: readonly DayWeather[], from: number, count: number): number =>
  weather.slice(from, from + count).filter(({ type }) => type === 'clear' || type === 'partly').length;

/** Days from which on no rain of `mm` falls for `days` days, among those from `first` to `last`. */
export function dryStarts(
  weather: readonly DayWeather[],
  { mm, days, first, last }: { mm: number; days: number; first: number; last: number },
): number[] {
  const starts: number[] = [];
  for (let d = Math.max(0, first); d <= last; d++)
    if (weather.slice(d, d + days).every(({ rainMm }) => rainMm < mm)) starts.push(d);
  return starts;
}
