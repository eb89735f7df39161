// Measurements as stored: the only module that builds SQL about measurements. The columns of `reading` and `latest`
// follow from the keys of domain/measureList, and every statement takes its column lists from here. `acVoltage` is
// `ac_voltage`; DC inputs are `ch_…`, phases `ph_…`, as arrays whose first entry is input or phase 1.
import { type DeviceKind, deviceKindByCode, deviceKinds } from '@helioport/domain/deviceKinds';
import {
  allMeasures,
  fromStore,
  isPer,
  type Measure,
  type MeasureKey,
  measures,
  type Place,
} from '@helioport/domain/measures';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/** One column of `reading` and `latest`. */
export interface MeasureColumn {
  key: MeasureKey;
  place: Place;
  name: string;
  /** Of the column, and of a parameter that carries one for every row. */
  type: string;
  isCounter: boolean;
}

const places: readonly Place[] = ['device', 'input', 'phase'];
const prefixes: Readonly<Record<Place, string>> = { device: '', input: 'ch_', phase: 'ph_' };
const integers = { 2: 'smallint', 4: 'int', 8: 'bigint' } as const;

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const columnName = (key: MeasureKey, place: Place): string =>
  prefixes[place] + (place === 'phase' ? snake(key).replace(/^phase_/, '') : snake(key));

const columnOf = (measure: Measure, place: Place): MeasureColumn => ({
  key: measure.key,
  place,
  name: columnName(measure.key, place),
  type: place === 'device' ? integers[measure.bytes] : 'int[]',
  isCounter: measure.overTime === 'counter',
});

/** All columns of measures, in an order that is the same everywhere. */
export const measureColumns: readonly MeasureColumn[] = places.flatMap((place) =>
  allMeasures.filter((measure) => isPer(measure, place)).map((measure) => columnOf(measure, place)),
);

/** A daily mean: a column of `device_day`, in the unit of the measurement. */
export interface DayMean {
  key: MeasureKey;
  name: string;
}

/** The daily means that are stored, in the order of the list. */
export const dayMeans: readonly DayMean[] = allMeasures
  .filter((measure) => measure.hasDayMean && isPer(measure, 'device'))
  .map(({ key }) => ({ key, name: `mean_${snake(key)}` }));

/**
 * The columns that each table has because of the list. A restore also completes the schema of a backup from before
 * 0250_readings.sql, in which the first table is called `report`.
 */
const listed: Readonly<Record<string, readonly { name: string; type: string }[]>> = {
  reading: measureColumns,
  report: measureColumns,
  latest: measureColumns,
  device_day: dayMeans.map(({ name }) => ({ name, type: 'real' })),
};

/**
 * Adds columns of the list that the database lacks: a new measurement needs no migration. Called after the migrations,
 * under their lock. Returns `table.column` of the added ones.
 */
export async function addMissingColumns(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = any($1)`,
    [Object.keys(listed)],
  );
  const known = new Set(rows.map(({ name }) => name));
  const tables = new Set(rows.map(({ name }) => name.split('.')[0]));
  const added: string[] = [];
  for (const [table, columns] of Object.entries(listed)) {
    if (!tables.has(table)) continue;
    const missing = columns.filter(({ name }) => !known.has(`${table}.${name}`));
    if (missing.length === 0) continue;
    const clauses = missing.map(({ name, type }) => `add column if not exists ${name} ${type}`);
    // Without a default a new column rewrites no row.
    await client.query(`alter table ${table} ${clauses.join(', ')}`);
    added.push(...missing.map(({ name }) => `${table}.${name}`));
  }
  return added;
}

/** `a, b, c`, each after the alias where one is given. */
export const namesOf = (columns: readonly { name: string }[], alias?: string): string =>
  columns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');

/** The name of a measure's column. */
export const nameOfColumn = columnName;

/** The column of a measure, after the alias of its table. */
export const measureColumn = (alias: string, key: MeasureKey, place: Place = 'device'): RawBuilder<unknown> =>
  sql.ref(`${alias}.${columnName(key, place)}`);

/** The same in the unit of the measure. */
export const measureInSi = (alias: string, key: MeasureKey): RawBuilder<number | null> =>
  sql`(${measureColumn(alias, key)} / ${sql.lit(measures[key].storedPerUnit)}::float8)`;

/** Values that device kinds store under different measurements. */
export type MainValue = 'mainPower' | 'mainCounter' | 'secondCounter';

const measureIn: Readonly<Record<MainValue, (kind: DeviceKind) => MeasureKey | null>> = {
  mainPower: ({ power }) => power,
  mainCounter: ({ counters }) => counters?.[0] ?? null,
  secondCounter: ({ counters }) => counters?.[1] ?? null,
};

/** The column of a main value for a kind of this number; null if it has none. */
export function mainColumnName(kindCode: number, value: MainValue): string | null {
  const kind = deviceKindByCode(kindCode);
  const key = kind ? measureIn[value](kind) : null;
  return key === null ? null : columnName(key, 'device');
}

/**
 * Power or counter of a device's kind, in stored steps: `case l.kind when 1 then l.grid_power … end`. All powers have
 * the same steps, and so do all counters. `alias` is a row of `reading` or `latest`.
 */
export function mainColumn(alias: string, value: MainValue): string {
  const cases = deviceKinds.flatMap((kind) => {
    const key = measureIn[value](kind);
    return key === null ? [] : [`when ${kind.code} then ${alias}.${columnName(key, 'device')}`];
  });
  return `(case ${alias}.kind ${cases.join(' ')} end)`;
}

/** Current power of a device in W, with the sign convention of its kind; null if not reported. */
export const mainPowerW = (alias: string): RawBuilder<number | null> =>
  sql.raw(`(${mainColumn(alias, 'mainPower')} / ${measures.power.storedPerUnit}.0::float8)`);

const ofInputs = measureColumns.filter(({ place }) => place === 'input');

/** Number of inputs in a reading; 0 for a reading of the device alone or without a row. */
export const inputCount = (alias: string): string =>
  // All lists of a reading have one length, so the first existing one is enough: evaluating all of them costs more than
  // the rest of a statement that reads many readings.
  `coalesce(${ofInputs.map(({ name }) => `array_length(${alias}.${name}, 1)`).join(', ')}, 0)`;

/** Counter columns of inputs, in order of preference: of the day, else lifetime. */
export const inputCounters: readonly MeasureColumn[] = ofInputs.filter(({ isCounter }) => isCounter);

/** The counters of the inputs: those of the day, else those of the lifetime. */
export const inputCounter = (alias: string): string => `coalesce(${namesOf(inputCounters, alias)})`;

/** The columns of all measures, for a select that `valuesOf` reads. */
export const everyMeasure = (alias: string): RawBuilder<unknown> => sql.raw(namesOf(measureColumns, alias));

/** The measures of one reading in their units. What was not measured is absent. */
export interface Values {
  scalars: Partial<Record<MeasureKey, number>>;
  /** First entry = input 1. */
  inputs: Partial<Record<MeasureKey, (number | null)[]>>;
  /** First entry = phase 1. */
  phases: Partial<Record<MeasureKey, (number | null)[]>>;
}

/** Reads a row that selected `everyMeasure`. */
export function valuesOf(row: Readonly<Record<string, unknown>>): Values {
  const values: Values = { scalars: {}, inputs: {}, phases: {} };
  for (const { key, place, name } of measureColumns) {
    const stored = row[name];
    if (typeof stored === 'number') values.scalars[key] = fromStore(key, stored) ?? 0;
    else if (Array.isArray(stored)) {
      const lists = place === 'input' ? values.inputs : values.phases;
      lists[key] = stored.map((one: number | null) => fromStore(key, one));
    }
  }
  return values;
}

/** Number of inputs that have values. */
export const inputsIn = ({ inputs }: Values): number =>
  Math.max(0, ...Object.values(inputs).map((list) => list.length));
