// Reads many readings as typed arrays, from rows and compressed days alike.
import { sql } from 'kysely';
import { copyOut } from '../../platform/copyOut.ts';
import type { Db } from '../../platform/db.ts';
import { unpackBlock } from '../codec/block.ts';
import { numbers } from '../columns.ts';
import { over } from '../queryable.ts';
import { columnsOf, partOfBlock } from './blockParts.ts';
import { overlapping } from './blocks.ts';
import { type DeviceReadings, type Part, PHASES, phaseName, type ReadingsOf } from './readingParts.ts';
import { columnsOfBlocks, columnsOfRows, RowReader } from './rowParts.ts';

/** Devices that ever reported at a plant, in the order of their numbers, with their kinds. */
export type Kinds = readonly (readonly [id: number, kind: number])[];

/**
 * The readings of a plant's devices (or of one) between two instants, devices in the order of their numbers.
 * @throws BlockUnreadable
 */
export async function readReadings(db: Db, which: ReadingsOf): Promise<DeviceReadings[]> {
  return await readOf(db, which, await kindsOf(db, which));
}

/**
 * The same for these devices only.
 * @throws BlockUnreadable
 */
export const readReadingsOf = (db: Db, which: ReadingsOf, kinds: Kinds): Promise<DeviceReadings[]> =>
  readOf(db, which, kinds);

/** Devices per part: each query has a fixed cost, and a day of this many is a few dozen MB at most. */
const DEVICES_OF_PART = 128;

/**
 * Reads the readings of a plant in parts of some devices and processes each part while the database reads the next,
 * which halves the time.
 */
export async function readReadingsInParts(
  db: Db,
  which: ReadingsOf,
  kinds: Kinds,
  take: (part: readonly DeviceReadings[]) => void,
): Promise<void> {
  const read = (from: number) => {
    const reading = readOf(db, which, kinds.slice(from, from + DEVICES_OF_PART));
    // Prevents an unhandled rejection while the previous part is processed; awaiting the promise throws the error.
    reading.catch(() => undefined);
    return reading;
  };
  let next = read(0);
  for (let from = DEVICES_OF_PART; from < kinds.length; from += DEVICES_OF_PART) {
    const now = await next;
    next = read(from);
    take(now);
  }
  take(await next);
}

/** The devices that `which` may include. */
export async function kindsOf(db: Db, { siteId, deviceId }: ReadingsOf): Promise<Kinds> {
  const { rows } = await over(db).query<{ id: number; kind: number }>({
    name: 'readings-devices',
    text: `select device_id as id, kind from latest where site_id = $1 and ($2::bigint is null or device_id = $2) order by 1`,
    values: [siteId, deviceId ?? null],
  });
  return rows.map(({ id, kind }) => [id, kind]);
}

/**
 * Reads rows and compressed days in one statement, so that a day compressed concurrently is in one of them. The range
 * is queried in two halves, which makes the planner use a bitmap scan and read each page once: devices report in turns,
 * and reading one device after the other would read a page again for each of its rows.
 */
async function readOf(db: Db, which: ReadingsOf, kinds: Kinds): Promise<DeviceReadings[]> {
  if (kinds.length === 0) return [];
  const { siteId, fromMs, toMs } = which;
  const ids = sql`any(${numbers(kinds.map(([id]) => id))}::bigint[])`;
  const [from, half, to] = [fromMs, Math.floor((fromMs + toMs) / 2), toMs].map((ms) => new Date(ms));
  const reader = new RowReader(which);
  await copyOut(
    db,
    sql`select ${sql.join(columnsOfRows(which))} from reading r
        where r.site_id = ${siteId} and r.device_id = ${ids}
          and (r.at >= ${from} and r.at < ${half} or r.at >= ${half} and r.at < ${to})
        union all
        select ${sql.join(columnsOfBlocks(which))} from reading_block b
        where b.site_id = ${siteId} and b.device_id = ${ids} and ${overlapping(which)}`,
    reader.take,
  );
  const wanted = columnsOf(which);
  const kindOf = new Map(kinds);
  return [...reader.devices(kindOf)]
    .sort(([a], [b]) => a - b)
    .flatMap(([deviceId, { part, blocks }]) => {
      // At the same instant, the row arrived later and takes precedence.
      const seen = blocks.length > 0 && part ? new Set(part.at) : undefined;
      const decoded = blocks.flatMap(({ width, bytes: block }) => {
        const day = { deviceId, kind: kindOf.get(deviceId)!, width, readings: unpackBlock(block, wanted) };
        return partOfBlock(day, which, seen) ?? [];
      });
      const parts = part ? [part, ...decoded] : decoded;
      return parts.length === 0 ? [] : [assemble(deviceId, parts, which)];
    });
}

/** One device's readings from their parts (almost always just one), in order of time. */
function assemble(
  deviceId: number,
  parts: readonly Part[],
  { scalars, inputs, phases = [] }: ReadingsOf,
): DeviceReadings {
  const width = Math.max(...parts.map((part) => part.width));
  const places = parts.length === 1 ? [] : placesOf(parts);
  const column = (of: (part: Part) => Float64Array) => interleave(parts.map(of), places, 1);
  const result: DeviceReadings = {
    deviceId,
    kind: parts[0]!.kind,
    at: column((part) => part.at),
    scalars: {},
    width,
    inputs: {},
    phases: {},
  };
  for (const name of scalars) result.scalars[name] = column((part) => part.scalars.get(name)!);
  for (const key of phases)
    result.phases[key] = Array.from({ length: PHASES }, (_, i) =>
      column((part) => part.scalars.get(phaseName(key, i))!),
    );
  for (const name of inputs)
    result.inputs[name] = interleave(
      parts.map((part) => part.inputs.get(name)!),
      places,
      width,
    );
  return result;
}

/**
 * For each part, the position of each of its readings among all: by time, and at one instant in the order of the parts.
 * Each part is in the order of time.
 */
function placesOf(parts: readonly Part[]): Int32Array[] {
  const places = parts.map(({ at }) => new Int32Array(at.length));
  const next = new Int32Array(parts.length);
  const count = parts.reduce((sum, { at }) => sum + at.length, 0);
  for (let place = 0; place < count; place++) {
    let earliest = -1;
    let earliestMs = Number.POSITIVE_INFINITY;
    for (let part = 0; part < parts.length; part++) {
      const { at } = parts[part]!;
      const i = next[part]!;
      if (i < at.length && at[i]! < earliestMs) {
        earliest = part;
        earliestMs = at[i]!;
      }
    }
    places[earliest]![next[earliest]!++] = place;
  }
  return places;
}

/** One column of all parts, `width` values per reading; NaN where a part has fewer. */
function interleave(
  columns: readonly Float64Array[],
  places: readonly Int32Array[],
  width: number,
): Float64Array {
  if (columns.length === 1) return columns[0]!;
  const count = places.reduce((sum, ofPart) => sum + ofPart.length, 0);
  const widths = columns.map((values, part) => values.length / places[part]!.length);
  const whole = new Float64Array(count * width);
  if (widths.some((from) => from < width)) whole.fill(Number.NaN);
  columns.forEach((values, part) => {
    const ofPart = places[part]!;
    const from = widths[part]!;
    for (let i = 0; i < ofPart.length; i++) {
      const to = ofPart[i]! * width;
      for (let k = 0; k < from; k++) whole[to + k] = values[i * from + k]!;
    }
  });
  return whole;
}
