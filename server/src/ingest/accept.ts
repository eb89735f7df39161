// The pipeline from all endpoints to the store. Readings that arrive within a few milliseconds share a transaction, and
// every sender gets its answer only after that transaction is durable.
import { MINUTE_MS } from '@helioport/domain/duration';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { networkOf } from '../platform/network.ts';
import { outageOf, type StoreOutcome } from '../platform/outage.ts';
import { createThrottledLog } from '../platform/throttledLog.ts';
import { createAnnouncer } from '../timeseries/ingestion/live.ts';
import { type Arrival, type Decoded, decodeArrival } from './decode.ts';
import { type AdmissionLimits, createNewDevices } from './newDevices.ts';
import { reportsIn } from './parts.ts';
import { createStore } from './store.ts';
import { faultOf, Unavailable } from './storeFaults.ts';

export interface Accepted {
  status: 'stored' | 'repeated' | 'refused';
  /** Why it was refused. */
  refusal?: string;
  /** Zone of the plant that has the device, where one has. */
  timeZone?: string;
}

export type Channel = 'http' | 'replay' | 'mqtt' | 'feed';

export interface Pipeline {
  /**
   * Resolves when the arrival is durable (or refused); rejects with Unavailable if it could not be stored. `address`:
   * of the sender, for endpoints without authentication.
   */
  accept(arrival: Arrival, channel: Channel, address?: string): Promise<Accepted>;
  /** Several arrivals in order; the outcomes have the same order. Rejects with Unavailable before accepting any. */
  acceptMany(arrivals: readonly Arrival[], channel: Channel): Promise<Accepted[]>;
  /** How the newest attempt to store ended; undefined before the first. */
  lastOutcome(): StoreOutcome | undefined;
  /** Resolves when nothing is waiting or under way. */
  drain(): Promise<void>;
  /** Takes nothing more, and drains. */
  close(): Promise<void>;
}

export interface PipelineParts {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Bytes of readings older than this are not kept. */
  rawFrameDays: number;
  /** Frames from devices are also queued for the server in UPSTREAM. */
  forwards?: boolean;
  /** Limits for unknown serial numbers; without limits all of them are accepted. */
  newSerials?: AdmissionLimits;
  /** Longest time that a single reading waits for others to be stored with; 200 ms. */
  companyMs?: number;
}

/** A batch is sent off when this many wait, or this long after the first. */
const BATCH_MOST = 500;
const GATHER_MS = 4;
const BULK_MOST = 2_000;
/** PostgreSQL writes the commits of several transactions together; more than this gains nothing. */
const IN_FLIGHT_MOST = 6;
/**
 * While so many batches are stored, those that come gather for the next: a transaction costs as much as a hundred readings
 * in it. Not for long, since what holds a batch up, such as the lock of a plant, need not concern the others.
 */
const GATHER_BEHIND = 2;
const COMPANY_MS = 200;
/** Bulk transactions are long: they must not take all places from single readings. */
const BULK_IN_FLIGHT_MOST = 2;
/** Beyond this, the endpoints answer that the server is busy. */
const QUEUE_MOST = 20_000;
/** How long a sender's connection is held while the database is away. */
const PATIENCE_MS = 12_000;
const TRY_AGAIN_MS = 200;

/** Arrivals submitted and answered together. One object for many readings saves thousands of promises. */
interface Parcel {
  channel: Channel;
  outcomes: Accepted[];
  /** Readings that still wait for their outcome. */
  open: number;
  resolve: (outcomes: Accepted[]) => void;
  reject: (error: Error) => void;
}

interface Waiting {
  /** One, or of a machine one for each of its parts: they are stored together or not at all. */
  decoded: readonly Decoded[];
  parcel: Parcel;
  /** Place in the parcel. */
  index: number;
}

const TOO_MANY = 'tooManyNew';
const outage = { away: 'database unavailable', full: 'database disk full' };

export function createPipeline(parts: PipelineParts): Pipeline {
  const {
    pool,
    clock,
    log,
    metrics,
    rawFrameDays,
    forwards = false,
    newSerials,
    companyMs = COMPANY_MS,
  } = parts;
  const admit = newSerials && createNewDevices(newSerials).admit;
  const throttledLog = createThrottledLog(log, undefined, clock);
  /** An outage lasts minutes and is met by every batch. */
  const inOutage = createThrottledLog(log, MINUTE_MS);
  const store = createStore({ pool, clock, rawFrameDays, forwards, ...(admit ? { admit } : {}) });
  const announcer = createAnnouncer(pool);
  const single: Waiting[] = [];
  const bulk: Waiting[][] = [];
  const idle: (() => void)[] = [];
  let queued = 0;
  let inFlight = 0;
  let bulkInFlight = 0;
  let isDue = false;
  let isOverdue = false;
  let isClosed = false;
  let lastOutcome: StoreOutcome | undefined;
  let timer: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;

  const requireCapacity = (count: number) => {
    if (isClosed) throw new Unavailable('closing');
    if (queued > 0 && queued + count > QUEUE_MOST) throw new Unavailable('busy');
  };

  const acknowledge = ({ parcel, index }: Waiting, accepted: Accepted) => {
    queued--;
    parcel.outcomes[index] = accepted;
    if (--parcel.open === 0) parcel.resolve(parcel.outcomes);
  };

  /** Whether single readings go now, or wait for company behind those that are being stored. */
  const singlesGo = (): boolean => {
    if (!isDue || single.length === 0) return false;
    if (isOverdue || single.length >= BATCH_MOST || inFlight - bulkInFlight < GATHER_BEHIND) return true;
    patience ??= setTimeout(() => {
      patience = undefined;
      isOverdue = true;
      pump();
    }, companyMs);
    return false;
  };

  const pump = () => {
    while (inFlight < IN_FLIGHT_MOST) {
      const isBulk = !singlesGo();
      if (isBulk && (bulk.length === 0 || bulkInFlight >= BULK_IN_FLIGHT_MOST)) break;
      const batch = isBulk ? (bulk.shift() ?? []) : single.splice(0, BATCH_MOST);
      if (!isBulk) {
        clearTimeout(patience);
        patience = undefined;
        isOverdue = false;
      }
      if (single.length === 0) isDue = false;
      inFlight++;
      if (isBulk) bulkInFlight++;
      void settle(batch).finally(() => {
        inFlight--;
        if (isBulk) bulkInFlight--;
        pump();
        if (queued === 0) for (const resolve of idle.splice(0)) resolve();
      });
    }
  };

  /** Stores a batch and settles all its arrivals. Never rejects. */
  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    const giveUpAtMs = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await storeAndAcknowledge(batch);
        lastOutcome = { atMs: performance.now() };
        return;
      } catch (error) {
        const fault = faultOf(error);
        if (fault === 'partition') store.clearPartitions();
        if (fault === 'content') return await settleApart(batch, error);
        if (Date.now() > giveUpAtMs) {
          inOutage('given up', { err: error, reports: batch.length }, 'readings not stored');
          queued -= batch.length;
          for (const { parcel } of batch) parcel.reject(new Unavailable('database'));
          return;
        }
        const isOut = fault === 'away' || fault === 'full';
        if (isOut) lastOutcome = { atMs: performance.now(), outage: outageOf(error) };
        if (isOut) inOutage(fault, { err: error }, `${outage[fault]}; trying again`);
        await new Promise((resolve) => setTimeout(resolve, isOut ? TRY_AGAIN_MS : Math.random() * 20));
      }
    }
  };

  /** One bad reading must not fail its neighbours: halves are tried until it stands alone. */
  const settleApart = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
      return;
    }
    for (const waiting of batch) {
      log.error({ err: error, sn: waiting.decoded[0]?.seen.sn }, 'reading rejected by the database');
      metrics.framesRefused.inc({ door: waiting.parcel.channel, reason: 'notStorable' });
      acknowledge(waiting, { status: 'refused', refusal: 'notStorable' });
    }
  };

  const storeAndAcknowledge = async (batch: readonly Waiting[]): Promise<void> => {
    const { outcomes, siteIds } = await store.store(batch.map(({ decoded }) => decoded));
    metrics.batchReadings.observe(batch.length);
    batch.forEach((waiting, i) => {
      const outcome = outcomes[i];
      if (!outcome) throw new Error('stored reading without outcome');
      if (outcome.status === 'stranger') {
        refuseUnregistered(waiting);
        return;
      }
      const { channel } = waiting.parcel;
      const { status, device } = outcome;
      (status === 'stored' ? metrics.framesStored : metrics.framesRepeated).inc({ door: channel });
      acknowledge(waiting, device.siteId === 0 ? { status } : { status, timeZone: device.timeZone });
    });
    announcer.announce(siteIds);
  };

  const refuseUnregistered = (waiting: Waiting) => {
    const { channel } = waiting.parcel;
    const seen = waiting.decoded[0]?.seen;
    metrics.framesRefused.inc({ door: channel, reason: TOO_MANY });
    const who = { serial: seen?.serial, network: seen?.network };
    throttledLog(TOO_MANY, who, 'unknown serial number not stored: limit NEW_SERIALS_PER_HOUR reached');
    acknowledge(waiting, { status: 'refused', refusal: TOO_MANY });
  };

  const noteChecksums = ({ wrongChecksums, seen }: Decoded) => {
    for (const checksum of wrongChecksums) {
      metrics.checksumMismatches.inc({ checksum });
      throttledLog(`checksum.${checksum}`, { serial: seen.serial }, 'frame with invalid checksum stored');
    }
  };

  /** Decodes an arrival; settles it immediately if nothing needs to be stored. */
  const prepare = (
    arrival: Arrival,
    channel: Channel,
    network?: string,
  ): { decoded: Decoded[] } | { accepted: Accepted } => {
    const decoded: Decoded[] = [];
    for (const one of reportsIn(arrival)) {
      const result = decodeArrival(one, clock());
      if (!result.ok) {
        metrics.framesRefused.inc({ door: channel, reason: result.refusal });
        return { accepted: { status: 'refused', refusal: result.refusal } };
      }
      noteChecksums(result.decoded);
      if (network !== undefined) result.decoded.seen.network = network;
      if (channel === 'http' && one.kind === 'frame') result.decoded.isFromDevice = true;
      decoded.push(result.decoded);
    }
    return { decoded };
  };

  const drain = async () => {
    if (queued === 0) return;
    isDue = single.length > 0;
    pump();
    await new Promise<void>((resolve) => idle.push(resolve));
  };

  const sendSoon = () => {
    if (single.length >= BATCH_MOST) {
      isDue = true;
      pump();
    } else if (!timer) {
      timer = setTimeout(() => {
        timer = undefined;
        isDue = true;
        pump();
      }, GATHER_MS);
    }
  };

  return {
    async accept(arrival, channel, address) {
      requireCapacity(1);
      const prepared = prepare(arrival, channel, address === undefined ? undefined : networkOf(address));
      if ('accepted' in prepared) return prepared.accepted;
      const [accepted] = await new Promise<Accepted[]>((resolve, reject) => {
        const parcel: Parcel = { channel, outcomes: [], open: 1, resolve, reject };
        queued++;
        single.push({ decoded: prepared.decoded, parcel, index: 0 });
        sendSoon();
      });
      if (!accepted) throw new Error('settled reading without outcome');
      return accepted;
    },

    async acceptMany(arrivals, channel) {
      requireCapacity(arrivals.length);
      return await new Promise<Accepted[]>((resolve, reject) => {
        const parcel: Parcel = { channel, outcomes: [], open: 0, resolve, reject };
        let batch: Waiting[] = [];
        arrivals.forEach((arrival, index) => {
          const prepared = prepare(arrival, channel);
          if ('accepted' in prepared) {
            parcel.outcomes[index] = prepared.accepted;
            return;
          }
          if (batch.length === 0) bulk.push(batch);
          parcel.open++;
          batch.push({ decoded: prepared.decoded, parcel, index });
          if (batch.length >= BULK_MOST) batch = [];
        });
        queued += parcel.open;
        if (parcel.open === 0) resolve(parcel.outcomes);
        else pump();
      });
    },

    lastOutcome: () => lastOutcome,
    drain,

    async close() {
      isClosed = true;
      await drain();
      clearTimeout(timer);
      clearTimeout(patience);
      await announcer.close();
    },
  };
}
