// What the inverters of a plant convert at an instant: modules, then limits by temperature, grid and rating.
import { Electrics, type Instant, type Point, thermalBalance, voltWatt } from './electrics.ts';
import type { Fault, PlantSpec } from './model.ts';
import { type SkyDay, SLOT_MINUTES } from './sky.ts';
import type { Slopes } from './slopes.ts';

/** Below this a device does not start, W per input. */
export const WAKE_W = 1.5;

/** Volts of the grid where the plant is. */
export const nominalVolts = ({ model }: PlantSpec): number =>
  model.timeZone.startsWith('America/') ? 240 : 230;

/** A device and a moment of its day. */
export interface View {
  sky: SkyDay;
  device: number;
  slot: number;
  /** The minute that is looked at; null: the mean of `span` slots. */
  minute: number | null;
  span: number;
  /** Volts of the grid per slot, without faults. */
  gridV: Float64Array;
  noSnow: boolean;
}

function meanOf(values: Float64Array, slot: number, span: number): number {
  if (span === 1) return values[slot]!;
  let sum = 0;
  let count = 0;
  for (let s = slot; s < Math.min(values.length, slot + span); s++) {
    sum += values[s]!;
    count++;
  }
  return sum / count;
}

export class PlantPower {
  /** Results of the last `evaluate`, by input of the device. */
  readonly points: readonly Point[] = Array.from({ length: 8 }, () => ({
    powerW: 0,
    voltageV: 0,
    currentA: 0,
  }));
  /** What the modules offered, W. */
  offeredW = 0;
  /** What the rating of the device cut off, W. */
  clippedW = 0;
  deviceC = 0;
  readonly electrics: Electrics;
  private readonly spec: PlantSpec;
  private readonly slopes: Slopes;
  private readonly at: Instant = {
    ms: 0,
    beam: 0,
    diffuse: 0,
    cellC: 0,
    elevation: 0,
    azimuth: 0,
    snowLine: 0,
    dust: 0,
    dayIndex: 0,
  };

  constructor(spec: PlantSpec, slopes: Slopes) {
    this.spec = spec;
    this.slopes = slopes;
    this.electrics = new Electrics(spec);
  }

  set dayIndex(day: number) {
    this.at.dayIndex = day;
  }

  private look(view: View, plane: number): void {
    const { at } = this;
    const { sky, slot, minute, span } = view;
    const light = sky.planes[plane]!;
    const m = minute ?? Math.min(sky.minutes - 1, Math.floor((slot + span / 2) * SLOT_MINUTES));
    at.ms = sky.startMs + m * 60_000;
    at.beam = minute === null ? meanOf(light.beamMean, slot, span) : light.beam[m]!;
    at.diffuse = minute === null ? meanOf(light.diffuseMean, slot, span) : light.diffuse[m]!;
    at.cellC = minute === null ? meanOf(light.cellMean, slot, span) : light.cellC[m]!;
    at.elevation = sky.elevation[m]!;
    at.azimuth = sky.azimuth[m]!;
    at.snowLine = view.noSnow ? 0 : this.slopes.snowLine(plane, slot);
    at.dust = this.slopes.dust;
  }

  /** Powers of a device's inputs into `points`, as if the fault `skip` did not exist; returns their sum in W. */
  evaluate(view: View, skip: Fault | null): number {
    const { sky, device, slot, gridV } = view;
    const { electrics, at, points } = this;
    const { modules, limitW } = this.spec.devices[device]!;
    let offered = 0;
    for (let k = 0; k < modules.length; k++) {
      this.look(view, this.spec.modules[modules[k]!]!.plane);
      electrics.modulePoint(modules[k]!, at, skip, points[k]!);
      offered += points[k]!.powerW;
    }
    this.offeredW = offered;
    const hour = (slot * SLOT_MINUTES) / 60;
    const load = Math.min(1, offered / limitW);
    const { ratio, deviceC } = thermalBalance(load, sky.airC[slot]!, electrics.riseK(device, at.ms, skip));
    this.deviceC = deviceC;
    const volts = gridV[slot]! + electrics.gridRise(at.ms, skip) * (sky.ghiMean[slot]! / 1000);
    const allowed = Math.min(
      ratio < load ? ratio : 1,
      voltWatt(volts, nominalVolts(this.spec)),
      electrics.limitRatio(at.ms, hour, skip),
    );
    const sleeps = offered < WAKE_W * modules.length;
    const stops = sleeps || electrics.failedBy(device, at.ms, hour, skip) !== null;
    this.clippedW = stops || allowed < 1 ? 0 : Math.max(0, offered - limitW);
    const scale = stops ? 0 : Math.min(1, (allowed * limitW) / offered);
    if (scale === 1) return offered;
    for (let k = 0; k < modules.length; k++) {
      const point = points[k]!;
      // Away from the maximum power point the voltage moves towards open circuit.
      point.voltageV *= sleeps ? 1 : stops ? 1.2 : 1 + 0.12 * (1 - scale);
      point.powerW *= scale;
      point.currentA = point.voltageV > 0 ? point.powerW / point.voltageV : 0;
    }
    return offered * scale;
  }
}
