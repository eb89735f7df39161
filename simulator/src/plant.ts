// The inverters of a plant: from the light of a day to what each of them reports, and when.

import type { DemoInverter } from '@helioport/demo/world';
import { HOUR_MS } from '@helioport/domain/duration';
import { type Product, productByNumber } from '@helioport/domain/products';
import { acPowerW } from '@helioport/domain/sun';
import { type ModuleDay, moduleDay } from './modules.ts';
import { seedOf } from './noise.ts';
import { type GridEvent, gridAt, type PlantDay, STEP_MS } from './plantDay.ts';
import type { InverterReport } from './reports.ts';

const STANDBY = 0x01;
const AWAKE = 0x04;
/** Less than this does not leave the inverter. */
const LEAST_W = 2;

const LOW_VOLTAGE = 0x0002;
const INSTANT_PROTECTION = 0x0004;
const TOO_HOT = 0x0800;
const NO_LIGHT = 0x8000;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Instants of a device's reports in [fromMs, untilMs): a fixed rhythm that no midnight disturbs. */
export function reportTimes(serial: string, everyS: number, fromMs: number, untilMs: number): number[] {
  const everyMs = everyS * 1000;
  const phaseMs = seedOf('phase', serial) % everyMs;
  const times: number[] = [];
  for (let at = fromMs + modulo(phaseMs - fromMs, everyMs); at < untilMs; at += everyMs) times.push(at);
  return times;
}

/** Whether a device's link is down on this day. */
export const isSilent = (day: PlantDay, serial: string): boolean =>
  day.plant.faults.some(
    (fault) =>
      fault.kind === 'silentGateway' &&
      fault.serials.includes(serial) &&
      modulo(day.number - fault.offsetDays, fault.everyDays) < fault.silentDays,
  );

/** Whether a device's reports of this instant are lost. */
const isLost = (day: PlantDay, serial: string, atMs: number): boolean =>
  day.plant.faults.some((fault) => {
    if (fault.kind !== 'gap' || !fault.serials.includes(serial)) return false;
    const hour = (atMs - day.startMs) / HOUR_MS;
    return modulo(day.number, fault.everyDays) === 0 && hour >= fault.fromHour && hour < fault.untilHour;
  });

/** Power limitation of an inverter at a step, with its fault code. */
interface Restraint {
  /** Share of the power after limitation. */
  readonly let: number;
  readonly statusBits: number;
}

const FREE: Restraint = { let: 1, statusBits: 0 };

function gridRestraint(events: readonly GridEvent[], ms: number): Restraint {
  for (const event of events) {
    if (ms >= event.fromMs && ms < event.untilMs) return { let: 0, statusBits: event.statusBits };
    if (ms >= event.untilMs && ms < event.backMs) return { let: 0, statusBits: INSTANT_PROTECTION };
  }
  return FREE;
}

function restraints(day: PlantDay, inverter: DemoInverter, modules: readonly ModuleDay[]) {
  const own = day.plant.faults.find((fault) => 'serial' in fault && fault.serial === inverter.serial);
  const light = modules[0]?.light;
  return (step: number): Restraint => {
    if (own?.kind === 'lockedOut') return { let: 0, statusBits: own.statusBits };
    const grid = day.gridEvents.length
      ? gridRestraint(day.gridEvents, day.lightFromMs + step * STEP_MS)
      : FREE;
    if (grid.let === 0) return grid;
    if (own?.kind === 'hotInverter' && (light?.cellC[step] ?? 0) > own.aboveC) {
      return { let: 0.6, statusBits: TOO_HOT };
    }
    if (own?.kind === 'warns') return { let: 1, statusBits: own.statusBits };
    return FREE;
  };
}

const generatingByte = (product: Pick<Product, 'name'>) =>
  product.name === 'BDM-400' || product.name === 'BDM-2250' ? 0x06 : 0x05;

/** State byte and status bits of an inverter. */
function condition(powerW: number, held: Restraint, irradiance: number, product: Pick<Product, 'name'>) {
  if (powerW > 0) return { stateByte: generatingByte(product), statusBits: held.statusBits };
  if (held.statusBits !== 0 && irradiance > 20) return { stateByte: AWAKE, statusBits: held.statusBits };
  if (irradiance < 4) return { stateByte: STANDBY, statusBits: NO_LIGHT };
  return { stateByte: irradiance < 12 ? STANDBY : AWAKE, statusBits: LOW_VOLTAGE };
}

export interface InverterDayOptions {
  /** AC power (W) of each step is added to this, whether or not the inverter's link is up. */
  readonly productionW?: Float64Array;
  /** The energy (Wh) of the whole day is added to this by input. */
  readonly inputsWh?: number[];
  /** False if only production is needed. */
  readonly wantsReports?: boolean;
}

type Model = Pick<Product, 'name' | 'ratedW' | 'reportEveryS'> & { modelByte: number; frameSize: 45 | 69 };

const OWN_REPORT_EVERY_S = 300;

/** The model of an inverter, which must be of another vendor or one whose frames are known. */
function modelOf(inverter: DemoInverter): Model {
  if (inverter.own) {
    const { ratedW } = inverter.own;
    return { name: '', ratedW, reportEveryS: OWN_REPORT_EVERY_S, modelByte: 0, frameSize: 69 };
  }
  const product = productByNumber(inverter.productNumber ?? 0);
  if (!product || product.modelByte === null || product.frameSize === null) {
    throw new Error(`${inverter.serial} is a model without a known frame format`);
  }
  return { ...product, modelByte: product.modelByte, frameSize: product.frameSize };
}

/** One minute of an inverter. */
interface Minute {
  readonly step: number;
  readonly powerW: number;
  /** AC power over DC power. */
  readonly share: number;
  readonly restraint: Restraint;
}

/**
 * Simulates an inverter for a day. Power is constant within a minute, so the energy counters are its exact integral.
 * They are 0 at dawn.
 */
export function inverterDay(
  day: PlantDay,
  inverter: DemoInverter,
  { productionW, inputsWh, wantsReports = true }: InverterDayOptions = {},
): InverterReport[] {
  const product = modelOf(inverter);
  const modules = inverter.modules.map((module) => moduleDay(day, inverter.serial, module));
  const light = modules[0]?.light;
  const held = restraints(day, inverter, modules);
  const dcW = modules.map(() => 0);
  const energyWh = modules.map(() => 0);
  const reports: InverterReport[] = [];

  const report = (atMs: number, { step, powerW, share, restraint }: Minute): InverterReport => {
    const hoursIntoStep = (atMs - day.lightFromMs - step * STEP_MS) / HOUR_MS;
    const irradiance = (light?.beam[step] ?? 0) + (light?.diffuse[step] ?? 0);
    const load = powerW / product.ratedW;
    const grid = gridAt(day, atMs, load);
    const channels = modules.map((module, i) => {
      const channelW = (dcW[i] ?? 0) * share;
      return {
        voltageV: module.voltageV(step, channelW > 0) * (module.module.inSeries ?? 1),
        powerW: channelW,
        energyTodayWh: (energyWh[i] ?? 0) + channelW * hoursIntoStep,
      };
    });
    return {
      kind: 'inverter',
      atMs,
      serial: inverter.serial,
      modelByte: product.modelByte,
      frameSize: product.frameSize,
      ...condition(powerW, restraint, irradiance, product),
      powerW,
      dcVoltageV: channels[0]?.voltageV ?? 0,
      acVoltageV: grid.voltageV,
      frequencyHz: grid.frequencyHz,
      temperatureC: (day.ambientC[step] ?? 0) + 0.011 * irradiance + 15 * load + 1.5,
      energyTodayWh: channels.reduce((sum, channel) => sum + channel.energyTodayWh, 0),
      channels,
    };
  };

  const endMs = day.lightFromMs + day.steps * STEP_MS;
  const times =
    wantsReports && !isSilent(day, inverter.serial)
      ? reportTimes(inverter.serial, product.reportEveryS, day.lightFromMs, endMs)
      : [];
  let next = 0;
  for (let step = 0; step < day.steps; step++) {
    let sumW = 0;
    for (let i = 0; i < modules.length; i++) {
      const watts = modules[i]?.dcW(step) ?? 0;
      dcW[i] = watts;
      sumW += watts;
    }
    const restraint = held(step);
    const offeredW = acPowerW(sumW, product.ratedW) * restraint.let;
    const powerW = offeredW < LEAST_W ? 0 : offeredW;
    const share = sumW > 0 ? powerW / sumW : 0;
    if (productionW) productionW[step] = (productionW[step] ?? 0) + powerW;

    const stepEndMs = day.lightFromMs + (step + 1) * STEP_MS;
    for (let at = times[next]; at !== undefined && at < stepEndMs; at = times[++next]) {
      if (!isLost(day, inverter.serial, at)) reports.push(report(at, { step, powerW, share, restraint }));
    }
    for (let i = 0; i < modules.length; i++) {
      energyWh[i] = (energyWh[i] ?? 0) + (share * (dcW[i] ?? 0)) / 60;
    }
  }
  if (inputsWh) for (const [i, wh] of energyWh.entries()) inputsWh[i] = (inputsWh[i] ?? 0) + wh;
  return reports;
}
