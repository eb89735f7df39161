// What a run of the bench writes down.
import os from 'node:os';
import { quantile } from './measure.ts';

export interface Percentiles {
  p50: number;
  p95: number;
}

/** One measured thing. `id` names it in every run, so that runs can be compared. */
export interface Figure {
  id: string;
  name: string;
  /** Of rates more is better, of all others less. */
  unit: 'readings/s' | 'samples/s' | 'ms' | 'B' | 'MB' | 's';
  /** The median where it was measured several times. */
  value: number;
  p95?: number;
  /** After the database was restarted. */
  cold?: Percentiles;
  /** What bare PostgreSQL takes for the same rows, in the same run and unit. */
  bare?: number;
  /** Plants of the fleet that it was measured in. */
  plants?: number;
}

/** How large a run is. */
export interface Sizes {
  isQuick: boolean;
  /** Times that a rate is measured. */
  rounds: number;
  /** Frames of a round at the endpoints. */
  frames: number;
  /** Warm calls of each question, and restarts of the database with one cold call each. */
  calls: number;
  restarts: number;
  /** The small fleet; the large one is ten times as large. */
  plants: number;
  modulesPerPlant: number;
  fleetDays: number;
  fleetEveryMinutes: number;
  /** Days of the plant of 500 modules. */
  largeDays: number;
  /** Days of the plant of 20 modules, and of how many the reports are as often as a device makes them. */
  historyDays: number;
  yearDays: number;
}

export const fullSizes: Sizes = {
  isQuick: false,
  rounds: 5,
  frames: 10_000,
  calls: 30,
  restarts: 5,
  plants: 1_000,
  modulesPerPlant: 8,
  fleetDays: 2,
  fleetEveryMinutes: 60,
  largeDays: 10,
  historyDays: 1825,
  yearDays: 365,
};

export const quickSizes: Sizes = {
  isQuick: true,
  rounds: 2,
  frames: 3_000,
  calls: 10,
  restarts: 2,
  plants: 100,
  modulesPerPlant: 8,
  fleetDays: 1,
  fleetEveryMinutes: 60,
  largeDays: 5,
  historyDays: 400,
  yearDays: 60,
};

export interface Run {
  at: string;
  machine: string;
  /** Of the machine when the run began: above one it was not alone. */
  load: number;
  minutes: number;
  sizes: Sizes;
  /** Sections that were left out, and why. */
  skipped: string[];
  figures: Figure[];
}

/** Collects figures and prints each as it is added. */
export class Book {
  readonly figures: Figure[] = [];
  readonly skipped: string[] = [];
  readonly load = os.loadavg()[0] ?? 0;

  add(figure: Figure): void {
    this.figures.push(figure);
    const { name, value, unit, p95, cold, bare, plants } = figure;
    const more = [
      plants === undefined ? '' : `${plants} plants`,
      p95 === undefined ? '' : `p95 ${shown(p95)}`,
      cold === undefined ? '' : `cold ${shown(cold.p50)}, p95 ${shown(cold.p95)}`,
      bare === undefined ? '' : `bare PostgreSQL ${shown(bare)}`,
    ].filter((text) => text !== '');
    console.log(
      `  ${name.padEnd(50)} ${shown(value)} ${unit}${more.length > 0 ? ` (${more.join('; ')})` : ''}`,
    );
  }

  skip(what: string): void {
    this.skipped.push(what);
    console.log(`  skipped: ${what}`);
  }

  find(id: string, plants?: number): Figure | undefined {
    return this.figures.find((one) => one.id === id && (plants === undefined || one.plants === plants));
  }
}

/** Three digits that count, thousands with commas. */
export const shown = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** Median and 95 % of times that are sorted. */
export const percentiles = (sorted: readonly number[]): Percentiles => ({
  p50: quantile(sorted, 0.5),
  p95: quantile(sorted, 0.95),
});
