// Converts readings between rows and the columns of a compressed day. Pure.
import { measureColumns } from '../catalogue.ts';
import { type BlockReadings, type Lists, listAt } from '../codec/blockShape.ts';

/** A row of `reading` with its instant in ms, `has_own_time` as a number. */
export type StoredRow = Record<string, unknown> & { deviceId: number; atMs: number };

/** The columns of a reading that are no measurements, as numbers. */
const ownColumns = ['kind', 'has_own_time', 'status_bits', 'state'] as const;

const inputNames = measureColumns.filter(({ place }) => place === 'input').map(({ name }) => name);

/** Inputs of the widest reading. */
export const widthOf = ({ lists }: BlockReadings): number =>
  Math.max(0, ...inputNames.map((name) => lists.get(name)?.width ?? 0));

/** Rows of one device and day as columns, in the order of time. */
export function fromRows(rows: readonly StoredRow[]): BlockReadings {
  const inOrder = [...rows].sort((a, b) => a.atMs - b.atMs);
  const scalar = (name: string) =>
    Float64Array.from(inOrder, (row) => (row[name] as number | null) ?? Number.NaN);
  const readings: BlockReadings = {
    at: Float64Array.from(inOrder, ({ atMs }) => Math.round(atMs)),
    scalars: new Map(ownColumns.map((name) => [name, scalar(name)])),
    lists: new Map(),
  };
  for (const { name, place } of measureColumns) {
    if (place === 'device') readings.scalars.set(name, scalar(name));
    else
      readings.lists.set(name, listsOf(inOrder.map((row) => row[name] as readonly (number | null)[] | null)));
  }
  return readings;
}

function listsOf(rows: readonly (readonly (number | null)[] | null)[]): Lists {
  const width = Math.max(0, ...rows.map((list) => list?.length ?? 0));
  const values = new Float64Array(rows.length * width).fill(Number.NaN);
  rows.forEach((list, i) => {
    list?.forEach((value, place) => {
      values[i * width + place] = value ?? Number.NaN;
    });
  });
  return { lengths: Float64Array.from(rows, (list) => list?.length ?? Number.NaN), width, values };
}

/** Selects readings by index; null if none match. */
export function pickReadings(
  readings: BlockReadings,
  isWanted: (i: number) => boolean,
): BlockReadings | null {
  const places = Array.from(readings.at.keys()).filter(isWanted);
  if (places.length === 0) return null;
  const take = (values: Float64Array) => Float64Array.from(places, (i) => values[i]!);
  return {
    at: take(readings.at),
    scalars: new Map([...readings.scalars].map(([name, values]) => [name, take(values)])),
    lists: new Map(
      [...readings.lists].map(([name, list]) => [name, listsOf(places.map((i) => listAt(list, i)))]),
    ),
  };
}

/** One reading as a row of the table has it, without plant, device and instant. */
export function readingRow({ scalars, lists }: BlockReadings, i: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, values] of scalars) row[name] = Number.isNaN(values[i]) ? null : values[i];
  for (const [name, list] of lists) row[name] = listAt(list, i);
  row.has_own_time = row.has_own_time === 1;
  return row;
}

/** Merges both; at the same instant, `late` takes precedence. Columns in only one of them are kept. */
export function merged(known: BlockReadings, late: BlockReadings): BlockReadings {
  const replaced = new Set(late.at);
  const order = [
    ...Array.from(known.at, (at, i) => ({ at, of: known, i })).filter(({ at }) => !replaced.has(at)),
    ...Array.from(late.at, (at, i) => ({ at, of: late, i })),
  ].sort((a, b) => a.at - b.at);
  const names = <T>(of: (readings: BlockReadings) => Map<string, T>) =>
    new Set([...of(known).keys(), ...of(late).keys()]);
  return {
    at: Float64Array.from(order, ({ at }) => at),
    scalars: new Map(
      [...names((r) => r.scalars)].map((name) => [
        name,
        Float64Array.from(order, ({ of, i }) => of.scalars.get(name)?.[i] ?? Number.NaN),
      ]),
    ),
    lists: new Map(
      [...names((r) => r.lists)].map((name) => [
        name,
        listsOf(
          order.map(({ of, i }) => {
            const list = of.lists.get(name);
            return list ? listAt(list, i) : null;
          }),
        ),
      ]),
    ),
  };
}
