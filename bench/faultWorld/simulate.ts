// A plant day by day: truth first (power of every module, losses of every fault), then what devices report of it.
import type { DeviceDayInput, ModuleDayInput, PlantDayInput } from '@helioport/domain/analytics/types';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import {
  DERATING_FROM_C,
  Electrics,
  faultIsActive,
  type Instant,
  type Point,
  thermalBalance,
  voltWatt,
} from './electrics.ts';
import type { Fault, PlantSpec } from './model.ts';
import { Dice } from './random.ts';
import { type SkyDay, SLOT_MINUTES, skyDay } from './sky.ts';
import { Slopes } from './slopes.ts';
import { nearbyClearness, weatherInput } from './sources.ts';
import { type DayWeather, drawWeather } from './weather.ts';

const SLOT_MS = SLOT_MINUTES * 60_000;
const SLOT_H = SLOT_MINUTES / 60;
/** Below this a device sleeps, W per input. */
const WAKE_W = 1.5;
/** Light in W/m² below which a device without a night supply is silent. */
const DARK_WM2 = 8;

/** What really happened on a day. */
export interface DayTruth {
  /** DC energy of every module, Wh. */
  readonly producedWh: Float64Array;
  /** Energy that each fault of the plant took, Wh, in the order of `spec.faults`. */
  readonly lostWh: Float64Array;
  /** Energy that snow took, Wh. */
  readonly snowWh: number;
  /** Energy that snow left, Wh: of all modules. */
  readonly totalWh: number;
  readonly weather: DayWeather;
}

export interface SimulatedDay {
  readonly input: PlantDayInput;
  readonly truth: DayTruth;
}

const step = (value: number, size: number): number => Math.round(value / size) * size;

/** Simulates the days of one plant in order. */
export class PlantSimulation {
  readonly spec: PlantSpec;
  readonly weather: readonly DayWeather[];
  private readonly electrics: Electrics;
  private readonly slopes: Slopes;
  /** Lifetime counters of modules, Wh, and their last value that was read. */
  private readonly counters: Float64Array;
  private readonly lastRead: Float64Array;
  private dayIndex = 0;
  private readonly at: Instant = {
    ...{ ms: 0, beam: 0, diffuse: 0, cellC: 0, elevation: 0, azimuth: 0, snowLine: 0, dust: 0, dayIndex: 0 },
  };
  private readonly points: Point[] = Array.from({ length: 8 }, () => ({
    powerW: 0,
    voltageV: 0,
    currentA: 0,
  }));
  private deviceC = 0;

  constructor(spec: PlantSpec) {
    this.spec = spec;
    this.weather = plantWeather(spec);
    this.electrics = new Electrics(spec);
    this.slopes = new Slopes(spec);
    this.counters = new Float64Array(spec.modules.length);
    this.lastRead = new Float64Array(spec.modules.length);
  }

  /** The next day, or null after the last one. */
  next(): SimulatedDay | null {
    const { spec } = this;
    if (this.dayIndex >= spec.days) return null;
    const d = this.dayIndex++;
    const day = dayOfNumber(spec.firstDay + d);
    const weather = this.weather[d]!;
    const sky = skyDay(spec, d, dayBounds(day, spec.model.timeZone), weather);
    this.slopes.startDay(sky, weather);
    const truth = {
      producedWh: new Float64Array(spec.modules.length),
      lostWh: new Float64Array(spec.faults.length),
      ...{ snowWh: 0, totalWh: 0, weather },
    };
    const dice = new Dice('readings', spec.seed, d);
    const gridV = this.gridVoltage(sky, dice);
    const gap = spec.gaps && dice.chance(spec.gaps[0]) ? spec.gaps : null;
    const modules: ModuleDayInput[] = Array.from({ length: spec.modules.length });
    const devices = spec.devices.map((_, device) =>
      this.deviceDay({ d, sky, device, truth, dice, gridV, gap, modules }),
    );
    this.swapOutputs(modules, sky);
    const input: PlantDayInput = {
      ...{ day, startMs: sky.startMs, slotMs: SLOT_MS, slots: sky.slots, modules, devices },
      weather: spec.hasWeather ? weatherInput(sky, weather, dice) : null,
      nearbyClearness: spec.hasNearby ? nearbyClearness(sky, dice) : null,
    };
    return { input, truth };
  }

  /** Voltage of the grid per slot: usual level, what the neighbourhood feeds in, and noise. */
  private gridVoltage(sky: SkyDay, dice: Dice): Float64Array {
    const nominal = this.nominalV();
    const volts = new Float64Array(sky.slots);
    let drift = 0;
    for (let s = 0; s < sky.slots; s++) {
      drift = 0.95 * drift + 0.4 * dice.normal();
      volts[s] = nominal + 1 + drift + 4 * (sky.ghiMean[s]! / 1000);
    }
    return volts;
  }

  private nominalV(): number {
    return this.spec.model.timeZone.startsWith('America/') ? 240 : 230;
  }

  /** Looks at the light of a slot's mean, or of one minute. */
  private look(sky: SkyDay, plane: number, slot: number, minute: number | null): void {
    const { at } = this;
    const light = sky.planes[plane]!;
    const m = minute ?? slot * SLOT_MINUTES + 2;
    at.ms = sky.startMs + m * 60_000;
    at.beam = minute === null ? light.beamMean[slot]! : light.beam[m]!;
    at.diffuse = minute === null ? light.diffuseMean[slot]! : light.diffuse[m]!;
    at.cellC = minute === null ? light.cellMean[slot]! : light.cellC[m]!;
    at.elevation = sky.elevation[m]!;
    at.azimuth = sky.azimuth[m]!;
  }

  /** Powers of a device's inputs into `points`, without the fault `skip`; returns their sum in W. */
  private devicePoints(
    view: {
      sky: SkyDay;
      device: number;
      slot: number;
      minute: number | null;
      gridV: Float64Array;
      noSnow?: boolean;
    },
    skip: Fault | null,
  ): number {
    const { sky, device, slot, minute, gridV } = view;
    const { electrics, at } = this;
    const spec = this.spec.devices[device]!;
    let offered = 0;
    spec.modules.forEach((module, k) => {
      const { plane } = this.spec.modules[module]!;
      this.look(sky, plane, slot, minute);
      at.snowLine = view.noSnow ? 0 : this.slopes.snowLine(plane, slot);
      at.dust = this.slopes.dust;
      electrics.modulePoint(module, at, skip, this.points[k]!);
      offered += this.points[k]!.powerW;
    });
    const ms = sky.startMs + (slot * SLOT_MINUTES + 2) * 60_000;
    const balance = thermalBalance(
      Math.min(1, offered / spec.limitW),
      sky.airC[slot]!,
      electrics.riseK(device, ms, skip),
    );
    this.deviceC = balance.deviceC;
    const volts = gridV[slot]! + electrics.gridRise(ms, skip) * (sky.ghiMean[slot]! / 1000);
    const limit =
      spec.limitW *
      Math.min(
        balance.ratio < Math.min(1, offered / spec.limitW) ? balance.ratio : 1,
        voltWatt(volts, this.nominalV()),
        electrics.limitRatio(ms, (slot * SLOT_MINUTES) / 60, skip),
      );
    const isDead = electrics.deadBy(device, ms, skip) !== null;
    const sleeps = offered < WAKE_W * spec.modules.length;
    let scale = isDead || sleeps ? 0 : 1;
    if (offered > limit) scale = Math.min(scale, limit / offered);
    if (scale === 1) return offered;
    for (let k = 0; k < spec.modules.length; k++) {
      const point = this.points[k]!;
      // Away from the maximum power point the voltage moves towards open circuit.
      point.voltageV *= scale === 0 ? (sleeps ? 1 : 1.2) : 1 + 0.12 * (1 - scale);
      point.powerW *= scale;
      point.currentA = point.voltageV > 0 ? point.powerW / point.voltageV : 0;
    }
    return offered * scale;
  }

  private deviceDay(of: {
    d: number;
    sky: SkyDay;
    device: number;
    truth: { producedWh: Float64Array; lostWh: Float64Array; snowWh: number; totalWh: number };
    dice: Dice;
    gridV: Float64Array;
    gap: readonly [number, number, number] | null;
    modules: ModuleDayInput[];
  }): DeviceDayInput {
    const { sky, device, truth, dice, gridV, gap } = of;
    const { spec, electrics, points, at } = this;
    const own = spec.devices[device]!;
    const inputs = own.modules.length;
    const { slots } = sky;
    at.dayIndex = of.d;
    const blank = () => new Float32Array(slots).fill(Number.NaN);
    const power = own.modules.map(blank);
    const volts = own.modules.map(blank);
    const amps = own.modules.map(blank);
    const acVoltageV = blank();
    const temperatureC = blank();
    const statusBits = new Uint16Array(slots);
    const knowsLimit = spec.faults.some(({ effect }) => effect.kind === 'limit');
    const limitRatio = knowsLimit ? blank() : null;
    const dayEndMs = sky.startMs + slots * SLOT_MS;
    const faults = electrics.byDevice[device]!.filter(
      ({ sinceMs, untilMs }) => sinceMs < dayEndMs && (untilMs === null || untilMs > sky.startMs),
    );
    const silences = spec.faults.filter(
      ({ effect }) => effect.kind === 'silence' && effect.devices.includes(device),
    );
    const clocks = spec.faults.filter(
      ({ effect }) => effect.kind === 'clock' && effect.devices.includes(device),
    );
    const atMidnight = Float64Array.from(own.modules, (m) => this.counters[m]!);
    let wasRead = false;
    for (let s = 0; s < slots; s++) {
      const slotMs = sky.startMs + s * SLOT_MS;
      const mean = { sky, device, slot: s, minute: null, gridV };
      const isLit = sky.elevation[s * SLOT_MINUTES + 2]! > 0.3;
      if (isLit) {
        const sum = this.devicePoints(mean, null);
        truth.totalWh += sum * SLOT_H;
        for (let k = 0; k < inputs; k++) {
          const wh = points[k]!.powerW * SLOT_H;
          truth.producedWh[own.modules[k]!]! += wh;
          this.counters[own.modules[k]!]! += wh;
        }
        for (const fault of faults) {
          if (!faultIsActive(fault, slotMs + SLOT_MS / 2)) continue;
          truth.lostWh[spec.faults.indexOf(fault)]! += (this.devicePoints(mean, fault) - sum) * SLOT_H;
        }
        if (this.slopes.hasSnow)
          truth.snowWh += (this.devicePoints({ ...mean, noSnow: true }, null) - sum) * SLOT_H;
      }

      // Reports.
      if ((s * SLOT_MINUTES) % Math.max(SLOT_MINUTES, own.intervalMin) !== 0) continue;
      if (own.lostRatio > 0 && dice.chance(own.lostRatio)) continue;
      const hour = (s * SLOT_MINUTES) / 60;
      if (gap && hour >= gap[1] && hour < gap[2]) continue;
      if (silences.some((fault) => faultIsActive(fault, slotMs))) continue;
      const dead = electrics.deadBy(device, slotMs + SLOT_MS / 2, null);
      if (dead && dead.effect.kind === 'dead' && dead.effect.isSilent) continue;
      const shift = shiftMinutes(clocks, slotMs);
      const minute = s * SLOT_MINUTES + own.phaseMin - shift;
      const slot = Math.floor((s * SLOT_MINUTES + 2 - shift) / SLOT_MINUTES);
      const isOutside = minute < 0 || minute >= sky.minutes || slot < 0 || slot >= slots;
      const lightPlane = sky.planes[spec.modules[own.modules[0]!]!.plane]!;
      const isDark = isOutside || lightPlane.beam[minute]! + lightPlane.diffuse[minute]! < DARK_WM2;
      if (isDark && !own.reportsAtNight) continue;
      for (let k = 0; k < inputs; k++)
        if (own.counter !== 'none') this.lastRead[own.modules[k]!] = this.counters[own.modules[k]!]!;
      if (!wasRead) wasRead = true;
      acVoltageV[s] = step(gridV[s]! + electrics.gridRise(slotMs, null) * (sky.ghiMean[s]! / 1000), 0.1);
      if (limitRatio) limitRatio[s] = electrics.limitRatio(slotMs, hour, null);
      if (isDark) {
        for (let k = 0; k < inputs; k++) power[k]![s] = volts[k]![s] = amps[k]![s] = 0;
        temperatureC[s] = step(sky.airC[s]!, 1);
        continue;
      }
      this.devicePoints(
        { sky, device, slot, minute: own.intervalMin === 5 || own.intervalMin === 10 ? minute : null, gridV },
        null,
      );
      temperatureC[s] = step(this.deviceC + 0.4 * dice.normal(), 1);
      if (dead && dead.effect.kind === 'dead') statusBits[s] = dead.effect.bits;
      const uneven = 0.03 * sky.restless[slot]!;
      for (let k = 0; k < inputs; k++) {
        const { powerW, voltageV } = points[k]!;
        const noisy = powerW * own.gains[k]! * (1 + own.noise * dice.normal() + uneven * dice.normal());
        const v = voltageV * (1 + 0.4 * own.noise * dice.normal());
        power[k]![s] = Math.max(0, step(noisy, spec.steps.powerW));
        volts[k]![s] = step(v, spec.steps.voltageV);
        amps[k]![s] = v > 1 ? step(noisy / v, spec.steps.currentA) : 0;
      }
      if (this.deviceC > DERATING_FROM_C + 8) statusBits[s]! |= 0x0800;
    }
    own.modules.forEach((m, k) => {
      of.modules[m] = {
        moduleId: spec.modules[m]!.model.id,
        powerW: power[k]!,
        voltageV: own.hasVoltage ? volts[k]! : null,
        currentA: own.hasVoltage ? amps[k]! : null,
        energyWh: wasRead && own.counter !== 'none' ? this.counterDay(m, own.counter, atMidnight[k]!) : null,
      };
    });
    return {
      deviceId: own.id,
      acVoltageV: own.hasVoltage ? acVoltageV : null,
      temperatureC: own.hasTemperature ? temperatureC : null,
      statusBits: spec.steps.powerW === 1 && device % 2 === 1 ? null : statusBits,
      limitRatio,
    };
  }

  private readonly readBefore = new Map<number, number>();

  /** Energy of the day by the counter in whole Wh. A lifetime counter brings along what was produced since it was read last. */
  private counterDay(module: number, kind: 'lifetime' | 'day', atMidnight: number): number {
    const read = Math.floor(this.lastRead[module]!);
    const before = kind === 'day' ? atMidnight : (this.readBefore.get(module) ?? 0);
    this.readBefore.set(module, read);
    return Math.max(0, Math.round(read - before));
  }

  /** Modules that are entered at each other's position. */
  private swapOutputs(modules: ModuleDayInput[], sky: SkyDay): void {
    for (const fault of this.spec.faults) {
      if (fault.effect.kind !== 'swap' || !faultIsActive(fault, sky.startMs)) continue;
      const { a, b } = fault.effect;
      const [first, second] = [modules[a]!, modules[b]!];
      modules[a] = { ...second, moduleId: first.moduleId };
      modules[b] = { ...first, moduleId: second.moduleId };
    }
  }
}

function shiftMinutes(clocks: readonly Fault[], ms: number): number {
  let shift = 0;
  for (const fault of clocks) {
    if (fault.effect.kind !== 'clock' || !faultIsActive(fault, ms)) continue;
    const days = (ms - fault.sinceMs) / 86_400_000;
    const drift = Math.min(Math.abs(fault.effect.most), Math.abs(fault.effect.perDay) * days);
    shift += fault.effect.minutes + Math.sign(fault.effect.perDay) * Math.floor(drift);
  }
  return shift;
}

/** The weather of all days of a plant: the same for its simulation and for the choice of its faults. */
export const plantWeather = (spec: PlantSpec): DayWeather[] =>
  drawWeather(spec.climate, spec.model.latitude, spec.firstDay, spec.days, spec.seed);
