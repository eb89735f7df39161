// Compressed days for readers of many readings: the same numeric lists as from rows.
import { deviceKinds } from '@helioport/domain/deviceKinds';
import type { MeasureKey } from '@helioport/domain/measures';
import { inputCounters, type MainValue, mainColumnName, nameOfColumn } from '../catalogue.ts';
import type { BlockReadings, Lists } from '../codec/blockShape.ts';
import type { DecodedDay } from './blocks.ts';
import {
  type InputName,
  isMainValue,
  type Part,
  PHASES,
  phaseName,
  type ReadingsOf,
  type ScalarName,
} from './readingParts.ts';

/** Block columns required for a query. The column of a main value depends on the kind, so all candidates are included. */
export function columnsOf({ scalars, inputs, phases = [] }: ReadingsOf): Set<string> {
  return new Set([
    'kind',
    ...scalars.flatMap((name) => (isMainValue(name) ? mainColumns[name] : [scalarColumn(name)])),
    ...inputs.flatMap(inputColumns),
    ...phases.map((key) => nameOfColumn(key, 'phase')),
  ]);
}

const scalarColumn = (name: Exclude<ScalarName, MainValue>): string =>
  name === 'statusBits' ? 'status_bits' : nameOfColumn(name, 'device');

const inputColumns = (name: InputName): string[] =>
  name === 'inputCounter' ? inputCounters.map((column) => column.name) : [nameOfColumn(name, 'input')];

/** Readings of a compressed day within the range that are not in `seen`; null without any. */
export function partOfBlock(
  { kind, width, readings }: DecodedDay,
  which: ReadingsOf,
  seen: ReadonlySet<number> | undefined,
): Part | null {
  const { at } = readings;
  const picked: number[] = [];
  for (let i = 0; i < at.length; i++)
    if (at[i]! >= which.fromMs && at[i]! < which.toMs && !seen?.has(at[i]!)) picked.push(i);
  if (picked.length === 0) return null;
  const isWhole = picked.length === at.length;
  const pick = (values: Float64Array, per = 1): Float64Array => {
    if (isWhole) return values;
    const some = new Float64Array(picked.length * per);
    picked.forEach((from, to) => {
      some.set(values.subarray(from * per, (from + 1) * per), to * per);
    });
    return some;
  };
  const nothing = (per = 1) => new Float64Array(picked.length * per).fill(Number.NaN);
  const scalar = (name: string) => {
    const values = readings.scalars.get(name);
    return values ? pick(values) : nothing();
  };
  const phase = (key: MeasureKey, i: number) => {
    const lists = readings.lists.get(nameOfColumn(key, 'phase'));
    return lists ? pick(places(lists, i, i + 1)) : nothing();
  };
  return {
    kind,
    width,
    at: pick(at),
    scalars: new Map([
      ...which.scalars.map(
        (name) =>
          [name, isMainValue(name) ? pick(mainValueOf(readings, name)) : scalar(scalarColumn(name))] as const,
      ),
      ...(which.phases ?? []).flatMap((key) =>
        Array.from({ length: PHASES }, (_, i) => [phaseName(key, i), phase(key, i)] as const),
      ),
    ]),
    inputs: new Map(
      which.inputs.map((name) => [name, pick(inputOf(readings, inputColumns(name), width), width)] as const),
    ),
  };
}

/** The places of each list from one on, up to but without another, flat; NaN where a reading reaches less far. */
function places({ lengths, width, values }: Lists, from: number, to: number): Float64Array {
  if (from === 0 && to === width) return values;
  const per = to - from;
  const some = new Float64Array(lengths.length * per).fill(Number.NaN);
  const reach = Math.min(width, to);
  for (let i = 0; i < lengths.length; i++)
    for (let place = from; place < reach; place++) some[i * per + place - from] = values[i * width + place]!;
  return some;
}

/** The columns that the kinds of devices have for each main value. */
const mainColumns: Readonly<Record<MainValue, string[]>> = {
  mainPower: mainColumnsOf('mainPower'),
  mainCounter: mainColumnsOf('mainCounter'),
  secondCounter: mainColumnsOf('secondCounter'),
};

function mainColumnsOf(value: MainValue): string[] {
  const names = deviceKinds.map(({ code }) => mainColumnName(code, value));
  return [...new Set(names)].filter((name) => name !== null);
}

/** The main value of each reading. Devices almost always keep their kind, so it is usually one column. */
function mainValueOf({ at, scalars }: BlockReadings, value: MainValue): Float64Array {
  const kinds = scalars.get('kind');
  const columnAt = (i: number) => {
    const name = mainColumnName(kinds?.[i] ?? 0, value);
    return name === null ? undefined : scalars.get(name);
  };
  if (kinds?.every((kind) => kind === kinds[0]))
    return columnAt(0) ?? new Float64Array(at.length).fill(Number.NaN);
  return at.map((_, i) => columnAt(i)?.[i] ?? Number.NaN);
}

/** The first of these columns that a reading has. */
function inputOf({ at, lists }: BlockReadings, names: readonly string[], width: number): Float64Array {
  const columns = names.flatMap((name) => lists.get(name) ?? []);
  const [first, ...others] = columns;
  if (!first) return new Float64Array(at.length * width).fill(Number.NaN);
  if (others.length === 0) return places(first, 0, width);
  const values = places(first, 0, width).slice();
  for (const other of others) {
    const filling = places(other, 0, width);
    first.lengths.forEach((length, i) => {
      if (Number.isNaN(length)) values.set(filling.subarray(i * width, (i + 1) * width), i * width);
    });
  }
  return values;
}
