// Detects within about a second that the database does not respond, so that requests are rejected immediately instead
// of queuing up.
import pg from 'pg';
import { BusinessFailure } from './failure.ts';
import type { Log } from './log.ts';

export interface DatabaseWatch {
  /** Fails with `server.busy` while the database does not respond. Call it before waiting for the database. */
  demandAnswering(): void;
  /**
   * Result of a read, or `server.busy` as soon as the database is known not to respond. The read itself continues; not
   * for writes, whose outcome would be unknown.
   */
  whileAnswering<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Options {
  url: string;
  log: Log;
  /** Pause between two probes, ms. */
  everyMs?: number;
  /** Time limit of a probe, ms; a slower one counts as no response. */
  withinMs?: number;
  /** Probes pause without calls for this long, ms. */
  idleMs?: number;
}

/** A probe without an answer is given up after this, ms. */
const HANGING_MS = 5_000;
/** Additional time after a probe's limit for a response that this busy process has not read yet, ms. */
const GRACE_MS = 150;

/** Monitors the database at `url` on a dedicated connection outside the pool. */
export function createDatabaseWatch({
  url,
  log,
  everyMs = 250,
  withinMs = 650,
  idleMs = 10_000,
}: Options): DatabaseWatch {
  let client: pg.Client | undefined;
  let isAnswering = true;
  let isClosed = false;
  let calledAt = Number.NEGATIVE_INFINITY;
  let next: NodeJS.Timeout | undefined;
  let isProbing = false;
  const waiting = new Set<() => void>();

  const settle = (isNowAnswering: boolean) => {
    if (isNowAnswering !== isAnswering) {
      isAnswering = isNowAnswering;
      log.warn({ isAnswering }, 'database answering changed');
    }
    if (isAnswering) return;
    for (const reject of waiting) reject();
    waiting.clear();
  };

  const check = async (): Promise<void> => {
    if (!client) {
      const fresh = new pg.Client({
        connectionString: url,
        application_name: 'helioport-watch',
        // A connection that hangs is replaced: after a failover only a new one reaches the database.
        connectionTimeoutMillis: HANGING_MS,
        query_timeout: HANGING_MS,
      });
      fresh.on('error', () => {
        if (client === fresh) client = undefined;
      });
      await fresh.connect();
      client = fresh;
    }
    await client.query('select 1');
  };

  const probe = () => {
    next = undefined;
    isProbing = true;
    let late: NodeJS.Timeout | undefined = setTimeout(() => {
      late = setTimeout(() => settle(false), GRACE_MS);
    }, withinMs);
    check()
      .then(
        () => settle(true),
        () => {
          client?.end().catch(() => undefined);
          client = undefined;
          settle(false);
        },
      )
      .finally(() => {
        clearTimeout(late);
        isProbing = false;
        // Probes continue while it does not respond, because no call is admitted that would restart them.
        if (!isClosed && (!isAnswering || performance.now() - calledAt < idleMs))
          next = setTimeout(probe, everyMs);
      });
  };

  const touch = () => {
    calledAt = performance.now();
    if (!isProbing && !next && !isClosed) probe();
  };

  return {
    demandAnswering() {
      touch();
      if (!isAnswering) throw new BusinessFailure('server.busy');
    },
    whileAnswering(work) {
      if (!isAnswering) {
        work.catch(() => undefined);
        return Promise.reject(new BusinessFailure('server.busy'));
      }
      return new Promise((resolve, reject) => {
        const refuse = () => reject(new BusinessFailure('server.busy'));
        waiting.add(refuse);
        work.then(resolve, reject).finally(() => waiting.delete(refuse));
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(next);
      await client?.end().catch(() => undefined);
    },
  };
}

/** For tests and tools without monitoring: admits every call. */
export const unwatched: DatabaseWatch = {
  demandAnswering() {},
  whileAnswering: (work) => work,
  close: () => Promise.resolve(),
};
