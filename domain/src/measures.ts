// What follows from the catalogue of measures: its keys, lists by a property, and the way into the store and out.
import { type MeasureEntry, measureList } from './measureList.ts';

export type MeasureKey = keyof typeof measureList;

export interface Measure extends MeasureEntry {
  readonly key: MeasureKey;
}

/** Level of a value in a reading: device, DC input or grid phase. */
export type Place = 'device' | 'input' | 'phase';

type Fields<Name extends 'field' | 'partField', Of> = {
  [Key in MeasureKey]: (typeof measureList)[Key] extends { per: Of } & Record<Name, infer F extends string>
    ? F
    : never;
}[MeasureKey];

/** Names of numbers in a JSON report, in its channels and in its phases. */
export type ReportField = Fields<'field', MeasureEntry['per']>;
export type ChannelField = Fields<'partField', 'input' | 'both'>;
export type PhaseField = Fields<'partField', 'phase'>;

const keys = Object.keys(measureList) as MeasureKey[];

/** All measures in the order of the catalogue. */
export const allMeasures: readonly Measure[] = keys.map((key) => ({ ...measureList[key], key }));

export const measures = Object.fromEntries(allMeasures.map((measure) => [measure.key, measure])) as Readonly<
  Record<MeasureKey, Measure>
>;

/** The measure of a name; undefined for names that mean none. */
export const measureOf = (name: string): Measure | undefined =>
  Object.hasOwn(measures, name) ? measures[name as MeasureKey] : undefined;

const places: Readonly<Record<Measure['per'], readonly Place[]>> = {
  device: ['device'],
  input: ['input'],
  both: ['device', 'input'],
  phase: ['phase'],
};

export const isPer = ({ per }: Measure, place: Place): boolean => places[per].includes(place);

/** The measures that a device, its inputs or its phases have. */
export const measuresPer = (place: Place): readonly Measure[] =>
  allMeasures.filter((measure) => isPer(measure, place));

/** The field of a JSON report that carries the measure at this place; undefined for none. */
export const fieldOf = ({ field, partField }: Measure, place: Place): string | undefined =>
  place === 'device' ? field : partField;

/** The name of its line at this place; undefined for none. Those of inputs and phases get `_1`, `_2` … */
export const lineNameOf = ({ lineName, partLineName }: Measure, place: Place): string | undefined =>
  place === 'device' ? lineName : partLineName;

/** How a value is shown: a ratio in %, all others in their unit. A plain number has the unit ''. */
export function shownAs({ unit, decimals }: Measure): { unit: string; per: number; decimals: number } {
  if (unit === 'ratio') return { unit: '%', per: 100, decimals: Math.max(0, decimals - 2) };
  return { unit: unit === '1' ? '' : unit, per: 1, decimals };
}

/** The integer that stands for a value in the store; null stays null and what is no number becomes null. */
export const toStore = (key: MeasureKey, value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Math.round(value * measures[key].storedPerUnit);

/** The value that a stored integer stands for; null stays null. */
export const fromStore = (key: MeasureKey, stored: number | null | undefined): number | null =>
  stored === null || stored === undefined ? null : stored / measures[key].storedPerUnit;
