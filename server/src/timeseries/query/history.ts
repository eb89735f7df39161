// Reads the readings of one device over any span: page by page, or as curves of means.
import { type MeasureKey, measures } from '@helioport/domain/measures';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { everyMeasure, type Values, valuesOf } from '../catalogue.ts';
import { type BlockReadings, listAt } from '../codec/blockShape.ts';
import { blocksInOrder } from '../readings/blocks.ts';
import { PHASES } from '../readings/readingParts.ts';
import { readReadings } from '../readings/readings.ts';
import { meansOf, type Slots } from '../slots/slots.ts';
import { isLast, type LineKey } from './curves.ts';

interface Which {
  siteId: number;
  deviceId: number;
}

/** One stored reading. */
export interface StoredReading {
  atMs: number;
  kind: number;
  statusBits: number;
  state: number | null;
  values: Values;
}

interface Wanted {
  fromMs: number;
  /** Not included. */
  toMs: number;
  limit: number;
  newestFirst: boolean;
}

/**
 * Readings of a device, at most `limit`. Paging continues from the instant of the last one, so a page has the same cost
 * anywhere in ten years of data.
 */
export async function readingsOf(
  db: Db,
  { siteId, deviceId }: Which,
  what: Wanted,
): Promise<StoredReading[]> {
  const { rows } = await sql<Omit<StoredReading, 'values'> & Record<string, unknown>>`
    select (extract(epoch from r.at) * 1000)::float8 as "atMs", r.kind, r.status_bits as "statusBits", r.state,
      ${everyMeasure('r')}
    from reading r where r.site_id = ${siteId} and r.device_id = ${deviceId}
      and r.at >= ${new Date(what.fromMs)} and r.at < ${new Date(what.toMs)}
    order by r.at ${what.newestFirst ? sql`desc` : sql`asc`} limit ${what.limit}`.execute(db);
  const found = rows.map((row) => {
    const { atMs, kind, statusBits, state } = row;
    return { atMs, kind, statusBits, state, values: valuesOf(row) };
  });
  const compressed = (await blocksInOrder(db, { siteId, deviceId, ...what }, what)).flatMap((readings) =>
    readingsIn(readings, what),
  );
  if (compressed.length === 0) return found;
  const seen = new Set(found.map(({ atMs }) => atMs));
  return [...found, ...compressed.filter(({ atMs }) => !seen.has(atMs))]
    .sort((a, b) => (what.newestFirst ? b.atMs - a.atMs : a.atMs - b.atMs))
    .slice(0, what.limit);
}

/** Readings of a compressed day within a range. */
function readingsIn({ at, scalars, lists }: BlockReadings, { fromMs, toMs }: Wanted): StoredReading[] {
  const found: StoredReading[] = [];
  const numberAt = (name: string, i: number): number | null => {
    const value = scalars.get(name)?.[i];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  at.forEach((atMs, i) => {
    if (atMs < fromMs || atMs >= toMs) return;
    const row = Object.fromEntries([
      ...[...scalars.keys()].map((name) => [name, numberAt(name, i)]),
      ...[...lists].map(([name, list]) => [name, listAt(list, i)]),
    ]);
    found.push({
      atMs,
      kind: numberAt('kind', i) ?? 0,
      statusBits: numberAt('status_bits', i) ?? 0,
      state: numberAt('state', i),
      values: valuesOf(row),
    });
  });
  return found;
}

/** Minutes of a step of a curve: the smallest of these that keeps the curve short. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
const MOST_STEPS = 740;

/** Even steps over a span, few enough to be drawn. */
export function slotsBetween(fromMs: number, toMs: number): Slots {
  const count = (minutes: number) => Math.max(1, Math.ceil((toMs - fromMs) / (minutes * 60_000)));
  const minutes = STEPS.find((step) => step >= 5 && count(step) <= MOST_STEPS) ?? 1440;
  return { startMs: fromMs, stepMs: minutes * 60_000, count: count(minutes) };
}

/** Means of some measures of one device, one list per line, in the unit of the measure; null is a gap. */
export async function linesBetween(
  db: Db,
  which: Which,
  slots: Slots,
  lines: readonly LineKey[],
  now: number,
): Promise<(number | null)[][]> {
  const keysAt = (place: LineKey['place']): MeasureKey[] => [
    ...new Set(lines.filter((line) => line.place === place).map(({ key }) => key)),
  ];
  const [device] = await readReadings(db, {
    ...which,
    fromMs: slots.startMs,
    toMs: slots.startMs + slots.count * slots.stepMs,
    scalars: keysAt('device'),
    inputs: keysAt('input'),
    phases: keysAt('phase'),
  });
  return lines.map(({ key, place, addr }) => {
    const gaps = () => Array.from<null>({ length: slots.count }).fill(null);
    if (!device) return gaps();
    const { at, width } = device;
    const how = { isLast: isLast(key) };
    const inSi = (means: Float64Array) =>
      Array.from(means, (mean) => (Number.isNaN(mean) ? null : mean / measures[key].storedPerUnit));
    if (place === 'device') return inSi(meansOf(device.scalars[key]!, at, slots, now, how));
    if (place === 'phase')
      return addr > PHASES ? gaps() : inSi(meansOf(device.phases[key]![addr - 1]!, at, slots, now, how));
    return addr > width
      ? gaps()
      : inSi(meansOf(device.inputs[key]!, at, slots, now, { ...how, offset: addr - 1, perReading: width }));
  });
}
