// Reads the reference data of the analytics.

import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@helioport/domain/duration';

const folder = new URL('reference/', import.meta.url);

/** Rows of a reference series without its heading and comments. */
export function readRows(name: string): string[][] {
  return gunzipSync(fs.readFileSync(new URL(`${name}.csv.gz`, folder)))
    .toString('utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(','))
    .filter((row, at) => at > 0 || row.every((cell) => cell === '' || Number.isFinite(Number(cell))));
}

/** A number, NaN for a gap. */
export const numberOf = (cell: string | undefined): number =>
  cell === undefined || cell === '' ? Number.NaN : Number(cell);

export interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number;
  /** Tilt and azimuth in degrees. */
  readonly planes: readonly (readonly [number, number])[];
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | string | null)[])[];
}

interface Vectors {
  readonly places: readonly Place[];
  readonly sun: Table;
  readonly planes: Table;
  readonly days: Table;
  readonly riseSet: Table;
  readonly polar: Table & { readonly place: Place };
  readonly pvwattsYear: { readonly truth: { readonly acKWhByMonth: readonly number[] } };
}

export const readVectors = (): Vectors =>
  JSON.parse(fs.readFileSync(new URL('pvlib-vectors.json', folder), 'utf8')) as Vectors;

/** Reads a column of a row as a number. */
export function cellOf(table: Table, row: Table['rows'][number], column: string): number {
  const at = table.columns.indexOf(column);
  if (at < 0) throw new Error(`reference vectors have no column ${column}`);
  return Number(row[at]);
}

/** Reads a column of a row as an instant in ms UTC; null where it is empty. */
export function instantOf(table: Table, row: Table['rows'][number], column: string): number | null {
  const cell = row[table.columns.indexOf(column)];
  return cell == null ? null : Date.parse(String(cell));
}

/** A series of instants cut into days that begin `offsetMs` after midnight UTC. */
export function cutDays(
  values: readonly (readonly [ms: number, power: number])[],
  slotMs: number,
  offsetMs: number,
): { startMs: number; slotMs: number; powerW: Float64Array }[] {
  const dayMs = DAY_MS;
  const days = new Map<number, Float64Array>();
  for (const [ms, power] of values) {
    const number = Math.floor((ms - offsetMs) / dayMs);
    const powerW = days.get(number) ?? new Float64Array(dayMs / slotMs).fill(Number.NaN);
    days.set(number, powerW);
    powerW[Math.floor((ms - offsetMs - number * dayMs) / slotMs)] = power;
  }
  return [...days]
    .sort((a, b) => a[0] - b[0])
    .map(([number, powerW]) => ({ startMs: number * dayMs + offsetMs, slotMs, powerW }));
}
