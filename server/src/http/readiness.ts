// Whether this process can store data now. Checked in the background on a dedicated connection while it is polled;
// responses use the latest result, so they cost nothing and never wait for the database.
import fs from 'node:fs/promises';
import pg from 'pg';
import { type Outage, outageOf, type StoreOutcome } from '../platform/outage.ts';
import { noteProbe } from '../repositories/settings.ts';

export type Warning = 'disk-low';

export interface Readiness {
  outage?: Outage;
  warnings: Warning[];
}

export interface ReadinessParts {
  databaseUrl: string;
  /** Folders of the embedded database, whose disks must have space; none with an external database. */
  storeFolders?: readonly string[];
  lastStore?: () => StoreOutcome | undefined;
  /** Failure reported by the embedded database. */
  databaseOutage?: () => Outage | undefined;
  /** Free space below which the process is not ready, and below which there is a warning; bytes. */
  fullBytes?: number;
  lowBytes?: number;
  everyMs?: number;
}

/** PostgreSQL needs 16 MB per WAL segment and space for sorting. */
const FULL_BYTES = 100_000_000;
const LOW_BYTES = 1_000_000_000;
const CHECK_EVERY_MS = 2_000;
const CHECK_WITHIN_MS = 3_000;
/** A result is valid for this long; after that, a request waits for a new one, at most FIRST_ANSWER_MS. */
const KNOWN_FOR_MS = 10_000;
const FIRST_ANSWER_MS = 1_000;
/** Without questions for this long the checks pause. */
const PROBED_WITHIN_MS = 60_000;
/** A rejected reading counts for this long, unless one was stored since. */
const REFUSED_FOR_MS = 60_000;

export interface ReadinessCheck {
  now(): Promise<Readiness>;
  close(): Promise<void>;
}

export function createReadinessCheck(parts: ReadinessParts): ReadinessCheck {
  const { databaseUrl, storeFolders = [], lastStore, databaseOutage: currentOutage } = parts;
  const { fullBytes = FULL_BYTES, lowBytes = LOW_BYTES, everyMs = CHECK_EVERY_MS } = parts;
  let client: pg.Client | undefined;
  let known: { atMs: number; readiness: Readiness } | undefined;
  let running: Promise<void> | undefined;
  let firstAnswer: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let probe: Promise<Outage | undefined> | undefined;
  let statfs: Promise<FreeSpace> | undefined;
  let requestedAtMs = 0;
  let isClosed = false;

  const drop = () => {
    const old = client;
    client = undefined;
    void old?.end().catch(() => undefined);
  };

  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'helioport-health',
      keepAlive: true,
      connectionTimeoutMillis: CHECK_WITHIN_MS,
      query_timeout: CHECK_WITHIN_MS,
      options: `-c statement_timeout=${CHECK_WITHIN_MS} -c lock_timeout=${CHECK_WITHIN_MS}`,
    });
    fresh.on('error', () => {
      if (client === fresh) client = undefined;
    });
    try {
      await fresh.connect();
    } catch (error) {
      void fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    return fresh;
  };

  const databaseOutage = async (): Promise<Outage | undefined> => {
    try {
      const session = await connected();
      const { rows } = await session.query<{ isReadOnly: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      );
      if (rows[0]?.isReadOnly) return 'read-only';
      await noteProbe(session, Date.now());
      return undefined;
    } catch (error) {
      const outage = outageOf(error);
      // After a rejected statement the session is still usable; other errors may have broken it.
      if (outage === 'database') drop();
      return outage === 'database' ? (currentOutage?.() ?? outage) : outage;
    }
  };

  /** One disk check at a time, because an unresponsive network file system blocks a thread. */
  const freeSpace = async (): Promise<FreeSpace> => {
    statfs ??= leastFreeSpace(storeFolders).finally(() => {
      statfs = undefined;
    });
    return await within(CHECK_WITHIN_MS, statfs, { outage: 'storage' });
  };

  /** One probe at a time: a pending one is a sufficient result. */
  const database = async (): Promise<Outage | undefined> => {
    probe ??= databaseOutage().finally(() => {
      probe = undefined;
    });
    return await within<Outage | undefined>(CHECK_WITHIN_MS, probe, 'database');
  };

  const check = async (): Promise<void> => {
    const [refusal, disk] = await Promise.all([
      database(),
      storeFolders.length === 0 ? ({} as FreeSpace) : freeSpace(),
    ]);
    const isFull = disk.bytes !== undefined && disk.bytes < fullBytes;
    const outage = refusal === 'disk-full' || isFull ? 'disk-full' : (refusal ?? disk.outage);
    const isLow = disk.bytes !== undefined && disk.bytes < lowBytes;
    known = {
      atMs: performance.now(),
      readiness: { ...(outage ? { outage } : {}), warnings: isLow ? ['disk-low'] : [] },
    };
  };

  const begin = () => {
    if (running || timer || isClosed) return;
    running = check()
      .catch(() => {
        known = { atMs: performance.now(), readiness: { outage: 'database', warnings: [] } };
      })
      .finally(() => {
        running = undefined;
        if (isClosed) return;
        timer = setTimeout(() => {
          timer = undefined;
          if (performance.now() - requestedAtMs < PROBED_WITHIN_MS) begin();
          else drop();
        }, everyMs);
        timer.unref();
      });
    firstAnswer = within(FIRST_ANSWER_MS, running, undefined);
  };

  const isKnown = () => known !== undefined && performance.now() - known.atMs < KNOWN_FOR_MS;

  return {
    async now() {
      requestedAtMs = performance.now();
      begin();
      if (!isKnown()) await firstAnswer;
      if (!known || !isKnown()) return { outage: 'database', warnings: [] };
      const { atMs, readiness } = known;
      const store = lastStore?.();
      // A newer check outdates a lost connection, but not a full disk: the probe fits into a page that is there.
      const isRefused =
        store?.outage !== undefined &&
        (store.atMs > atMs ||
          (store.outage !== 'database' && performance.now() - store.atMs < REFUSED_FOR_MS)) &&
        readiness.outage === undefined;
      return isRefused ? { ...readiness, outage: store.outage! } : readiness;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      drop();
      await within(CHECK_WITHIN_MS, running ?? Promise.resolve(), undefined);
    },
  };
}

interface FreeSpace {
  /** Free for this user, of the fullest disk. */
  bytes?: number;
  outage?: Outage;
}

/** Also 0 where a file system has no file left to give. */
async function leastFreeSpace(folders: readonly string[]): Promise<FreeSpace> {
  try {
    const spaces = await Promise.all(
      folders.map(async (folder) => {
        const { bavail, bsize, files, ffree } = await fs.statfs(folder);
        return files > 0 && ffree === 0 ? 0 : bavail * bsize;
      }),
    );
    return { bytes: Math.min(...spaces) };
  } catch {
    return { outage: 'storage' };
  }
}

/**
 * `work`, or `otherwise` if it takes longer. Its timer does not keep the process alive, and a later failure is ignored.
 */
async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined);
  try {
    return await Promise.race([
      work,
      new Promise<T>((resolve) => {
        timer = setTimeout(() => resolve(otherwise), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
