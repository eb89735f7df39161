// Makes one batch durable: places, devices, readings, all in one transaction.

import { snOf } from '@helioport/domain/deviceIdentity';
import { deviceKind } from '@helioport/domain/deviceKinds';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { productByModelByte, productByNumber } from '@helioport/domain/products';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { type Admit, ensureDevices, type KnownDevice } from '../repositories/devices.ts';
import { type NewUpstreamFrame, queueUpstreamFrames } from '../repositories/upstreamFrames.ts';
import { dayAt } from '../timeseries/counters/running.ts';
import { type CompositeUpdate, updateComposites } from '../timeseries/ingestion/composites.ts';
import { putBatch } from '../timeseries/ingestion/put.ts';
import type { SiteDay } from '../timeseries/marks/dirty.ts';
import type { IncomingReading } from '../timeseries/reading.ts';
import { createPartitions } from '../timeseries/retention/partitions.ts';
import type { Decoded } from './decode.ts';
import { faultOf, silentDays } from './storeFaults.ts';

/** What became of an arrival of a batch: of a machine's message, stored if any of its parts said something new. */
export type Stored =
  | { status: 'stored' | 'repeated'; device: KnownDevice }
  /** An unknown device, rejected by the limit on new serial numbers. */
  | { status: 'stranger' };

export interface Store {
  /**
   * Resolves after the commit, outcomes in the order of the batch, one for each arrival with its readings. Nothing was stored when it rejects, unless the
   * connection broke at the very commit; to store the same batch again is harmless.
   */
  store(batch: readonly (readonly Decoded[])[]): Promise<{ outcomes: Stored[]; siteIds: number[] }>;
  /** Clears the cached list of partitions. */
  clearPartitions(): void;
}

/** Older frames would distort the curve at the receiver, which dates them on arrival. */
const FORWARDED_WITHIN_MS = 6 * HOUR_MS;

export function createStore(parts: {
  pool: pg.Pool;
  clock: Clock;
  rawFrameDays: number;
  forwards?: boolean;
  admit?: Admit;
}): Store {
  const { pool, clock, rawFrameDays, forwards = false, admit } = parts;
  const partitions = createPartitions(pool);

  const storeIn = async (client: pg.PoolClient, batch: readonly Decoded[], nowMs: number) => {
    await client.query('begin');
    const devices = await ensureDevices(
      client,
      batch.map(({ seen }) => seen),
      admit,
    );
    const known: { decoded: Decoded; device: KnownDevice; index: number }[] = [];
    batch.forEach((decoded, index) => {
      const device = devices.get(decoded.seen.sn);
      if (device) known.push({ decoded, device, index });
      else if (!admit) throw new Error('device missing after insert');
    });
    const { outcomes, siteIds } = await putBatch(
      client,
      known.map(({ decoded, device }) => readingOf(decoded, device, nowMs - rawFrameDays * DAY_MS)),
      nowMs,
      daysNowSilent(known),
    );
    await updateComposites(client, compositesOf(known, devices), nowMs);
    if (forwards) {
      const stored = known.filter((_, i) => outcomes[i] !== 'repeated');
      await queueUpstreamFrames(client, stored.flatMap(upstreamFrameOf));
    }
    await client.query('commit');
    const all: Stored[] = batch.map(() => ({ status: 'stranger' }));
    known.forEach(({ device, index }, i) => {
      all[index] = { status: outcomes[i] ?? 'stored', device };
    });
    return { outcomes: all, siteIds };
  };

  return {
    clearPartitions: () => partitions.clear(),
    async store(arrivals) {
      const nowMs = clock();
      const batch = arrivals.flat();
      const keepsRaw = ({ raw, atMs }: Decoded) => raw !== null && atMs > nowMs - rawFrameDays * DAY_MS;
      await partitions.ensure(
        batch.map(({ atMs }) => atMs),
        batch.filter(keepsRaw).map(({ atMs }) => atMs),
      );
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        const { outcomes, siteIds } = await storeIn(client, batch, nowMs);
        return { outcomes: outcomesOf(arrivals, outcomes), siteIds };
      } catch (error) {
        broken = faultOf(error) === 'away' ? (error as Error) : undefined;
        // On a broken connection, the server has already rolled back.
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

/** The frame to forward, if it came from a device of a plant. Its local day ends its validity. */
function upstreamFrameOf({ decoded, device }: { decoded: Decoded; device: KnownDevice }): NewUpstreamFrame[] {
  const { raw, atMs, isFromDevice } = decoded;
  if (!isFromDevice || raw === null || device.siteId === 0) return [];
  const expiresAtMs = Math.min(atMs + FORWARDED_WITHIN_MS, dayAt(atMs, device.timeZone).endMs);
  return [{ siteId: device.siteId, deviceId: device.id, bytes: raw.bytes, receivedAtMs: atMs, expiresAtMs }];
}

/** One outcome for each arrival, from those of its readings. */
function outcomesOf(arrivals: readonly (readonly Decoded[])[], outcomes: readonly Stored[]): Stored[] {
  if (arrivals.length === outcomes.length) return [...outcomes];
  let from = 0;
  return arrivals.map(({ length }) => {
    const own = outcomes.slice(from, from + length);
    from += length;
    const [first] = own;
    if (!first) throw new Error('arrival without a reading was stored');
    return own.find(({ status }) => status === 'stored') ?? first;
  });
}

/** What the readings of parts say of their machines: each message once, with the bits of what makes energy. */
function compositesOf(
  known: readonly { decoded: Decoded; device: KnownDevice }[],
  devices: ReadonlyMap<string, KnownDevice>,
): CompositeUpdate[] {
  const updates = new Map<string, CompositeUpdate>();
  for (const { decoded } of known) {
    const { seen, atMs, measured } = decoded;
    if (seen.compositeKind === undefined) continue;
    const { id, siteId } = devices.get(snOf(seen.vendor, seen.serial))!;
    const key = `${id} ${atMs}`;
    const own = deviceKind(seen.kind).isProducer ? measured.statusBits : 0;
    const statusBits = (updates.get(key)?.statusBits ?? 0) | own;
    updates.set(key, { siteId, deviceId: id, kind: deviceKind(seen.compositeKind).code, atMs, statusBits });
  }
  return [...updates.values()];
}

function readingOf(decoded: Decoded, device: KnownDevice, rawFromMs: number): IncomingReading {
  const product = productByNumber(device.productNumber ?? 0) ?? productByModelByte(device.modelByte ?? -1);
  const { measured } = decoded;
  // Every name written out: a spread would cost more than all the rest here.
  return {
    kind: measured.kind,
    statusBits: measured.statusBits,
    state: measured.state,
    scalars: measured.scalars,
    inputs: measured.inputs,
    phases: measured.phases,
    deviceId: device.id,
    siteId: device.siteId,
    timeZone: device.timeZone,
    atMs: decoded.atMs,
    hasOwnTime: decoded.hasOwnTime,
    ratedW: product?.ratedW ?? null,
    contentHash: decoded.contentHash,
    raw: decoded.atMs > rawFromMs ? decoded.raw : null,
  };
}

/**
 * Days that now count as silent: a device whose first reading turns out to be older than was known was expected on the
 * days between, which changes their completeness.
 */
function daysNowSilent(known: readonly { decoded: Decoded; device: KnownDevice }[]): SiteDay[] {
  const earliest = new Map<number, { device: KnownDevice; atMs: number }>();
  for (const { decoded, device } of known) {
    const { atMs } = decoded;
    if (device.siteId === 0 || device.firstSeenAtMs === null || atMs >= device.firstSeenAtMs) continue;
    const other = earliest.get(device.id);
    if (!other || atMs < other.atMs) earliest.set(device.id, { device, atMs });
  }
  return [...earliest.values()].flatMap(({ device, atMs }) =>
    silentDays(atMs, device.firstSeenAtMs ?? atMs, device.timeZone).map((day) => ({
      siteId: device.siteId,
      day,
    })),
  );
}
