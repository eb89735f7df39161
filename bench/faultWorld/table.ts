// The figures of a run, and how they are printed.
import { causeRules } from './causes.ts';
import type { FaultResult, PlantResult } from './score.ts';

const quantile = (values: readonly number[], q: number): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
};

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export interface Figures {
  readonly faults: number;
  readonly foundInTime: number;
  readonly namedRight: number;
  /** Of the faults found in time. */
  readonly namedRatio: number | null;
  readonly falsePerHealthyYear: number | null;
  readonly infosPerHealthyYear: number | null;
  readonly falsePerFaultyYear: number | null;
  readonly lossErrorMedian: number | null;
  readonly lossErrorP90: number | null;
  readonly delayDaysMedian: number | null;
  readonly closedRatio: number | null;
  readonly keptOpenRatio: number | null;
  readonly duplicates: number;
  /** Plants that lose at least 1 % by clipping, how many of them have a clipping note, and how many that do not clip. */
  readonly clipping: { readonly plants: number; readonly noted: number; readonly notedElsewhere: number };
  readonly msPerModuleDay: number;
}

export function figuresOf(plants: readonly PlantResult[]): Figures {
  const faults = plants.flatMap((plant) => plant.faults);
  const found = faults.filter(({ isFound }) => isFound);
  const errors = found.flatMap(({ lossError }) => (lossError === null ? [] : [lossError]));
  const rate = (isHealthy: boolean, isFault: boolean): number | null => {
    const among = plants.filter((plant) => plant.isHealthy === isHealthy);
    const years = among.reduce((sum, plant) => sum + plant.years, 0);
    const count = among.flatMap(({ others }) => others).filter(({ finding }) => finding.isFault === isFault);
    return ratio(count.length, years);
  };
  const share = (values: readonly (boolean | null)[]) => {
    const known = values.filter((value) => value !== null);
    return ratio(known.filter(Boolean).length, known.length);
  };
  const named = found.filter(({ isNamed }) => isNamed).length;
  const sum = (of: (plant: PlantResult) => number) => plants.reduce((total, plant) => total + of(plant), 0);
  return {
    faults: faults.length,
    foundInTime: found.length,
    namedRight: named,
    namedRatio: ratio(named, found.length),
    falsePerHealthyYear: rate(true, true),
    infosPerHealthyYear: rate(true, false),
    falsePerFaultyYear: rate(false, true),
    lossErrorMedian: quantile(errors, 0.5),
    lossErrorP90: quantile(errors, 0.9),
    delayDaysMedian: quantile(
      found.map(({ delayDays }) => delayDays!),
      0.5,
    ),
    closedRatio: share(faults.map(({ isClosed }) => isClosed)),
    keptOpenRatio: share(faults.map(({ isKeptOpen }) => isKeptOpen)),
    clipping: clippingOf(plants),
    duplicates: faults.reduce((total, { duplicates }) => total + duplicates, 0),
    msPerModuleDay:
      sum(({ evaluateMs }) => evaluateMs) /
      Math.max(
        1,
        sum(({ moduleDays }) => moduleDays),
      ),
  };
}

function clippingOf(plants: readonly PlantResult[]): Figures['clipping'] {
  const clips = plants.filter(({ clippedRatio }) => clippedRatio >= 0.01);
  const elsewhere = plants.filter(({ clippedRatio }) => clippedRatio < 0.001);
  const noted = (of: readonly PlantResult[]) => of.filter(({ isClippingNoted }) => isClippingNoted).length;
  return { plants: clips.length, noted: noted(clips), notedElsewhere: noted(elsewhere) };
}

const percent = (value: number | null): string => (value === null ? '-' : `${(100 * value).toFixed(0)} %`);
const decimal = (value: number | null, digits = 1): string => (value === null ? '-' : value.toFixed(digits));

/** One line per cause, then the totals. */
export function tableOf(plants: readonly PlantResult[]): string {
  const faults = plants.flatMap((plant) => plant.faults);
  const lines = [
    'cause               faults found named  delay d  loss error  closed  kept open  named instead',
  ];
  for (const { cause } of causeRules) {
    const of = faults.filter((fault) => fault.cause === cause);
    if (of.length > 0) lines.push(lineOf(cause, of));
  }
  const figures = figuresOf(plants);
  const per100 = (count: number) => ((100 * count) / Math.max(1, figures.faults)).toFixed(0);
  return [
    ...lines,
    '',
    `found in time        ${figures.foundInTime} of ${figures.faults} (${per100(figures.foundInTime)} of 100)`,
    `causes right         ${figures.namedRight} (${per100(figures.namedRight)} of 100, ${percent(figures.namedRatio)} of those found)`,
    `false alarms         ${decimal(figures.falsePerHealthyYear, 2)} per healthy plant-year, ${decimal(figures.falsePerFaultyYear, 2)} per faulty plant-year`,
    `other notes          ${decimal(figures.infosPerHealthyYear, 2)} per healthy plant-year`,
    `lost energy          error ${percent(figures.lossErrorMedian)} median, ${percent(figures.lossErrorP90)} p90`,
    `delay                ${decimal(figures.delayDaysMedian)} days median`,
    `closed after repair  ${percent(figures.closedRatio)}, kept open while it lasts ${percent(figures.keptOpenRatio)}`,
    `duplicates           ${figures.duplicates}`,
    `clipping             noted in ${figures.clipping.noted} of ${figures.clipping.plants} plants that clip, in ${figures.clipping.notedElsewhere} that do not`,
    `time                 ${figures.msPerModuleDay.toFixed(3)} ms per module-day`,
  ].join('\n');
}

function lineOf(cause: string, of: readonly FaultResult[]): string {
  const found = of.filter(({ isFound }) => isFound);
  const errors = found.flatMap(({ lossError }) => (lossError === null ? [] : [lossError]));
  const part = (values: readonly (boolean | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? '-' : `${known.filter(Boolean).length}/${known.length}`;
  };
  const wrong = new Map<string, number>();
  for (const { isNamed, named } of found)
    if (!isNamed && named !== null) wrong.set(named, (wrong.get(named) ?? 0) + 1);
  const delays = found.map(({ delayDays }) => delayDays!);
  return [
    cause.padEnd(20),
    String(of.length).padStart(6),
    String(found.length).padStart(6),
    String(found.filter(({ isNamed }) => isNamed).length).padStart(6),
    decimal(quantile(delays, 0.5)).padStart(9),
    percent(quantile(errors, 0.5)).padStart(12),
    part(of.map(({ isClosed }) => isClosed)).padStart(8),
    part(of.map(({ isKeptOpen }) => isKeptOpen)).padStart(11),
    `  ${[...wrong].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  ].join('');
}
