// Current of an array in calm sunshine over that of a clear sky. Dust takes light and with it current; heat takes voltage.
// The voltage shows how warm the cells are, so that a warm spell is not taken for dust.
import { absoluteAirMass } from '../irradiance/atmosphere.ts';
import { POWER_PER_K } from '../irradiance/power.ts';
import { COOLING, faimanCellC, rossCellC } from '../irradiance/temperature.ts';
import type { DayView } from './dayView.ts';
import type { PeerGroup } from './reference.ts';
import { medianOf, quantileOf } from './stats.ts';

/** Elevation of the sun in degrees and clear-sky power in W per W from which a slot counts. */
const STEEP_DEG = 12;
const LEAST_CLEAR = 0.2;
/** Hour angles in degrees on either side of noon that count: beyond, obstacles and horizons are frequent. */
const MOST_HOUR_ANGLE_DEG = 62;
/** Slots on either side within which the ratio to the clear sky stays within a band: no clouds. */
const CALM_SLOTS = 3;
const CALM_BAND = 1.05;
const SUNNY = 0.5;
/** Share of the limit of an inverter from which a slot is limited. */
const LIMITED = 0.96;
/** Least duration, hours. */
const LEAST_HOURS = 1.5;
/** Share of the members below the one that stands for the group: faults and shade only lower the power. */
const UPPER = 0.6;

/** DC voltage in V to which currents are related: the level of the index is arbitrary, its course is not. */
const COMMON_V = 30;
const { roofVentilated } = COOLING;

/** Whether members of a group measure their DC voltage today. */
export const hasVoltages = ({ members }: PeerGroup): boolean =>
  members.some(({ voltageV }) => voltageV?.some((value) => value > 0) ?? false);

/**
 * Factor from a ratio of powers to a ratio of currents at a slot: the modeled voltage, which falls with the modeled
 * temperature of the cells, over the measured one. NaN without a voltage.
 */
export function currentFactor(view: DayView, { members }: PeerGroup, poaWm2: number, slot: number): number {
  const volts = medianOf(members.map(({ voltageV }) => voltageV?.[slot] ?? Number.NaN));
  const airC = view.expected.airTemperatureC[slot]!;
  const windMs = view.input.weather?.windMs?.[slot] ?? Number.NaN;
  const cellC = Number.isFinite(windMs)
    ? faimanCellC(airC, poaWm2, windMs, roofVentilated)
    : rossCellC(airC, poaWm2, roofVentilated.ross);
  return volts > 1 ? (COMMON_V * (1 + POWER_PER_K * (cellC - 25))) / volts : Number.NaN;
}

/** What the calm sunshine of a day shows of an array. */
export interface CalmSunshine {
  /** Current over that of a clear sky; a ratio of powers where no voltage is measured. NaN on days without calm sunshine. */
  readonly index: number;
  /** Change of its logarithm per air mass: haze takes more of low sun, dust the same of all. NaN where the sun stays at a height. */
  readonly perAirMass: number;
}

/** The index of a group in calm sunshine, and how it changes with the height of the sun. */
export function calmSunshineOf(view: DayView, group: PeerGroup): CalmSunshine {
  const { dcPerRatedW, poaWm2 } = group.clear;
  const isCurrent = hasVoltages(group);
  const power = new Float64Array(view.slots).fill(Number.NaN);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const own = group.members.map((member) => member.power[slot]!).filter((value) => !Number.isNaN(value));
    if (own.length * 2 >= group.members.length && own.length > 0) power[slot] = quantileOf(own, UPPER);
  }
  const cap = Math.min(...group.members.map((member) => member.cap));
  const values: number[] = [];
  const airMasses: number[] = [];
  for (let slot = view.firstLight + CALM_SLOTS; slot < view.lastLight - CALM_SLOTS; slot++) {
    const clear = dcPerRatedW[slot]!;
    const hourAngle = Math.abs(view.expected.sun.hourAngleDeg[slot]!);
    if (view.elevationDeg[slot]! < STEEP_DEG || clear < LEAST_CLEAR || hourAngle > MOST_HOUR_ANGLE_DEG)
      continue;
    const ratio = power[slot]! / clear;
    if (!(ratio > SUNNY) || power[slot]! > LIMITED * cap) continue;
    let [lowest, highest] = [ratio, ratio];
    for (let near = slot - CALM_SLOTS; near <= slot + CALM_SLOTS; near++) {
      const value = power[near]! / dcPerRatedW[near]!;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    if (highest > CALM_BAND * lowest) continue;
    const value = isCurrent ? ratio * currentFactor(view, group, poaWm2[slot]!, slot) : ratio;
    if (Number.isNaN(value)) continue;
    values.push(value);
    airMasses.push(absoluteAirMass(90 - view.elevationDeg[slot]!, 0));
  }
  if (values.length * view.hours < LEAST_HOURS) return { index: Number.NaN, perAirMass: Number.NaN };
  return { index: medianOf(values), perAirMass: lnSlope(airMasses, values) };
}

/** Least standard deviation of the air masses that show how values change with them. */
const AIR_MASS_SPREAD = 0.25;

/** Slope of the logarithm of values over air masses, by least squares; NaN if these hardly differ. */
function lnSlope(airMasses: readonly number[], values: readonly number[]): number {
  const count = values.length;
  const meanOf = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / count;
  const [x, y] = [meanOf(airMasses), meanOf(values.map(Math.log))];
  let [squares, products] = [0, 0];
  for (let i = 0; i < count; i++) {
    squares += (airMasses[i]! - x) ** 2;
    products += (airMasses[i]! - x) * (Math.log(values[i]!) - y);
  }
  return Math.sqrt(squares / count) < AIR_MASS_SPREAD ? Number.NaN : products / squares;
}
