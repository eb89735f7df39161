// What modules and inverters make of the light, and what faults do to it.
//
// - Module: voltage and current at the maximum power point after the Sandia array performance model (King, Boyson,
//   Kratochvil, SAND2004-3535), with three sub-strings of unequal light and bypass diodes (Silvestre, Boronat, Chouder,
//   Applied Energy 86 (2009), 1632-1640): the tracker takes the better of less current or fewer sub-strings.
// - Resistance of connectors and soldering takes voltage in proportion to the current (IEA PVPS T13-01:2014, 5.4 and 6.2).
// - Inverters derate above a temperature (SMA, "Temperature Derating", 2019) and with high grid voltage (volt-watt of
//   AS/NZS 4777.2 and IEEE 1547-2018).
import { DAY_MS } from '@helioport/domain/duration';
import type { Effect, Fault, ModuleSpec, PlantSpec } from './model.ts';
import { shadeAt } from './shade.ts';

/** Volts of a conducting bypass diode. */
const DIODE_V = 0.5;
/** Share of the light that passes snow. */
const SNOW_PASSES = 0.03;

/** Where and when a module is looked at. */
export interface Instant {
  ms: number;
  beam: number;
  diffuse: number;
  cellC: number;
  elevation: number;
  azimuth: number;
  /** Part of the slope that snow covers from below, 0 to 1. */
  snowLine: number;
  /** Loss by ordinary dust, 0 to 1. */
  dust: number;
  dayIndex: number;
}

export interface Point {
  powerW: number;
  voltageV: number;
  currentA: number;
}

type FailedEffect = Extract<Effect, { kind: 'failed' }>;

const isActive = (fault: Fault, ms: number): boolean =>
  ms >= fault.sinceMs && (fault.untilMs === null || ms < fault.untilMs);

const clamp = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** Covered part of a module at this place of the slope. */
export const snowCover = (height: number, snowLine: number): number =>
  snowLine <= 0 ? 0 : snowLine >= 1 ? 1 : clamp((snowLine - height + 0.15) / 0.3);

/** Voltage of the whole module at this light, by the Sandia model with typical coefficients of crystalline silicon. */
function voltageAt(module: ModuleSpec, light: number, cellC: number): number {
  const logLight = 0.0275 * ((cellC + 273) / 298) * Math.log(light);
  const volts = module.voltageV * (1 + module.voltagePerK * (cellC - 25));
  return volts + (module.voltageV / 34) * (0.28 * 60 * logLight - 7.2 * 60 * logLight * logLight);
}

const modulesOf = (effect: Effect): readonly number[] => {
  if ('modules' in effect) return effect.modules;
  return 'module' in effect ? [effect.module] : [];
};

/** The effects on modules of one plant, looked up by module. */
export class Electrics {
  private readonly spec: PlantSpec;
  private readonly byModule: readonly (readonly Fault[])[];
  readonly byDevice: readonly (readonly Fault[])[];
  private readonly shares = new Float64Array(3);
  /** Of the module that is being looked at: covered share, and how much light the cover stops. */
  private shadow = 0;
  private opacity = 1;

  constructor(spec: PlantSpec) {
    this.spec = spec;
    this.byModule = spec.modules.map((_, m) =>
      spec.faults.filter(({ effect }) => modulesOf(effect).includes(m)),
    );
    this.byDevice = spec.devices.map(({ modules }, d) =>
      spec.faults.filter(({ effect }) => {
        if (modulesOf(effect).some((m) => modules.includes(m))) return true;
        if (effect.kind === 'heat') return effect.devices.includes(d);
        if (effect.kind === 'failed') return effect.device === d;
        return effect.kind === 'gridVoltage' || effect.kind === 'limit';
      }),
    );
  }

  /** Keeps the deepest of several shades. */
  private shade(covered: number, stops: number): void {
    if (covered * stops <= this.shadow * this.opacity) return;
    this.shadow = covered;
    this.opacity = stops;
  }

  /** Maximum power point of a module, without the fault `skip`. Writes into `out`. */
  modulePoint(index: number, at: Instant, skip: Fault | null, out: Point): void {
    const module = this.spec.modules[index]!;
    out.powerW = 0;
    out.voltageV = 0;
    out.currentA = 0;
    let current = 1;
    let volts = 1;
    let resistance = 0;
    let bypassed = 0;
    this.shadow = 0;
    this.opacity = 1;
    for (const obstacle of module.obstacles)
      this.shade(shadeAt(obstacle, at.azimuth, at.elevation), obstacle.opacity);
    for (const fault of this.byModule[index]!) {
      if (fault === skip || !isActive(fault, at.ms)) continue;
      const { effect } = fault;
      const days = (at.ms - fault.sinceMs) / DAY_MS;
      if (effect.kind === 'open') return;
      if (effect.kind === 'bypass') bypassed = effect.count;
      else if (effect.kind === 'resistance') resistance += effect.share;
      else if (effect.kind === 'soil') current *= 1 - Math.min(effect.most, effect.perDay * days);
      else if (effect.kind === 'level') current *= effect.ratio;
      else if (effect.kind === 'decline') {
        const loss = Math.min(0.6, effect.perDay * days);
        volts *= 1 - loss * effect.voltageShare;
        current *= 1 - loss * (1 - effect.voltageShare);
      } else if (effect.kind === 'shade') {
        const grown = effect.growDays > 0 ? Math.min(1, days / effect.growDays) : 1;
        const { obstacle } = effect;
        const now =
          grown < 1
            ? { ...obstacle, width: obstacle.width * grown, top: obstacle.top * (0.4 + 0.6 * grown) }
            : obstacle;
        this.shade(shadeAt(now, at.azimuth, at.elevation), obstacle.opacity);
      }
    }
    if (module.replaced && at.dayIndex >= module.replaced.fromDay) current *= module.replaced.ratio;
    const snow = snowCover(module.height, at.snowLine);
    const kept = current * (1 - at.dust);
    const count = 3 - bypassed;
    for (let j = 0; j < 3; j++) {
      const shaded = clamp(2 * clamp(3 * this.shadow - j)) * this.opacity;
      const covered = clamp(3 * snow - j);
      this.shares[j] =
        ((at.beam * (1 - shaded) + at.diffuse) * (1 - covered * (1 - SNOW_PASSES)) * kept) / 1000;
    }
    // The light of sub-strings rises with their number; the bypassed ones are the last.
    for (let j = 0; j < count; j++) {
      const light = this.shares[j]!;
      if (light < 0.001) continue;
      const amps = module.currentA * light * (1 + 0.0005 * (at.cellC - 25));
      const working = count - j;
      const v =
        (voltageAt(module, light, at.cellC) * volts * working) / 3 -
        DIODE_V * (3 - working) -
        resistance * module.voltageV * (amps / module.currentA);
      if (v * amps <= out.powerW) continue;
      out.powerW = v * amps;
      out.voltageV = v;
      out.currentA = amps;
      // Equal light: fewer sub-strings cannot be better.
      if (j + 1 < count && this.shares[count - 1] === light) break;
    }
  }

  /** Why the device converts nothing, or null; `hour` on the local clock. */
  failedBy(device: number, ms: number, hour: number, skip: Fault | null): FailedEffect | null {
    for (const fault of this.byDevice[device]!) {
      const { effect } = fault;
      if (fault === skip || effect.kind !== 'failed' || !isActive(fault, ms)) continue;
      if (effect.hours === null || (hour >= effect.hours[0] && hour < effect.hours[1])) return effect;
    }
    return null;
  }

  /** Volts that the grid is above its usual level in full sun. */
  gridRise(ms: number, skip: Fault | null): number {
    let rise = 0;
    for (const fault of this.spec.faults)
      if (fault !== skip && fault.effect.kind === 'gridVoltage' && isActive(fault, ms))
        rise += fault.effect.riseV;
    return rise;
  }

  /** Limit that the grid operator has set, 0 to 1; `hour` on the local clock. */
  limitRatio(ms: number, hour: number, skip: Fault | null): number {
    let ratio = 1;
    for (const fault of this.spec.faults) {
      const { effect } = fault;
      if (effect.kind !== 'limit' || fault === skip || !isActive(fault, ms)) continue;
      if (hour >= effect.fromHour && hour < effect.untilHour) ratio = Math.min(ratio, effect.ratio);
    }
    return ratio;
  }

  /** Kelvin above the air at full load. */
  riseK(device: number, ms: number, skip: Fault | null): number {
    let rise = USUAL_RISE_K;
    for (const fault of this.byDevice[device]!)
      if (fault !== skip && fault.effect.kind === 'heat' && isActive(fault, ms)) rise += fault.effect.riseK;
    return rise;
  }
}

/** Above this temperature power falls by `DERATING_PER_K`. */
export const DERATING_FROM_C = 70;
export const DERATING_PER_K = 0.03;
/** Kelvin above the air that a healthy device has at full load. */
export const USUAL_RISE_K = 26;

/** Load ratio and temperature of a device whose modules offer `offered` of its limit, in balance. */
export function thermalBalance(
  offered: number,
  airC: number,
  riseK: number,
): { ratio: number; deviceC: number } {
  const most = (1 + DERATING_PER_K * (DERATING_FROM_C - airC)) / (1 + DERATING_PER_K * riseK);
  const ratio = Math.max(0.1, Math.min(offered, most));
  return { ratio: Math.min(offered, ratio), deviceC: airC + riseK * Math.min(offered, ratio) };
}

/** Between which voltages volt-watt control acts, and what it leaves at the upper one. */
export const voltWattLimits = (nominalV: number): { from: number; to: number; least: number } =>
  nominalV > 235
    ? { from: 1.06 * nominalV, to: 1.1 * nominalV, least: 0 }
    : { from: 253, to: 260, least: 0.2 };

/** Share of the rated power that volt-watt control leaves at this voltage. */
export function voltWatt(volts: number, nominalV: number): number {
  const { from, to, least } = voltWattLimits(nominalV);
  return volts <= from ? 1 : Math.max(least, 1 - ((1 - least) * (volts - from)) / (to - from));
}

/** Whether a fault acts at an instant. */
export const faultIsActive = isActive;
