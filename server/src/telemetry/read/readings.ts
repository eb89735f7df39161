// Reads many reports at once as typed arrays, from rows and from packed days: whoever asks does not know which.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { inputCount } from '../catalogue.ts';
import { columnsOf, partOfBlock } from './blockParts.ts';
import { blocksBetween } from './blocks.ts';
import { type DeviceReadings, type Part, PHASES, phaseName, type ReadingsOf } from './readingParts.ts';
import { packsOf, partOfRow, type Row } from './rowParts.ts';

/**
 * The reports of a plant's devices (or of one) between two instants, devices in the order of their numbers. One index
 * range per device: the key of the table begins with plant and device.
 */
export async function readReports(db: Db, which: ReadingsOf): Promise<DeviceReadings[]> {
  const { siteId, deviceId, between, fromMs, toMs } = which;
  const packs = packsOf(which).map(({ name, value }) => sql`, array_send(${value}) as ${sql.ref(name)}`);
  const statement = sql<Row>`
    select d.device_id as "deviceId", d.kind, x.* from latest d
    cross join lateral (
      select r.width, count(*)::int as count, array_send(array_agg(r.at)) as at ${sql.join(packs, sql``)}
      from (
        select r.*, ${sql.raw(inputCount('r'))} as width from report r
        where r.site_id = ${siteId} and r.device_id = d.device_id and r.at >= ${new Date(fromMs)} and r.at < ${new Date(toMs)}
        order by r.at
      ) r group by r.width
    ) x
    where d.site_id = ${siteId} ${deviceId === undefined ? sql`` : sql`and d.device_id = ${deviceId}`}
      ${between === undefined ? sql`` : sql`and d.device_id >= ${between[0]} and d.device_id < ${between[1]}`}
    order by d.device_id, x.width`;
  const rows = await runPrepared(db, 'reports-read', statement);
  const parts = new Map<number, Part[]>();
  const add = (deviceId: number, part: Part) => {
    const known = parts.get(deviceId);
    if (known) known.push(part);
    else parts.set(deviceId, [part]);
  };
  for (const row of rows) add(row.deviceId, partOfRow(row, which));
  const seen = new Map<number, Set<number>>();
  const seenOf = (deviceId: number) => {
    const known = seen.get(deviceId) ?? new Set(parts.get(deviceId)?.flatMap(({ at }) => [...at]));
    seen.set(deviceId, known);
    return known;
  };
  // After the rows, never before them: see blocks.ts.
  for (const block of await blocksBetween(db, which, columnsOf(which))) {
    const part = partOfBlock(block, which, seenOf(block.deviceId));
    if (part) add(block.deviceId, part);
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
  const at = concat(parts.map((part) => part.at));
  const order = orderOf(at);
  const take = (values: Float64Array, perReport: number) =>
    order ? reorder(values, order, perReport) : values;

  const result: DeviceReadings = {
    deviceId,
    kind: parts[0]!.kind,
    at: take(at, 1),
    scalars: {},
    width,
    inputs: {},
    phases: {},
  };
  const column = (name: string) => take(concat(parts.map((part) => part.scalars.get(name)!)), 1);
  for (const name of scalars) result.scalars[name] = column(name);
  for (const key of phases)
    result.phases[key] = Array.from({ length: PHASES }, (_, i) => column(phaseName(key, i)));
  for (const name of inputs) {
    const widened = parts.map((part) => widen(part.inputs.get(name)!, part.at.length, part.width, width));
    result.inputs[name] = take(concat(widened), width);
  }
  return result;
}

function concat(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function widen(values: Float64Array, count: number, from: number, to: number): Float64Array {
  if (from === to) return values;
  const wide = new Float64Array(count * to).fill(Number.NaN);
  for (let i = 0; i < count; i++) wide.set(values.subarray(i * from, (i + 1) * from), i * to);
  return wide;
}

/** The order that sorts the instants, or null when they are sorted already. */
function orderOf(at: Float64Array): number[] | null {
  let isSorted = true;
  for (let i = 1; i < at.length && isSorted; i++) isSorted = at[i - 1]! <= at[i]!;
  return isSorted ? null : [...at.keys()].sort((a, b) => at[a]! - at[b]!);
}

function reorder(values: Float64Array, order: readonly number[], perReport: number): Float64Array {
  const sorted = new Float64Array(values.length);
  order.forEach((from, to) => {
    sorted.set(values.subarray(from * perReport, (from + 1) * perReport), to * perReport);
  });
  return sorted;
}
