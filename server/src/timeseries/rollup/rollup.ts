// Recalculates one local day of one plant from its readings. Idempotent: the same readings give the same rows,
// regardless of their order and of earlier results.
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { gapsOfPlant } from '@helioport/domain/gaps';
import { importVendor } from '@helioport/domain/historyImports';
import { dayBounds, localDay } from '@helioport/domain/periods';
import { productByModelByte, productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';
import { inTransaction } from '../../platform/db.ts';
import { lockKey } from '../../platform/locks.ts';
import { AFTER_MIDNIGHT_MS, expectEvaluation, markForEvaluation } from '../analytics/marks.ts';
import { dayMeans } from '../catalogue.ts';
import { msOf, numbers } from '../columns.ts';
import { dayAt } from '../counters/running.ts';
import { addToTotals } from '../counters/total.ts';
import { roleOf } from '../kinds.ts';
import { finishDirty, markDays, type SiteDay, type TakenDay } from '../marks/dirty.ts';
import { over, type Queryable } from '../queryable.ts';
import type { DeviceReadings, ReadingsOf } from '../readings/readingParts.ts';
import { kindsOf, readReadingsInParts } from '../readings/readings.ts';
import { changesOf } from './changes.ts';
import { correctLatest, correctRecent } from './correct.ts';
import {
  type CounterValues,
  type DeviceDay,
  deviceDay,
  importedDeviceDay,
  isOpeningStale,
} from './deviceDay.ts';
import { hourChangesOf, writeDeviceHours } from './deviceHours.ts';
import { queueForEvaluation } from './evaluate.ts';
import { type DeviceFault, faultsOfDay, writeFaultDays } from './faultDays.ts';
import { importedDays } from './importedDays.ts';
import {
  type DayKey,
  writeDeviceDays,
  writeModuleDays,
  writeSiteDay,
  writeSiteHours,
} from './rollupWrite.ts';
import { curveOf, deservesCurve, writeCurve } from './siteCurve.ts';
import {
  completenessOf,
  dueWindow,
  hasBands,
  lightOf,
  type SitePrices,
  siteDay,
  worthOfDay,
} from './siteDay.ts';
import { refreshMonth } from './siteMonth.ts';
import {
  type ClosingRow,
  closingOf,
  daysAfter,
  numbersOf,
  type StoredDayRow,
  storedDays,
} from './storedDays.ts';
import { storedParts } from './storedParts.ts';

interface Site extends SitePrices {
  /** First day of which readings are still there; null: of all. */
  detailFrom: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Whether a curve of the day is stored. */
  hasCurve: boolean;
  /** Whether the analytics evaluates the plant. */
  isEvaluated: boolean;
}

interface Device {
  id: number;
  kind: string;
  vendor: string;
  productNumber: number | null;
  modelByte: number | null;
  firstSeenAtMs: number | null;
  retiredAtMs: number | null;
}

/**
 * Imported history is of whole plants, whose size is unknown, and a user has confirmed its energies: no rise of its
 * counters is a glitch.
 */
const IMPORTED_W = 1e11;

const ratedOf = (device: Device | undefined): number | null =>
  device?.vendor === importVendor ? IMPORTED_W : productRatedOf(device);

const productRatedOf = (device: Device | undefined): number | null =>
  (productByNumber(device?.productNumber ?? 0) ?? productByModelByte(device?.modelByte ?? -1))?.ratedW ??
  null;

/**
 * Locks the roll-ups of a plant until the end of the transaction. Days of one plant are recalculated one at a time: a
 * day starts from the final counters of the day before, so it must see its result, and that day must see this one to
 * mark it again. Acquired before any row lock, to avoid deadlocks.
 */
export const holdRollUps = (tx: Tx, siteId: number): Promise<void> => lockKey(tx, 'rollUp', siteId);

/**
 * Recalculates a day in one transaction, and clears its mark if it was claimed. Marks a later day if the counters it
 * starts from have changed.
 */
export async function rollUp(db: Db, day: SiteDay | TakenDay, now: number): Promise<void> {
  await inTransaction(db, 'write', async (tx) => {
    await holdRollUps(tx, day.siteId);
    // A crash that loses this commit also restores the mark, so it need not wait for the disk.
    if ('takenAtMs' in day) await sql`set local synchronous_commit = off`.execute(tx);
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
      name: 'rollup-site',
      text: `select timezone, latitude, longitude, prices, (select detail_from from retention) as "detailFrom",
               exists (select from site_curve where site_id = $1 and day = $2) as "hasCurve",
               exists (select from analytics_plant where site_id = $1) as "isEvaluated"
             from sites where id = $1`,
      values: [siteId, day],
    })
  ).rows[0];
  // A plant that was deleted takes its marks with it.
  if (!site) return [];
  // Readings past the retention period are deleted; their totals are final.
  const isPastDetail = site.detailFrom !== null && day < site.detailFrom;
  const allImported = await importedDays(query, { siteId, day });
  if (isPastDetail && allImported.length === 0) return [];
  const bounds = dayBounds(day, site.timezone);
  const key: DayKey = { siteId, day, ...bounds };
  const which: ReadingsOf = {
    siteId,
    fromMs: bounds.startMs,
    toMs: bounds.endMs,
    scalars: ['mainPower', 'mainCounter', 'secondCounter', 'statusBits', ...dayMeans.map(({ key }) => key)],
    inputs: ['power', 'inputCounter'],
  };
  // Queries run while the previous result is processed.
  const belonging = begun(devicesOf(query, siteId));
  const storedRows = begun(storedDays(query, key));
  const devices = await belonging;
  const kinds = begun(kindsOf(tx, which));
  const { old, before } = await storedRows;
  if (isPastDetail && [...old.values()].some(({ samples }) => samples > 0)) return [];

  const light = lightOf(bounds, site);
  const frame = {
    ...bounds,
    wakeMs: light?.kind === 'normal' ? light.sunriseMs : bounds.startMs,
    withQuarters: hasBands(site, day),
  };
  const readings: DeviceReadings[] = [];
  const days: DeviceDay[] = [];
  const complaints: DeviceFault[] = [];
  const reading = readReadingsInParts(tx, which, await kinds, (part) => {
    for (const device of part) {
      const { deviceId } = device;
      const facts = { ratedW: ratedOf(devices.get(deviceId)), before: closingOf(before.get(deviceId)) };
      readings.push(device);
      days.push(deviceDay(device, facts, frame));
      complaints.push(...faultsOfDay(device, site));
    }
  });
  const storing = begun(storedParts(query, key));
  await reading;
  const measured = new Set(days.map((d) => d.deviceId));
  const imported = allImported.filter(({ deviceId }) => !measured.has(deviceId));
  const litUntilMs = light?.kind === 'normal' ? light.sunsetMs : bounds.endMs;
  // Behind the measured ones, whose readings are in the same order.
  for (const one of imported) days.push(importedDeviceDay(one, frame, litUntilMs));
  const byDevice = new Map(days.map((d) => [d.deviceId, d]));
  const window = dueWindow(bounds, light);
  const completeness = completenessOf(
    expectedOf(devices, bounds, new Set(imported.map(({ deviceId }) => deviceId))),
    new Map(readings.map((r) => [r.deviceId, r])),
    byDevice,
    { fromMs: window.fromMs, toMs: Math.min(window.toMs, now) },
  );
  const { row, hours, power, slots } = siteDay(days, readings, frame, now);
  const curve = deservesCurve(bounds, readings.length, now)
    ? curveOf(readings, slots, now, { sun: power })
    : null;

  const stored = await storing;
  const changes = changesOf(days, old, stored.modules);
  const worth = worthOfDay(site, day, days);
  let followers: SiteDay[] = [];
  await twoAtATime([
    () => writeDeviceDays(query, key, changes),
    () => writeDeviceHours(query, siteId, hourChangesOf(key, days, stored)),
    async () => {
      followers = await followersOf(query, { site, key, old, byDevice, before, devices });
    },
    () => writeModuleDays(query, key, changes),
    () => addToTotals(query, siteId, changes.worth),
    () => writeSiteHours(query, key, measured.size > 0 ? hours : [], now),
    () => writeSiteDay(query, key, days.length > 0 ? { ...row, completeness, worth } : null, now),
    async () => {
      if (curve !== null || site.hasCurve) await writeCurve(query, key, curve);
    },
    () =>
      writeFaultDays(
        query,
        key,
        complaints,
        gapsOfPlant(
          readings.filter(({ kind }) => roleOf(kind) === 'sun'),
          site,
        ),
      ),
    () => refreshMonth(query, key),
  ]);
  await correctLatest(query, key, days, [...old.keys()]);
  await correctRecent(query, siteId, localDay(now, site.timezone));
  // Without readings there is nothing to evaluate.
  if (imported.length > 0 && measured.size === 0) return followers;
  await queueForEvaluation(query, key, now);
  if (now >= bounds.endMs) await markForEvaluation(query, key, now);
  else if (!site.isEvaluated) await expectEvaluation(query, siteId, bounds.endMs + AFTER_MIDNIGHT_MS);
  return followers;
}

/** Work that has begun. A failure is reported where its result is awaited. */
function begun<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** Does one step after the other, each begun while the one before it is under way at the database. */
async function twoAtATime(steps: readonly (() => Promise<void>)[]): Promise<void> {
  let before = Promise.resolve();
  for (const step of steps) {
    const now = begun(step());
    await before;
    before = now;
  }
  await before;
}

async function devicesOf(query: Queryable, siteId: number): Promise<Map<number, Device>> {
  const { rows } = await query.query<Device & Record<string, unknown>>({
    name: 'rollup-devices',
    text: `select id, kind, vendor, product_number as "productNumber", model_byte as "modelByte",
             ${msOf('first_seen_at')} as "firstSeenAtMs", ${msOf('retired_at')} as "retiredAtMs"
           from devices where site_id = $1`,
    values: [siteId],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Inverters that belonged to the plant on the day and had reported by then, without those of `imported`. */
function expectedOf(
  devices: ReadonlyMap<number, Device>,
  { startMs, endMs }: { startMs: number; endMs: number },
  imported: ReadonlySet<number>,
) {
  return [...devices.values()].flatMap((device) => {
    const { firstSeenAtMs, retiredAtMs } = device;
    const isProducer = deviceKindNamed(device.kind)?.isProducer;
    if (!isProducer || firstSeenAtMs === null || firstSeenAtMs >= endMs || imported.has(device.id)) return [];
    const toMs = retiredAtMs ?? Number.POSITIVE_INFINITY;
    return toMs <= startMs ? [] : [{ deviceId: device.id, fromMs: firstSeenAtMs, toMs }];
  });
}

interface Change {
  site: Site;
  key: DayKey;
  old: ReadonlyMap<number, StoredDayRow>;
  byDevice: ReadonlyMap<number, DeviceDay>;
  before: ReadonlyMap<number, ClosingRow>;
  devices: ReadonlyMap<number, Device>;
}

const hasSameClosing = (row: StoredDayRow | undefined, closing: CounterValues | undefined): boolean =>
  row !== undefined &&
  closing !== undefined &&
  row.closingAtMs === closing.atMs &&
  row.closing === numbers(closing.counters);

/** Next days whose opening counters are outdated. */
async function followersOf(query: Queryable, change: Change): Promise<SiteDay[]> {
  const { site, key, old, byDevice, before, devices } = change;
  const changed = [...new Set([...old.keys(), ...byDevice.keys()])].filter(
    (id) => !hasSameClosing(old.get(id), byDevice.get(id)?.closing),
  );
  if (changed.length === 0) return [];
  const stale = new Set<string>();
  for (const [id, next] of await daysAfter(query, key, changed)) {
    const last = byDevice.get(id)?.closing ?? closingOf(before.get(id));
    const { startMs } = dayAt(next.firstAtMs, site.timezone);
    const opened = {
      kind: next.kind,
      startMs,
      first: { atMs: next.firstAtMs, counters: numbersOf(next.first) },
      opening: numbersOf(next.opening),
    };
    if (isOpeningStale(opened, last, ratedOf(devices.get(id)))) stale.add(next.day);
  }
  return [...stale].map((day) => ({ siteId: key.siteId, day }));
}
