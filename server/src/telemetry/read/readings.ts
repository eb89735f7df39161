// Reads many reports at once as typed arrays, from rows and from packed days: whoever asks does not know which.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { inputCount } from '../catalogue.ts';
import { unpackBlock } from '../keep/block.ts';
import { columnsOf, partOfBlock } from './blockParts.ts';
import { type BlockRow, overlapping } from './blocks.ts';
import { type DeviceReadings, type Part, PHASES, phaseName, type ReadingsOf } from './readingParts.ts';
import { packsOf, partOfRow, type Row } from './rowParts.ts';

/**
 * The reports of a plant's devices (or of one) between two instants, devices in the order of their numbers. One index
 * range per device: the keys of both tables begin with plant and device. Rows and packed days are read by one statement,
 * so that a day which is packed meanwhile is in one of them.
 * @throws BlockUnreadable
 */
export async function readReports(db: Db, which: ReadingsOf): Promise<DeviceReadings[]> {
  const { siteId, deviceId, between, fromMs, toMs } = which;
  const packs = packsOf(which);
  const values = packs.map(({ name, value }) => sql`, array_send(${value}) as ${sql.ref(name)}`);
  const nothing = packs.map(() => sql`, null::bytea`);
  const devices = sql`d.site_id = ${siteId} ${deviceId === undefined ? sql`` : sql`and d.device_id = ${deviceId}`}
    ${between === undefined ? sql`` : sql`and d.device_id >= ${between[0]} and d.device_id < ${between[1]}`}`;
  const statement = sql<Row | BlockRow>`
    select d.device_id as "deviceId", d.kind, x.*, null::bytea as bytes from latest d
    cross join lateral (
      select r.width, count(*)::int as count, array_send(array_agg(r.at)) as at ${sql.join(values, sql``)}
      from (
        select r.*, ${sql.raw(inputCount('r'))} as width from report r
        where r.site_id = ${siteId} and r.device_id = d.device_id and r.at >= ${new Date(fromMs)} and r.at < ${new Date(toMs)}
        order by r.at
      ) r group by r.width
    ) x where ${devices}
    union all
    select d.device_id, d.kind, b.width, b.reports, null::bytea ${sql.join(nothing, sql``)}, b.bytes from latest d
    join report_block b on ${overlapping(which)} where ${devices}`;
  const rows = await runPrepared(db, 'reports-read', statement);
  const parts = new Map<number, Part[]>();
  const add = (deviceId: number, part: Part) => {
    const known = parts.get(deviceId);
    if (known) known.push(part);
    else parts.set(deviceId, [part]);
  };
  for (const row of rows) if (row.bytes === null) add(row.deviceId, partOfRow(row, which));
  const packed = new Set(rows.filter(({ bytes }) => bytes !== null).map(({ deviceId }) => deviceId));
  const seen = new Map<number, Set<number>>();
  for (const [deviceId, ofDevice] of parts)
    if (packed.has(deviceId)) seen.set(deviceId, new Set(ofDevice.flatMap(({ at }) => [...at])));
  const wanted = columnsOf(which);
  for (const row of rows) {
    if (row.bytes === null) continue;
    const day = { ...row, reports: unpackBlock(row.bytes, wanted) };
    const part = partOfBlock(day, which, seen.get(row.deviceId));
    if (part) add(row.deviceId, part);
  }
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([deviceId, ofDevice]) => assemble(deviceId, ofDevice, which));
}

/** Devices whose reports are read at once. */
const DEVICES_OF_PART = 32;

/**
 * Reads the reports of a plant some devices at a time, and hands each part over while the database reads the next: two
 * who work at once take half the time. `deviceIds`: of the plant; others are read with their neighbours.
 */
export async function readReportsInParts(
  db: Db,
  which: ReadingsOf,
  deviceIds: readonly number[],
  take: (part: readonly DeviceReadings[]) => void,
): Promise<void> {
  const ids = [...deviceIds].sort((a, b) => a - b);
  const begins = ids.filter((_, i) => i > 0 && i % DEVICES_OF_PART === 0);
  const bounds = [0, ...begins, Number.MAX_SAFE_INTEGER];
  const read = (part: number) => {
    const reading = readReports(db, { ...which, between: [bounds[part]!, bounds[part + 1]!] });
    // It may fail while the part before it is worked at; who awaits it hears of that.
    reading.catch(() => undefined);
    return reading;
  };
  let next = read(0);
  for (let part = 0; part < bounds.length - 1; part++) {
    const now = await next;
    if (part + 2 < bounds.length) next = read(part + 1);
    take(now);
  }
}

/** One device's reports from their parts (almost always just one), in order of time. */
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
 * For each part, where each of its reports stands among those of all: by time, and at one instant in the order of the
 * parts. Each part is in the order of time.
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

/** One column of all parts, `width` values per report; NaN where a part has fewer. */
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
