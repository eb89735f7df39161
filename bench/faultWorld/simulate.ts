// A plant day by day: truth first (energy of every module, loss by every fault), then what devices report of it.
import type { ModuleDayInput, PlantDayInput } from '@helioport/domain/analytics/types';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import { faultIsActive } from './electrics.ts';
import type { CounterKind, PlantSpec } from './model.ts';
import { nominalVolts, PlantPower } from './power.ts';
import { Dice } from './random.ts';
import { DeviceReports } from './reports.ts';
import { type SkyDay, SLOT_MINUTES, skyDay } from './sky.ts';
import { Slopes } from './slopes.ts';
import { nearbyClearness, weatherInput } from './sources.ts';
import { type DayWeather, drawWeather } from './weather.ts';

const SLOT_MS = SLOT_MINUTES * 60_000;
const SLOT_H = SLOT_MINUTES / 60;

/** What really happened on a day. Energies in Wh, DC. */
export interface DayTruth {
  readonly producedWh: Float64Array;
  /** Energy that each fault took, in the order of `spec.faults`. */
  readonly lostWh: Float64Array;
  readonly weather: DayWeather;
  totalWh: number;
  /** Taken by snow, and by the rating of the devices. */
  snowWh: number;
  clippedWh: number;
}

export interface SimulatedDay {
  readonly input: PlantDayInput;
  readonly truth: DayTruth;
  /** Lifetime counters of the modules after each slot, Wh; empty unless they were asked for. */
  readonly counterWh: readonly Float64Array[];
}

interface DayContext {
  readonly sky: SkyDay;
  readonly dice: Dice;
  readonly gridV: Float64Array;
  /** Hours without reports on this day. */
  readonly gap: readonly [number, number, number] | null;
  readonly truth: DayTruth;
  readonly modules: ModuleDayInput[];
  readonly counterWh: Float64Array[];
}

/** The weather of all days of a plant: the same for its simulation and for the choice of its faults. */
export const plantWeather = (spec: PlantSpec): DayWeather[] =>
  drawWeather(spec.climate, spec.model.latitude, spec.firstDay, spec.days, spec.seed);

/** Simulates the days of one plant in order. */
export class PlantSimulation {
  readonly spec: PlantSpec;
  private readonly weather: readonly DayWeather[];
  private readonly slopes: Slopes;
  private readonly power: PlantPower;
  /** Lifetime counters, Wh: now, when they were reported last, and at the last report of an earlier day. */
  private readonly counters: Float64Array;
  private readonly reported: Float64Array;
  private readonly settled: Float64Array;
  private readonly keepsCounters: boolean;
  private dayIndex = 0;

  constructor(spec: PlantSpec, { keepsCounters = false } = {}) {
    this.spec = spec;
    this.weather = plantWeather(spec);
    this.slopes = new Slopes(spec);
    this.power = new PlantPower(spec, this.slopes);
    this.counters = new Float64Array(spec.modules.length);
    this.reported = new Float64Array(spec.modules.length);
    this.settled = new Float64Array(spec.modules.length);
    this.keepsCounters = keepsCounters;
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
    this.power.dayIndex = d;
    const truth: DayTruth = {
      producedWh: new Float64Array(spec.modules.length),
      lostWh: new Float64Array(spec.faults.length),
      weather,
      totalWh: 0,
      snowWh: 0,
      clippedWh: 0,
    };
    const dice = new Dice('readings', spec.seed, d);
    const context: DayContext = {
      sky,
      dice,
      truth,
      gridV: this.gridVoltage(sky, dice),
      gap: spec.gaps && dice.chance(spec.gaps[0]) ? spec.gaps : null,
      modules: Array.from({ length: spec.modules.length }),
      counterWh: this.keepsCounters ? spec.modules.map(() => new Float64Array(sky.slots)) : [],
    };
    const devices = spec.devices.map((_, device) => this.deviceDay(device, context).deviceDay());
    this.swapOutputs(context);
    const input: PlantDayInput = {
      day,
      startMs: sky.startMs,
      slotMs: SLOT_MS,
      slots: sky.slots,
      modules: context.modules,
      devices,
      weather: spec.hasWeather ? weatherInput(sky, weather, dice) : null,
      nearbyClearness: spec.hasNearby ? nearbyClearness(sky, dice) : null,
    };
    return { input, truth, counterWh: context.counterWh };
  }

  /** Volts of the grid per slot: usual level, what the neighbourhood feeds in, and noise. */
  private gridVoltage(sky: SkyDay, dice: Dice): Float64Array {
    const volts = new Float64Array(sky.slots);
    let drift = 0;
    for (let s = 0; s < sky.slots; s++) {
      drift = 0.95 * drift + 0.4 * dice.normal();
      volts[s] = nominalVolts(this.spec) + 1 + drift + 4 * (sky.ghiMean[s]! / 1000);
    }
    return volts;
  }

  private deviceDay(device: number, context: DayContext): DeviceReports {
    const { sky, counterWh } = context;
    const { modules, counter } = this.spec.devices[device]!;
    const reports = new DeviceReports(this.spec, device, sky);
    const atMidnight = modules.map((m) => this.counters[m]!);
    for (let s = 0; s < sky.slots; s++) {
      if (sky.elevation[s * SLOT_MINUTES + 2]! > 0.3) this.produce(device, s, context);
      if (reports.add(s, this.power, context)) for (const m of modules) this.reported[m] = this.counters[m]!;
      for (const m of modules) if (this.keepsCounters) counterWh[m]![s] = this.counters[m]!;
    }
    modules.forEach((m, k) => {
      const energyWh = reports.wasRead ? this.counterDay(m, counter, atMidnight[k]!) : null;
      context.modules[m] = reports.moduleDay(k, energyWh);
    });
    return reports;
  }

  /** Adds the energy of a device in a slot, and the energy that each fault and snow take. */
  private produce(device: number, slot: number, { sky, gridV, truth }: DayContext): void {
    const { spec, power } = this;
    const { modules } = spec.devices[device]!;
    const view = { sky, device, slot, minute: null, span: 1, gridV, noSnow: false };
    const sum = power.evaluate(view, null);
    truth.totalWh += sum * SLOT_H;
    truth.clippedWh += power.clippedW * SLOT_H;
    for (let k = 0; k < modules.length; k++) {
      const wh = power.points[k]!.powerW * SLOT_H;
      truth.producedWh[modules[k]!]! += wh;
      this.counters[modules[k]!]! += wh;
    }
    const ms = sky.startMs + (slot + 0.5) * SLOT_MS;
    for (const fault of power.electrics.byDevice[device]!) {
      if (!faultIsActive(fault, ms)) continue;
      truth.lostWh[spec.faults.indexOf(fault)]! += (power.evaluate(view, fault) - sum) * SLOT_H;
    }
    if (this.slopes.hasSnow) truth.snowWh += (power.evaluate({ ...view, noSnow: true }, null) - sum) * SLOT_H;
  }

  /**
   * Energy of the day by the counter in whole Wh. A lifetime counter brings along what was produced since it was reported
   * on an earlier day; a day counter began at midnight.
   */
  private counterDay(module: number, kind: CounterKind, atMidnight: number): number | null {
    if (kind === 'none') return null;
    const now = Math.floor(this.reported[module]!);
    const from = kind === 'day' ? atMidnight : this.settled[module]!;
    this.settled[module] = now;
    return Math.max(0, Math.round(now - from));
  }

  /** Modules that are entered at each other's position. */
  private swapOutputs({ modules, sky, counterWh }: DayContext): void {
    for (const fault of this.spec.faults) {
      if (fault.effect.kind !== 'swap' || !faultIsActive(fault, sky.startMs)) continue;
      const { a, b } = fault.effect;
      const [first, second] = [modules[a]!, modules[b]!];
      modules[a] = { ...second, moduleId: first.moduleId };
      modules[b] = { ...first, moduleId: second.moduleId };
      if (this.keepsCounters) [counterWh[a], counterWh[b]] = [counterWh[b]!, counterWh[a]!];
    }
  }
}
