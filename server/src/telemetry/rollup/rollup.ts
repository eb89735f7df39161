// Recomputes one local day of one plant from its reports. Idempotent: whatever order reports came in, whatever was
// computed before, the same reports give the same rows.
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { dayBounds } from '@helioport/domain/periods';
import { productByModelByte, productByNumber } from '@helioport/domain/products';
import type { Db, Tx } from '../../platform/db.ts';
import { inTransaction } from '../../platform/db.ts';
import { lockKey } from '../../platform/locks.ts';
import { msOf, numbers } from '../columns.ts';
import { over, type Queryable } from '../queryable.ts';
import { readReports } from '../read/readings.ts';
import { dayAt } from '../take/running.ts';
import { correctLatest } from './correct.ts';
import { type DeviceDay, deviceDay, isOpeningStale, type Standing } from './deviceDay.ts';
import { finishDirty, markDays, type SiteDay, type TakenDay } from './dirty.ts';
import { queueForJudging } from './judge.ts';
import {
  type DayKey,
  writeDeviceDays,
  writeDeviceHours,
  writeModuleDays,
  writeSiteDay,
  writeSiteHours,
} from './rollupWrite.ts';
import { completenessOf, dueWindow, lightOf, siteDay } from './siteDay.ts';
import { refreshMonth } from './siteMonth.ts';
import { addToTotals, storedInputs, type Worth, worthOf } from './total.ts';

interface Site {
  timezone: string;
  latitude: number | null;
  longitude: number | null;
}

interface Device {
  id: number;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
  firstSeenAtMs: number | null;
  retiredAtMs: number | null;
}

interface StandingRow {
  deviceId: number;
  day: string;
  kind: number;
  energyWh: number;
  firstAtMs: number;
  first: (number | null)[];
  opening: (number | null)[];
  closingAtMs: number;
  closing: (number | null)[];
}

// Lists of bigint would arrive as text.
const standingColumns = `device_id as "deviceId", day, kind, energy_wh as "energyWh", ${msOf('first_at')} as "firstAtMs",
  first::float8[] as first, opening::float8[] as opening, ${msOf('closing_at')} as "closingAtMs",
  closing::float8[] as closing`;

const ratedOf = (device: Device | undefined): number | null =>
  (productByNumber(device?.productNumber ?? 0) ?? productByModelByte(device?.modelByte ?? -1))?.ratedW ??
  null;

const closingOf = (row: StandingRow | undefined): Standing | null =>
  row ? { atMs: row.closingAtMs, counters: row.closing } : null;

/**
 * Holds the roll-ups of a plant until the transaction ends. Days of one plant follow one another, whoever recomputes
 * them: a day goes on from where the counters stood when the day before ended, so it must see what that day wrote, and
 * that day must see it to mark it again. Taken before any row is locked, so that nobody waits in a circle.
 */
export const holdRollUps = (tx: Tx, siteId: number): Promise<void> => lockKey(tx, 'rollUp', siteId);

/**
 * Recomputes a day in one transaction, and clears its mark when it was taken for that. A later day whose counters go
 * on from this one's is marked if they now stand elsewhere.
 */
export async function rollUp(db: Db, day: SiteDay | TakenDay, now: number): Promise<void> {
  await inTransaction(db, 'write', async (tx) => {
    await holdRollUps(tx, day.siteId);
    const followers = await recompute(tx, day, now);
    if ('takenAtMs' in day) await finishDirty(over(tx), day);
    await markDays(over(tx), followers, now);
  });
}

/** Returns the days that must follow. */
async function recompute(tx: Tx, { siteId, day }: SiteDay, now: number): Promise<SiteDay[]> {
  const query = over(tx);
  const site = (
    await query.query<Site & Record<string, unknown>>({
      text: 'select timezone, latitude, longitude from sites where id = $1',
      values: [siteId],
    })
  ).rows[0];
  // A plant that was deleted takes its marks with it.
  if (!site) return [];
  const bounds = dayBounds(day, site.timezone);
  const key: DayKey = { siteId, day, ...bounds };
  const devices = await devicesOf(query, siteId);
  const old = await standings(query, siteId, day);
  const readings = await readReports(tx, {
    siteId,
    fromMs: bounds.startMs,
    toMs: bounds.endMs,
    scalars: ['mainPower', 'mainCounter', 'secondCounter'],
    inputs: ['power', 'inputCounter'],
  });
  const touched = [...new Set([...readings.map((r) => r.deviceId), ...old.keys()])];
  const before = await neighbours(query, siteId, day, touched, 'before');

  const light = lightOf(bounds, site);
  const frame = { ...bounds, wakeMs: light?.kind === 'normal' ? light.sunriseMs : bounds.startMs };
  const days = readings.map((device) =>
    deviceDay(
      device,
      { ratedW: ratedOf(devices.get(device.deviceId)), before: closingOf(before.get(device.deviceId)) },
      frame,
    ),
  );
  const byDevice = new Map(days.map((d) => [d.deviceId, d]));
  const window = dueWindow(bounds, light);
  const completeness = completenessOf(
    expectedOf(devices, bounds),
    new Map(readings.map((r) => [r.deviceId, r])),
    byDevice,
    { fromMs: window.fromMs, toMs: Math.min(window.toMs, now) },
  );
  const { row, hours } = siteDay(days, readings, frame, now);

  const worthBefore: Worth[] = [
    ...[...old.values()].map(({ deviceId, energyWh }) => ({ deviceId, addr: 0, energyWh })),
    ...(await storedInputs(query, key)),
  ];
  await writeDeviceDays(query, key, days);
  await writeModuleDays(query, key, days);
  await addToTotals(query, siteId, worthBefore, worthOf(days));
  await writeDeviceHours(query, key, days, touched);
  await writeSiteHours(query, key, days.length > 0 ? hours : [], now);
  await writeSiteDay(query, key, days.length > 0 ? { ...row, completeness } : null);
  await refreshMonth(query, key);
  await correctLatest(query, key, days, [...old.keys()]);
  await queueForJudging(query, key, now);
  return await followersOf(query, { site, key, old, byDevice, before, devices });
}

async function devicesOf(query: Queryable, siteId: number): Promise<Map<number, Device>> {
  const { rows } = await query.query<Device & Record<string, unknown>>({
    text: `select id, kind, product_number as "productNumber", model_byte as "modelByte",
             ${msOf('first_seen_at')} as "firstSeenAtMs", ${msOf('retired_at')} as "retiredAtMs"
           from devices where site_id = $1`,
    values: [siteId],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Inverters that belonged to the plant on the day and had reported by then. */
function expectedOf(
  devices: ReadonlyMap<number, Device>,
  { startMs, endMs }: { startMs: number; endMs: number },
) {
  return [...devices.values()].flatMap((device) => {
    const { firstSeenAtMs, retiredAtMs } = device;
    const isProducer = deviceKindNamed(device.kind)?.isProducer;
    if (!isProducer || firstSeenAtMs === null || firstSeenAtMs >= endMs) return [];
    const toMs = retiredAtMs ?? Number.POSITIVE_INFINITY;
    return toMs <= startMs ? [] : [{ deviceId: device.id, fromMs: firstSeenAtMs, toMs }];
  });
}

async function standings(query: Queryable, siteId: number, day: string): Promise<Map<number, StandingRow>> {
  const { rows } = await query.query<StandingRow & Record<string, unknown>>({
    text: `select ${standingColumns} from device_day where site_id = $1 and day = $2`,
    values: [siteId, day],
  });
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** The nearest day of each device before or after a day. */
async function neighbours(
  query: Queryable,
  siteId: number,
  day: string,
  deviceIds: readonly number[],
  side: 'before' | 'after',
): Promise<Map<number, StandingRow>> {
  const { rows } = await query.query<StandingRow & Record<string, unknown>>({
    text: `select n.* from unnest($3::bigint[]) as d(id) cross join lateral (
             select ${standingColumns} from device_day
             where site_id = $1 and device_id = d.id and day ${side === 'before' ? '<' : '>'} $2
             order by day ${side === 'before' ? 'desc' : 'asc'} limit 1
           ) n`,
    values: [siteId, day, numbers(deviceIds)],
  });
  return new Map(rows.map((row) => [row.deviceId, row]));
}

interface Change {
  site: Site;
  key: DayKey;
  old: ReadonlyMap<number, StandingRow>;
  byDevice: ReadonlyMap<number, DeviceDay>;
  before: ReadonlyMap<number, StandingRow>;
  devices: ReadonlyMap<number, Device>;
}

const isSameStanding = (row: StandingRow | undefined, closing: Standing | undefined): boolean =>
  row !== undefined &&
  closing !== undefined &&
  row.closingAtMs === closing.atMs &&
  row.closing.length === closing.counters.length &&
  row.closing.every((value, i) => value === closing.counters[i]);

/** Next days that counted from where the counters no longer stand. */
async function followersOf(query: Queryable, change: Change): Promise<SiteDay[]> {
  const { site, key, old, byDevice, before, devices } = change;
  const changed = [...new Set([...old.keys(), ...byDevice.keys()])].filter(
    (id) => !isSameStanding(old.get(id), byDevice.get(id)?.closing),
  );
  if (changed.length === 0) return [];
  const stale = new Set<string>();
  for (const [id, next] of await neighbours(query, key.siteId, key.day, changed, 'after')) {
    const last = byDevice.get(id)?.closing ?? closingOf(before.get(id));
    const { startMs } = dayAt(next.firstAtMs, site.timezone);
    const opened = { ...next, first: { atMs: next.firstAtMs, counters: next.first }, startMs };
    if (isOpeningStale(opened, last, ratedOf(devices.get(id)))) stale.add(next.day);
  }
  return [...stale].map((day) => ({ siteId: key.siteId, day }));
}
