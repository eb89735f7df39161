// Plants of the demo data live through a season: what always was shaded, soiled or broken makes no module weak, whatever
// the sun does, and one that loses a fifth is named. WHOLE_YEAR=on: all plants, a year.
import { demoPlants } from '@helioport/demo/plants';
import type { DemoPlant } from '@helioport/demo/world';
import { LEAST_IN_ARRAY } from '@helioport/domain/arrayMedian';
import { addDays, dayNumber } from '@helioport/domain/periods';
import { underperformingModules } from '@helioport/domain/underperforming';
import { WEAK_DAYS, weakModules } from '@helioport/domain/weak';
import { inverterDay } from '@helioport/simulator/plant';
import { plantDay } from '@helioport/simulator/plantDay';
import { expect, it } from 'vitest';

const isWhole = process.env.WHOLE_YEAR === 'on';
/** Autumn, in which shadows grow from day to day. */
const FROM = isWhole ? '2026-01-01' : '2026-08-20';
const DAYS = isWhole ? 365 + WEAK_DAYS : 100;
const MOST_MODULES = 40;

interface Module {
  name: string;
  ratedW: number;
  array: string;
  /** What is wrong with it in the demo data; null: it is healthy. */
  flaw: string | null;
  whByDay: Map<number, number>;
}

/** What each module produced on each day, as its inverter counts it. */
function simulated(plant: DemoPlant): Module[] {
  const inverters = plant.inverters.slice(0, Math.ceil(MOST_MODULES / plant.inverters[0]!.modules.length));
  const modules = inverters.flatMap(({ serial, modules: own, productNumber }) =>
    own.map(({ addr, ratedW, array, flaw }) => ({
      name: `${plant.sid} ${serial}-${addr}`,
      ratedW,
      array: `${array}/${productNumber}`,
      flaw: flaw?.kind ?? null,
      whByDay: new Map<number, number>(),
    })),
  );
  for (let i = 0; i < DAYS; i++) {
    const day = addDays(FROM, i);
    const light = plantDay(plant, day, 'season');
    const made = inverters.flatMap((inverter) => {
      const inputsWh: number[] = [];
      inverterDay(light, inverter, { inputsWh, wantsReports: false });
      return inverter.modules.map((_, at) => inputsWh[at] ?? 0);
    });
    for (const [at, wh] of made.entries()) modules[at]!.whByDay.set(dayNumber(day), wh);
  }
  return modules;
}

const seasons = new Map<DemoPlant, readonly Module[]>();

/** The season of a plant, simulated once; the tests get copies. */
function season(plant: DemoPlant): Module[] {
  const known = seasons.get(plant) ?? simulated(plant);
  seasons.set(plant, known);
  return known.map((module) => ({ ...module, whByDay: new Map(module.whByDay) }));
}

/** Modules that underperform compared with their array on some day of the season. */
function belowArray(modules: readonly Module[]): Module[] {
  const arrays = new Map<string, Module[]>();
  for (const one of modules) arrays.set(one.array, [...(arrays.get(one.array) ?? []), one]);
  const found = new Set<Module>();
  for (const array of arrays.values()) {
    const members = array.map((one) => ({ ...one, isKnown: false }));
    for (let day = dayNumber(FROM) + 20; day < dayNumber(FROM) + DAYS; day++)
      for (const [i, below] of underperformingModules(members, {
        lastDay: day,
        isSound: () => true,
      }).entries())
        if (below) found.add(array[i]!);
  }
  return [...found];
}

/** Modules that are weak on some day of the season. */
function weakOnes(modules: readonly Module[]): string[] {
  const arrays = new Map<string, Module[]>();
  for (const one of modules) arrays.set(one.array, [...(arrays.get(one.array) ?? []), one]);
  const found = new Set<string>();
  for (const array of arrays.values()) {
    if (array.length < LEAST_IN_ARRAY) continue;
    const members = array.map((one) => ({ ...one, known: null }));
    for (let day = dayNumber(FROM) + 20; day < dayNumber(FROM) + DAYS; day++)
      for (const [i, weak] of weakModules(members, { lastDay: day, isSound: () => true }).entries())
        if (weak) found.add(array[i]!.name);
  }
  return [...found];
}

const isBroken = ({ faults }: DemoPlant) =>
  faults.some(({ kind }) => kind === 'lockedOut' || kind === 'hotInverter');
const plants = demoPlants.filter(
  (plant) => plant.commissionedDay !== null && plant.inverters.length > 0 && !isBroken(plant),
);
/** A module in shade, among enough others to be judged. */
const hasShade = ({ inverters }: DemoPlant): boolean => {
  const modules = inverters.flatMap((inverter) => inverter.modules);
  return modules.some(
    ({ flaw, array }) =>
      flaw?.kind === 'shade' && modules.filter((one) => one.array === array).length >= LEAST_IN_ARRAY,
  );
};
const lived = isWhole ? plants : plants.filter(hasShade);

it('a season of shade, dirt and weather makes no module weak', { timeout: 3_600_000 }, () => {
  expect(lived.length).toBeGreaterThan(0);
  expect(lived.flatMap((plant) => weakOnes(season(plant)))).toEqual([]);
});

it('a module that loses a fifth in the middle of it is named', { timeout: 240_000 }, () => {
  const modules = season(plants.find(hasShade)!);
  const own = modules.find(
    ({ array }) => modules.filter((one) => one.array === array).length >= LEAST_IN_ARRAY,
  );
  const from = dayNumber(FROM) + 60;
  for (const [day, wh] of own!.whByDay) if (day >= from) own!.whByDay.set(day, wh * 0.8);
  expect(weakOnes(modules)).toEqual([own!.name]);
});

it('beside its array no healthy module underperforms, and the broken ones do', { timeout: 3_600_000 }, () => {
  const all = plants.map((plant) => season(plant));
  const modules = all.flat();
  const named = all.flatMap(belowArray);
  expect(named.filter(({ flaw }) => flaw === null).map(({ name }) => name)).toEqual([]);
  const flaws = new Set(named.map(({ flaw }) => flaw));
  const broken = modules.filter(({ flaw }) => flaw === 'diode' || flaw === 'dead');
  expect(broken.length).toBeGreaterThan(0);
  expect(named).toEqual(expect.arrayContaining(broken));
  if (!isWhole) expect([...flaws].sort()).toEqual(['dead', 'diode']);
});
