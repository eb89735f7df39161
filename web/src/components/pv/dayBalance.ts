// Production and consumption of a day split into parts that add up to the last digit shown.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';

/** Energies of a day in kWh, from its counters. */
export interface DayEnergies {
  producedKwh: number;
  importedKwh: number;
  exportedKwh: number;
  chargedKwh: number;
  dischargedKwh: number;
}

/** All in kWh, rounded to `decimals`: the three parts of each bar add up to it. */
export interface DayBalance {
  decimals: number;
  produced: number;
  used: number;
  /** From PV directly to consumption: the same value in both bars. */
  direct: number;
  stored: number;
  exported: number;
  fromBattery: number;
  fromGrid: number;
  hasBattery: boolean;
}

/** From this value on, tenths of a kWh are precise enough. */
const COARSE_KWH = 10;

/** Production of the day of an answer (type 3), kWh; null if unknown. */
export function producedOfDay({ series, totals }: OutputOf<typeof site.statisticsEcharts>): number | null {
  if (totals?.[0] != null) return totals[0];
  const known = series.flatMap(({ key, data }) => (key === 'production' && data[0] != null ? [data[0]] : []));
  return known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0);
}

/** The energies in a day's answer (type 3 with flows); null without a meter, because consumption is then unknown. */
export function energiesOfDay(answer: OutputOf<typeof site.statisticsEcharts>): DayEnergies | null {
  const { series } = answer;
  const sumOf = (key: string) =>
    series.filter((one) => one.key === key).reduce((sum, { data }) => sum + (data[0] ?? 0), 0);
  const hasMeter = series.some(({ key, data }) => key === 'consumption' && data[0] != null);
  if (!hasMeter) return null;
  return {
    producedKwh: producedOfDay(answer) ?? 0,
    importedKwh: sumOf('imported'),
    exportedKwh: sumOf('exported'),
    chargedKwh: sumOf('charged'),
    dischargedKwh: sumOf('discharged'),
  };
}

/**
 * The two balances. Export and charging are attributed to PV as far as production covers them: daily counters do not
 * tell more. Only the totals and their common part are rounded; the remaining parts take up the difference, so that
 * the parts add up.
 */
export function balanceOf(energies: DayEnergies): DayBalance {
  const { producedKwh, importedKwh, exportedKwh, chargedKwh, dischargedKwh } = energies;
  const exported = Math.min(exportedKwh, producedKwh);
  const stored = Math.min(chargedKwh, producedKwh - exported);
  const direct = producedKwh - exported - stored;
  const fromBattery = Math.max(0, dischargedKwh - (exportedKwh - exported));
  const fromGrid = Math.max(0, importedKwh - (chargedKwh - stored));
  const used = direct + fromBattery + fromGrid;
  const decimals = Math.max(producedKwh, used) >= COARSE_KWH ? 1 : 2;
  const steps = (kwh: number) => Math.round(kwh * 10 ** decimals);
  const back = (count: number) => count / 10 ** decimals;
  const common = Math.min(steps(direct), steps(producedKwh), steps(used));
  const [storedSteps, exportedSteps] = split(steps(producedKwh) - common, stored, exported);
  const [batterySteps, gridSteps] = split(steps(used) - common, fromBattery, fromGrid);
  return {
    decimals,
    produced: back(steps(producedKwh)),
    used: back(steps(used)),
    direct: back(common),
    stored: back(storedSteps),
    exported: back(exportedSteps),
    fromBattery: back(batterySteps),
    fromGrid: back(gridSteps),
    hasBattery: chargedKwh > 0 || dischargedKwh > 0,
  };
}

/** Splits whole steps in the ratio of two amounts. */
function split(steps: number, one: number, other: number): [number, number] {
  if (one + other <= 0) return [0, steps];
  const first = Math.round((steps * one) / (one + other));
  return [first, steps - first];
}
