// The simulated world as a question and an answer: which reports does a plant send between two instants?
import type { DemoPlant } from '@helioport/demo/world';
import { addDays, localDay } from '@helioport/domain/periods';
import { type Counters, meterDay, newCounters } from './meter.ts';
import { inverterDay } from './plant.ts';
import { type PlantDay, plantDay } from './plantDay.ts';
import type { DeviceReport } from './reports.ts';

export interface World {
  /** All reports of a plant's local day `YYYY-MM-DD`, in order of time. */
  readonly reportsOfDay: (plant: DemoPlant, day: string) => DeviceReport[];
  /** All reports of a plant from `fromMs` up to but not including `toMs`, in order of time. */
  readonly reportsOf: (plant: DemoPlant, fromMs: number, toMs: number) => DeviceReport[];
}

const byTime = (a: DeviceReport, b: DeviceReport) => a.atMs - b.atMs || (a.serial < b.serial ? -1 : 1);

function production(day: PlantDay): Float64Array {
  const productionW = new Float64Array(day.steps);
  for (const inverter of day.plant.inverters) {
    inverterDay(day, inverter, { productionW, wantsReports: false });
  }
  return productionW;
}

/**
 * A world of plants. Everything follows from the seed: asked again, later, in another order or by another process,
 * it gives the same reports. Only meters look back further than their own day; how they stand at its beginning is
 * remembered between questions.
 */
export function createWorld(seed = 'helioport'): World {
  const mornings = new Map<string, Counters>();

  /** The counters at the beginning of a day: forward from the nearest known morning, at worst the installation. */
  function countersOn(plant: DemoPlant, day: string): Counters | null {
    const { meter, battery } = plant;
    if (!meter || day < meter.installedDay) return null;
    let known = day;
    while (known > meter.installedDay && !mornings.has(`${plant.sid} ${known}`)) known = addDays(known, -1);
    let counters = mornings.get(`${plant.sid} ${known}`) ?? newCounters(battery);
    for (let at = known; at < day; at = addDays(at, 1)) {
      const light = plantDay(plant, at, seed);
      counters = meterDay(light, meter, production(light), counters, false).end;
      mornings.set(`${plant.sid} ${addDays(at, 1)}`, counters);
    }
    return counters;
  }

  function reportsOfDay(plant: DemoPlant, day: string): DeviceReport[] {
    if (plant.commissionedDay === null || day < plant.commissionedDay) return [];
    const light = plantDay(plant, day, seed);
    const productionW = new Float64Array(light.steps);
    const reports: DeviceReport[] = plant.inverters.flatMap((inverter) =>
      inverterDay(light, inverter, { productionW }),
    );
    const start = countersOn(plant, day);
    if (plant.meter && start) {
      const metered = meterDay(light, plant.meter, productionW, start);
      reports.push(...metered.reports);
      mornings.set(`${plant.sid} ${addDays(day, 1)}`, metered.end);
    }
    return reports.sort(byTime);
  }

  return {
    reportsOfDay,
    reportsOf(plant, fromMs, toMs) {
      const reports: DeviceReport[] = [];
      const last = localDay(toMs - 1, plant.timeZone);
      for (let day = localDay(fromMs, plant.timeZone); day <= last; day = addDays(day, 1)) {
        for (const report of reportsOfDay(plant, day)) {
          if (report.atMs >= fromMs && report.atMs < toMs) reports.push(report);
        }
      }
      return reports;
    },
  };
}

/** The reports of a plant in the world that the demo uses. */
export const reportsOf = createWorld().reportsOf;
