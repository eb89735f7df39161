// Reads from a replica (READ_DATABASE_URL) while it is fresh enough. Everything else, including reads of users who have
// just written, uses the primary.
import type pg from 'pg';
import { type Database, openDatabase, type Tx } from './db.ts';
import type { Log } from './log.ts';

export interface Readers {
  /** Runs a read-only query for a user. It includes their earlier writes on either database. */
  read<T>(who: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Records that a user has just written. */
  wrote(who: string): void;
  close(): Promise<void>;
}

/** Reads where there is one database only. */
export const readersOf = ({ reads }: Pick<Database, 'reads'>): Readers => ({
  read: (_who, work) => work(reads),
  wrote() {},
  close: () => Promise.resolve(),
});

const LOOK_EVERY_MS = 500;
/** Most writers stored; a healthy replica catches up with each within a second. */
const MOST_WRITERS = 10_000;
/** PostgreSQL errors of a replica that cancels a read or is gone; the read is then repeated on the primary. */
const COPY_FAILED = /^(40001|40P01|57P0\d|08\w{3}|53300|ECONN\w+|EPIPE|ETIMEDOUT)$/;

/** WAL position of a database at an instant of `performance.now()`. */
interface Mark {
  atMs: number;
  /** Bytes of the log. */
  position: number;
}

interface Options {
  primary: Database;
  /** Of the copy. */
  url: string;
  /** At least two: one of them queries the replication delay. */
  connections: number;
  /** How far behind the copy may be, ms. */
  behindMs: number;
  log: Log;
}

/**
 * Reads from the replica at `url` while it is at most `behindMs` behind. The WAL position of the primary is recorded
 * twice a second, and the replica is as fresh as the latest record whose position it has reached. An unreachable
 * replica is not used.
 */
export function readersWithCopy({ primary, url, connections, behindMs, log }: Options): Readers {
  const onError = (error: Error) => log.warn({ reason: error.message }, 'replica connection lost');
  const copy = openDatabase(url, { size: 1, readers: connections - 1, onError });
  const writes = new Map<string, number>();
  let marks: Mark[] = [];
  /** The copy holds everything that was committed by then. */
  let freshAtMs = Number.NEGATIVE_INFINITY;
  /** Writers before this instant are not stored. */
  let clearedAtMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let timer: NodeJS.Timeout;

  const look = async () => {
    try {
      const atMs = performance.now();
      marks.push({ atMs, position: await positionOf(primary.pool, 'pg_current_wal_lsn()') });
      const reached = await positionOf(copy.pool, 'pg_last_wal_replay_lsn()');
      const behind = marks.filter(({ position }) => position > reached);
      const caughtUp = marks.filter(({ position }) => position <= reached).at(-1);
      if (caughtUp) freshAtMs = caughtUp.atMs;
      // Limits the records of a replica that stays behind.
      marks = behind.slice(0, 100);
    } catch {
      // It ages until it answers again.
    }
    for (const [who, atMs] of writes) if (atMs < freshAtMs) writes.delete(who);
    if (!isClosed) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  void look();

  const isFresh = (who: string) =>
    performance.now() - freshAtMs <= behindMs && (writes.get(who) ?? clearedAtMs) < freshAtMs;

  return {
    async read(who, work) {
      if (isFresh(who)) {
        try {
          return await work(copy.reads);
        } catch (error) {
          if (!COPY_FAILED.test(String((error as { code?: unknown }).code))) throw error;
          onError(error as Error);
          freshAtMs = Number.NEGATIVE_INFINITY;
        }
      }
      return await work(primary.reads);
    },
    wrote(who) {
      writes.delete(who);
      writes.set(who, performance.now());
      // Entries are needed until the replica has caught up. If there are too many, the replica is not used for a while.
      if (writes.size > MOST_WRITERS) {
        clearedAtMs = performance.now();
        writes.clear();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await copy.close();
    },
  };
}

/** Bytes of the log up to a place that PostgreSQL names. */
async function positionOf(
  pool: pg.Pool,
  place: 'pg_current_wal_lsn()' | 'pg_last_wal_replay_lsn()',
): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(`select (${place} - '0/0'::pg_lsn)::float8 as bytes`);
  const bytes = rows[0]?.bytes;
  if (bytes == null) throw new Error('it is not a replica or has not started');
  return bytes;
}
