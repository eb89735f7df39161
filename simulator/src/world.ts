// The simulated world as a question and an answer: which reports does a plant send between two instants?
import type { DemoPlant } from '@helioport/demo/world';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { addDays, localDay } from '@helioport/domain/periods';
import { type Counters, meterDay, newCounters } from './meter.ts';
import { inverterDay } from './plant.ts';
import { type PlantDay, plantDay } from './plantDay.ts';
import type { CompositeReport, DeviceReport, InverterReport } from './reports.ts';

export interface World {
  /** All reports of a plant's local day `YYYY-MM-DD`, in order of time. */
  readonly reportsOfDay: (plant: DemoPlant, day: string) => DeviceReport[];
  /** All reports of a plant from `fromMs` up to but not including `toMs`, in order of time. */
  readonly reportsOf: (plant: DemoPlant, fromMs: number, toMs: number) => DeviceReport[];
  /** Sets the schedule of a plant's battery from an instant on; earlier values stay unchanged. */
  readonly setSchedule: (sid: string, schedule: BatterySchedule, fromMs: number) => void;
  /** Increases with each schedule of a plant: earlier reports of its day are outdated. */
  readonly revisionOf: (sid: string) => number;
}

const byTime = (a: DeviceReport, b: DeviceReport) => a.atMs - b.atMs || (a.serial < b.serial ? -1 : 1);

/** What a day made: AC power (W) by step, and the energy (Wh) of each input of the first inverter. */
interface Production {
  readonly productionW: Float64Array;
  readonly inputsWh: number[];
}

function production(day: PlantDay): Production {
  const productionW = new Float64Array(day.steps);
  const inputsWh: number[] = [];
  day.plant.inverters.forEach((inverter, i) => {
    inverterDay(day, inverter, { productionW, wantsReports: false, ...(i === 0 ? { inputsWh } : {}) });
  });
  return { productionW, inputsWh };
}

const added = (a: readonly number[], b: readonly number[]): number[] =>
  b.map((value, i) => value + (a[i] ?? 0));

/** Gives the inverter of another vendor its counters of a lifetime. */
function withLifetime(report: InverterReport, vendor: string, startWh: readonly number[]): InverterReport {
  const today = report.channels.map(({ energyTodayWh }) => energyTodayWh);
  return { ...report, own: { vendor, lifetimeWh: added(startWh, today) } };
}

/**
 * Assigns reports before `replacedAtMs` to the replaced inverter, and later ones to its replacement, whose counters
 * start at 0.
 */
function withReplaced(
  reports: readonly InverterReport[],
  replaces: string,
  replacedAtMs: number,
): InverterReport[] {
  const last = reports.findLast(({ atMs }) => atMs < replacedAtMs);
  return reports.map((report) => {
    if (report.atMs < replacedAtMs) return { ...report, serial: replaces };
    if (last === undefined) return report;
    return {
      ...report,
      energyTodayWh: report.energyTodayWh - last.energyTodayWh,
      channels: report.channels.map((channel, i) => ({
        ...channel,
        energyTodayWh: channel.energyTodayWh - (last.channels[i]?.energyTodayWh ?? 0),
      })),
    };
  });
}

/** Merges the readings of a composite device's components at one instant into one message. */
function compositeReports(vendor: string, reports: readonly DeviceReport[]): CompositeReport[] {
  const byTime = new Map<number, CompositeReport>();
  for (const report of reports) {
    if (report.kind === 'machine') continue;
    const { atMs, serial } = report;
    const others = byTime.get(atMs) ?? { kind: 'machine', atMs, vendor, serial };
    byTime.set(atMs, { ...others, [report.kind]: report });
  }
  return [...byTime.values()];
}

/**
 * A world of simulated plants. All values follow from the seed, so repeated calls, any order and any process give the
 * same reports. Only meters depend on earlier days; their counters at the start of a day are cached. Replacement
 * inverters are installed since `replacedAtMs`; absent: always.
 */
export function createWorld(seed = 'helioport', replacedAtMs?: number): World {
  const mornings = new Map<string, Counters>();
  /** By plant, in order of time. */
  const schedules = new Map<string, { fromMs: number; schedule: BatterySchedule }[]>();
  const scheduleOf = (sid: string) => (ms: number) =>
    schedules.get(sid)?.findLast(({ fromMs }) => fromMs <= ms)?.schedule;

  /** The counters at the beginning of a day: forward from the nearest known morning, at worst the installation. */
  function countersOn(plant: DemoPlant, day: string): Counters | null {
    const { meter, battery } = plant;
    if (!meter || day < meter.installedDay) return null;
    let known = day;
    while (known > meter.installedDay && !mornings.has(`${plant.sid} ${known}`)) known = addDays(known, -1);
    let counters = mornings.get(`${plant.sid} ${known}`) ?? newCounters(battery);
    for (let at = known; at < day; at = addDays(at, 1)) {
      const light = plantDay(plant, at, seed);
      const { productionW, inputsWh } = production(light);
      const { end } = meterDay(light, meter, productionW, counters, false, scheduleOf(plant.sid));
      counters = { ...end, inputsWh: added(counters.inputsWh, inputsWh) };
      mornings.set(`${plant.sid} ${addDays(at, 1)}`, counters);
    }
    return counters;
  }

  function reportsOfDay(plant: DemoPlant, day: string): DeviceReport[] {
    if (plant.commissionedDay === null || day < plant.commissionedDay) return [];
    const light = plantDay(plant, day, seed);
    const productionW = new Float64Array(light.steps);
    const inputsWh: number[] = [];
    const start = countersOn(plant, day);
    // A counter of a lifetime has its first day.
    if (!start && plant.inverters.some(({ own }) => own)) return [];
    const reports: DeviceReport[] = plant.inverters.flatMap((inverter, i) => {
      const spoken = inverterDay(light, inverter, { productionW, ...(i === 0 ? { inputsWh } : {}) });
      const own =
        inverter.replaces === undefined || replacedAtMs === undefined
          ? spoken
          : withReplaced(spoken, inverter.replaces, replacedAtMs);
      const vendor = inverter.own?.vendor;
      return vendor === undefined
        ? own
        : own.map((report) => withLifetime(report, vendor, start?.inputsWh ?? []));
    });
    if (plant.meter && start) {
      const metered = meterDay(light, plant.meter, productionW, start, true, scheduleOf(plant.sid));
      reports.push(...metered.reports);
      const end = { ...metered.end, inputsWh: added(start.inputsWh, inputsWh) };
      mornings.set(`${plant.sid} ${addDays(day, 1)}`, end);
    }
    const vendor = plant.compositeDevice && plant.inverters[0]?.own?.vendor;
    if (vendor !== undefined) return compositeReports(vendor, reports).sort(byTime);
    return reports.sort(byTime);
  }

  return {
    reportsOfDay,
    setSchedule(sid, schedule, fromMs) {
      schedules.set(sid, [...(schedules.get(sid) ?? []), { fromMs, schedule }]);
    },
    revisionOf: (sid) => schedules.get(sid)?.length ?? 0,
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
