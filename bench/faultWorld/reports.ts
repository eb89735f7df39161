// What a device reports of its day: noise, resolution, lost readings, nights, outages, a wrong clock, counters.

import type { DeviceDayInput, ModuleDayInput } from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import { DERATING_FROM_C, faultIsActive } from './electrics.ts';
import type { Fault, PlantSpec } from './model.ts';
import { type PlantPower, WAKE_W } from './power.ts';
import type { Dice } from './random.ts';
import { type SkyDay, SLOT_MINUTES } from './sky.ts';

const SLOT_MS = SLOT_MINUTES * 60_000;
const OVER_TEMPERATURE = 0x0800;

const step = (value: number, size: number): number => Math.round(value / size) * size;

/** The reports of one device on one day, filled slot by slot. */
export class DeviceReports {
  private readonly spec: PlantSpec;
  private readonly device: number;
  private readonly sky: SkyDay;
  private readonly power: Float32Array[];
  private readonly volts: Float32Array[];
  private readonly amps: Float32Array[];
  private readonly acVoltageV: Float32Array;
  private readonly temperatureC: Float32Array;
  private readonly statusBits: Uint16Array;
  private readonly limitRatio: Float32Array | null;
  private readonly outages: readonly Fault[];
  private readonly clocks: readonly Fault[];
  /** Whether anything was reported. */
  wasRead = false;

  constructor(spec: PlantSpec, device: number, sky: SkyDay) {
    const { modules } = spec.devices[device]!;
    const blank = () => new Float32Array(sky.slots).fill(Number.NaN);
    this.spec = spec;
    this.device = device;
    this.sky = sky;
    this.power = modules.map(blank);
    this.volts = modules.map(blank);
    this.amps = modules.map(blank);
    this.acVoltageV = blank();
    this.temperatureC = blank();
    this.statusBits = new Uint16Array(sky.slots);
    this.limitRatio = spec.devices[device]!.hasLimit ? blank() : null;
    const of = (kind: 'offline' | 'clock') =>
      spec.faults.filter(({ effect }) => effect.kind === kind && effect.devices.includes(device));
    this.outages = of('offline');
    this.clocks = of('clock');
  }

  /** Adds the report of a slot, if there is one; returns whether there is. */
  add(
    slot: number,
    plant: PlantPower,
    { gridV, gap, dice }: { gridV: Float64Array; gap: readonly [number, number, number] | null; dice: Dice },
  ): boolean {
    const { spec, device, sky } = this;
    const { electrics, points } = plant;
    const own = spec.devices[device]!;
    if ((slot * SLOT_MINUTES) % Math.max(SLOT_MINUTES, own.intervalMin) !== 0) return false;
    if (own.lostRatio > 0 && dice.chance(own.lostRatio)) return false;
    const hour = (slot * SLOT_MINUTES) / 60;
    const slotMs = sky.startMs + slot * SLOT_MS;
    if (gap && hour >= gap[1] && hour < gap[2]) return false;
    for (const fault of this.outages) if (faultIsActive(fault, slotMs)) return false;
    // A wrong clock: what is stamped with this slot happened `shift` minutes before.
    const shift = shiftMinutes(this.clocks, slotMs);
    const isMean = own.intervalMin === 1 || own.intervalMin === 15;
    const minute = slot * SLOT_MINUTES + own.phaseMin - shift;
    const trueSlot = Math.floor((slot * SLOT_MINUTES + 2 - shift) / SLOT_MINUTES);
    const isInside = minute >= 0 && minute < sky.minutes && trueSlot >= 0 && trueSlot < sky.slots;
    if (isInside && sky.elevation[trueSlot * SLOT_MINUTES + 2]! > 0.3) {
      const view = { sky, device, slot: trueSlot, gridV, noSnow: false };
      plant.evaluate({ ...view, minute: isMean ? null : minute, span: own.intervalMin === 15 ? 3 : 1 }, null);
    } else {
      plant.offeredW = 0;
      for (const point of points) point.powerW = point.voltageV = point.currentA = 0;
      plant.deviceC = sky.airC[slot]!;
    }
    // Fed by its modules, a device without their power does not report.
    if (plant.offeredW < WAKE_W * own.modules.length && !own.reportsAtNight) return false;
    const failed = electrics.failedBy(device, slotMs + SLOT_MS / 2, hour, null);
    if (failed?.isOffline) return false;

    this.wasRead = true;
    const rise = electrics.gridRise(slotMs, null) * (sky.ghiMean[slot]! / 1000);
    this.acVoltageV[slot] = step(gridV[slot]! + rise, 0.1);
    if (this.limitRatio) this.limitRatio[slot] = electrics.limitRatio(slotMs, hour, null);
    this.temperatureC[slot] = step(plant.deviceC + 0.4 * dice.normal(), 1);
    if (failed) this.statusBits[slot] = failed.bits;
    if (plant.deviceC > DERATING_FROM_C + 6) this.statusBits[slot]! |= OVER_TEMPERATURE;
    // Clouds reach modules one after the other.
    const uneven = isInside ? 0.03 * sky.restless[trueSlot]! : 0;
    for (let k = 0; k < own.modules.length; k++) {
      const { powerW, voltageV } = points[k]!;
      const noisy = powerW * own.gains[k]! * (1 + own.noise * dice.normal() + uneven * dice.normal());
      const v = voltageV * (1 + 0.4 * own.noise * dice.normal());
      this.power[k]![slot] = Math.max(0, step(noisy, spec.steps.powerW));
      this.volts[k]![slot] = step(v, spec.steps.voltageV);
      this.amps[k]![slot] = v > 1 ? Math.max(0, step(noisy / v, spec.steps.currentA)) : 0;
    }
    return true;
  }

  moduleDay(input: number, energyWh: number | null): ModuleDayInput {
    const { modules, hasVoltage } = this.spec.devices[this.device]!;
    return {
      moduleId: this.spec.modules[modules[input]!]!.model.id,
      powerW: this.power[input]!,
      voltageV: hasVoltage ? this.volts[input]! : null,
      currentA: hasVoltage ? this.amps[input]! : null,
      energyWh,
    };
  }

  deviceDay(): DeviceDayInput {
    const { id, hasVoltage, hasTemperature, hasStatus } = this.spec.devices[this.device]!;
    return {
      deviceId: id,
      acVoltageV: hasVoltage ? this.acVoltageV : null,
      temperatureC: hasTemperature ? this.temperatureC : null,
      statusBits: hasStatus ? this.statusBits : null,
      limitRatio: this.limitRatio,
    };
  }
}

function shiftMinutes(clocks: readonly Fault[], ms: number): number {
  let shift = 0;
  for (const fault of clocks) {
    if (fault.effect.kind !== 'clock' || !faultIsActive(fault, ms)) continue;
    const { minutes, perDay, most } = fault.effect;
    const days = (ms - fault.sinceMs) / DAY_MS;
    shift += minutes + Math.sign(perDay) * Math.floor(Math.min(most, Math.abs(perDay) * days));
  }
  return shift;
}
