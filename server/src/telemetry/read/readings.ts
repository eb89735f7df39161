// Reads many reports at once as typed arrays. `array_send` packs a whole column into one value: a row per report would
// cost ten times as much to parse.
import type { MeasureKey } from '@helioport/domain/measures';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { inputCount, inputCounter, measureColumn, type Role, roleColumn } from '../catalogue.ts';

/** Measures of a device, and those that its kind goes by. */
export type ScalarName = MeasureKey | Role;
/** Measures of inputs, and the counter that they have: of the day, else of the lifetime. */
export type InputName = MeasureKey | 'inputCounter';

/** Phases that a grid has. */
export const PHASES = 3;

/** Reports of one device in the order of time. Stored steps; NaN is "not measured". */
export interface DeviceReadings {
  deviceId: number;
  kind: number;
  /** Instants in ms. */
  at: Float64Array;
  scalars: Partial<Record<ScalarName, Float64Array>>;
  /** Inputs of the widest report. */
  width: number;
  /** `width` values per report, one report after the other. */
  inputs: Partial<Record<InputName, Float64Array>>;
  /** One list per phase. */
  phases: Partial<Record<MeasureKey, Float64Array[]>>;
}

export interface ReadingsOf {
  siteId: number;
  /** Only this device. */
  deviceId?: number | undefined;
  /** Only devices numbered from the first on, up to but without the second. */
  between?: readonly [number, number] | undefined;
  fromMs: number;
  /** Not included. */
  toMs: number;
  scalars: readonly ScalarName[];
  inputs: readonly InputName[];
  phases?: readonly MeasureKey[];
}

const INT2 = 21;
const INT4 = 23;
/** PostgreSQL counts from here. */
const EPOCH_2000_MS = 946_684_800_000;
const TWO_32 = 4_294_967_296;

/** Unpacks `array_send` of integers of 2, 4 or 8 bytes, of any number of dimensions, flat. Null becomes NaN. */
function unpack(bytes: Buffer | null, length: number): Float64Array {
  const values = new Float64Array(length).fill(Number.NaN);
  if (bytes === null) return values;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const type = view.getInt32(8);
  let at = 12 + 8 * view.getInt32(0);
  for (let i = 0; i < length && at < bytes.length; i++) {
    const size = view.getInt32(at);
    at += 4;
    if (size < 0) continue;
    values[i] =
      type === INT4
        ? view.getInt32(at)
        : type === INT2
          ? view.getInt16(at)
          : view.getInt32(at) * TWO_32 + view.getUint32(at + 4);
    at += size;
  }
  return values;
}

const unpackInstants = (bytes: Buffer, length: number): Float64Array =>
  unpack(bytes, length).map((micros) => Math.round(micros / 1000) + EPOCH_2000_MS);

type Row = { deviceId: number; kind: number; width: number; count: number; at: Buffer } & Record<
  string,
  Buffer | null
>;

const isRole = (name: ScalarName): name is Role =>
  name === 'mainPower' || name === 'mainCounter' || name === 'secondCounter';
const phaseName = (key: MeasureKey, phase: number) => `${key}/${phase}`;
const inputName = (name: InputName) => `input/${name}`;

/** What is packed, under the name that its value comes back by. */
function packsOf({
  scalars,
  inputs,
  phases = [],
}: ReadingsOf): { name: string; value: RawBuilder<unknown> }[] {
  return [
    ...scalars.map((name) => ({
      name,
      value: sql`array_agg(${isRole(name) ? sql.raw(roleColumn('r', name)) : measureColumn('r', name)})`,
    })),
    // Lists of one length only can be aggregated, empty and null ones cannot.
    ...inputs.map((name) => {
      const list = name === 'inputCounter' ? sql.raw(inputCounter('r')) : measureColumn('r', name, 'input');
      const padded = sql`coalesce(${list}, array_fill(null::int, array[r.width]))`;
      return { name: inputName(name), value: sql`array_agg(${padded}) filter (where r.width > 0)` };
    }),
    ...phases.flatMap((key) =>
      Array.from({ length: PHASES }, (_, i) => ({
        name: phaseName(key, i),
        value: sql`array_agg((${measureColumn('r', key, 'phase')})[${sql.lit(i + 1)}])`,
      })),
    ),
  ];
}

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

  const byDevice = new Map<number, Row[]>();
  for (const row of rows) {
    const parts = byDevice.get(row.deviceId);
    if (parts) parts.push(row);
    else byDevice.set(row.deviceId, [row]);
  }
  return [...byDevice.values()].map((parts) => assemble(parts, which));
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

/** One device's reports from their parts (one per number of channels; almost always just one), in order of time. */
function assemble(parts: readonly Row[], { scalars, inputs, phases = [] }: ReadingsOf): DeviceReadings {
  const first = parts[0]!;
  const width = Math.max(...parts.map((part) => part.width));
  const at = concat(parts.map((part) => unpackInstants(part.at, part.count)));
  const order = orderOf(at);
  const take = (values: Float64Array, perReport: number) =>
    order ? reorder(values, order, perReport) : values;

  const result: DeviceReadings = {
    deviceId: first.deviceId,
    kind: first.kind,
    at: take(at, 1),
    scalars: {},
    width,
    inputs: {},
    phases: {},
  };
  const column = (name: string) =>
    take(concat(parts.map((part) => unpack(part[name] ?? null, part.count))), 1);
  for (const name of scalars) result.scalars[name] = column(name);
  for (const key of phases)
    result.phases[key] = Array.from({ length: PHASES }, (_, i) => column(phaseName(key, i)));
  for (const name of inputs) {
    const widened = parts.map((part) =>
      widen(unpack(part[inputName(name)] ?? null, part.count * part.width), part.count, part.width, width),
    );
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
