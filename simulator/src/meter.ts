// The meter at the grid, and the battery behind it: what is left of production and use.

import type { DemoBattery, DemoMeter } from '@helioport/demo/world';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { HOUR_MS } from '@helioport/domain/duration';
import { batteryStep, scheduledStep } from './battery.ts';
import { loadOf } from './household.ts';
import { reportTimes } from './plant.ts';
import { gridAt, type PlantDay, STEP_MS } from './plantDay.ts';
import type { BatteryReport, MeterReport } from './reports.ts';

const REPORT_EVERY_S = 300;
/** The phases of a grid sag at different moments. */
const PHASE_APART_MS = 40 * 60_000;
const STEP_HOURS = STEP_MS / HOUR_MS;

/** State carried over to the next day: lifetime counters and the energy in the battery, in Wh. */
export interface Counters {
  readonly importedWh: number;
  readonly exportedWh: number;
  readonly chargedWh: number;
  readonly dischargedWh: number;
  readonly storedWh: number;
  /** Lifetime counters of an inverter that has such, by input; empty in plants without one. */
  readonly inputsWh: readonly number[];
}

/** The counters on the morning of the installation. */
export const newCounters = (battery: DemoBattery | undefined): Counters => ({
  importedWh: 0,
  exportedWh: 0,
  chargedWh: 0,
  dischargedWh: 0,
  storedWh: battery ? battery.capacityWh * battery.reserveRatio : 0,
  inputsWh: [],
});

interface Minute {
  readonly gridW: number;
  readonly batteryW: number;
}

/** The counters `hours` into a minute that began with `from`. */
function countersAfter(
  from: Counters,
  { gridW, batteryW }: Minute,
  hours: number,
  storedWh: number,
): Counters {
  return {
    importedWh: from.importedWh + Math.max(0, gridW) * hours,
    exportedWh: from.exportedWh + Math.max(0, -gridW) * hours,
    chargedWh: from.chargedWh + Math.max(0, -batteryW) * hours,
    dischargedWh: from.dischargedWh + Math.max(0, batteryW) * hours,
    storedWh,
    inputsWh: from.inputsWh,
  };
}

export interface MeterDay {
  readonly reports: readonly (MeterReport | BatteryReport)[];
  readonly end: Counters;
}

/**
 * Simulates meter and battery for a day from `start`, given the plant's AC production (W) at each daylight step.
 * Without `wantsReports`, only the final counters are calculated.
 */
export function meterDay(
  day: PlantDay,
  meter: DemoMeter,
  productionW: Float64Array,
  start: Counters,
  wantsReports = true,
  scheduleAt: (ms: number) => BatterySchedule | undefined = () => undefined,
): MeterDay {
  const { battery } = day.plant;
  const loadW = loadOf(day.plant, meter.load, day.seed, day.number);
  const lightOffset = (day.lightFromMs - day.startMs) / STEP_MS;
  const steps = (day.endMs - day.startMs) / STEP_MS;
  const rhythm = (serial: string) => reportTimes(serial, REPORT_EVERY_S, day.startMs, day.endMs);
  const meterTimes = wantsReports ? rhythm(meter.serial) : [];
  const batteryTimes = wantsReports && battery ? rhythm(battery.serial) : [];
  const reports: (MeterReport | BatteryReport)[] = [];
  let counters = start;
  const storedAfter = (stepMs: number, surplusW: number, storedWh: number) => {
    if (!battery) return { powerW: 0, storedWh: 0 };
    const schedule = scheduleAt(stepMs);
    if (!schedule) return batteryStep(battery, storedWh, surplusW, STEP_HOURS);
    const when = { hours: STEP_HOURS, atMs: stepMs, timeZone: day.plant.timeZone };
    return scheduledStep(battery, schedule, storedWh, surplusW, when);
  };
  let [nextMeter, nextBattery] = [0, 0];

  for (let step = 0; step < steps; step++) {
    const stepMs = day.startMs + step * STEP_MS;
    const usedW = loadW(stepMs);
    const surplusW = (productionW[step - lightOffset] ?? 0) - usedW;
    const stored = storedAfter(stepMs, surplusW, counters.storedWh);
    const minute: Minute = { gridW: -surplusW - stored.powerW, batteryW: stored.powerW };

    for (
      let at = meterTimes[nextMeter];
      at !== undefined && at < stepMs + STEP_MS;
      at = meterTimes[++nextMeter]
    ) {
      const { importedWh, exportedWh } = countersAfter(counters, minute, (at - stepMs) / HOUR_MS, 0);
      const grid = gridAt(day, at, 0);
      reports.push({
        kind: 'meter',
        atMs: at,
        serial: meter.serial,
        powerW: minute.gridW,
        importedWh,
        exportedWh,
        acVoltageV: grid.voltageV,
        frequencyHz: grid.frequencyHz,
        ...(meter.phaseShares
          ? {
              phases: meter.phaseShares.map((share, i) => ({
                voltageV: gridAt(day, at + i * PHASE_APART_MS, 0).voltageV,
                powerW: minute.gridW * share,
              })),
            }
          : {}),
      });
    }
    for (
      let at = batteryTimes[nextBattery];
      battery && at !== undefined && at < stepMs + STEP_MS;
      at = batteryTimes[++nextBattery]
    ) {
      const { chargedWh, dischargedWh } = countersAfter(counters, minute, (at - stepMs) / HOUR_MS, 0);
      reports.push({
        kind: 'battery',
        atMs: at,
        serial: battery.serial,
        powerW: minute.batteryW,
        chargedWh,
        dischargedWh,
        socRatio: stored.storedWh / battery.capacityWh,
        temperatureC: 17 + (9 * Math.abs(minute.batteryW)) / battery.maxPowerW,
      });
    }
    counters = countersAfter(counters, minute, STEP_HOURS, stored.storedWh);
  }
  return { reports, end: counters };
}
