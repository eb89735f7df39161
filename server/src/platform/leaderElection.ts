// Leader election for long-running work of a single process, such as a connection to a broker: the holder of an
// advisory lock does the work, the other processes stand by to take over.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type LOCKS, tryHold } from './locks.ts';
import type { Log } from './log.ts';

interface Closes {
  close(): Promise<void>;
}

interface StandByParts {
  /** Past a pooler: the lock belongs to a connection. */
  databaseUrl: string;
  name: keyof typeof LOCKS;
  log: Log;
  /** Begins the work; it is closed when the lock is lost, and when this is closed. */
  begin: () => Promise<Closes>;
  /** Called once while another process does the work. */
  onOther?: () => void;
  /** Between two tries, and between two looks whether the lock is still held, ms. */
  everyMs?: number;
}

export interface StandBy extends Closes {
  /** True while this process does the work. */
  isAtWork(): boolean;
}

/**
 * Runs the work whenever no other process does. If a process fails, its lock is released with its connection. A process
 * cut off from the database stops its work within two checks, while another may already have started, so the work must
 * tolerate running twice for that long.
 */
export function standBy({ databaseUrl, name, log, begin, onOther, everyMs = 5_000 }: StandByParts): StandBy {
  let isClosed = false;
  let isAtWork = false;
  let wake: () => void = () => undefined;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Holds a connection, and with it the lock as soon as it is free, until either is over. */
  const turn = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: `helioport-${name}`,
      keepAlive: true,
      connectionTimeoutMillis: everyMs,
      query_timeout: everyMs,
    });
    let isOver = false;
    const over = () => {
      isOver = true;
      wake();
    };
    client.on('error', over);
    client.on('end', over);
    let work: Closes | undefined;
    try {
      await client.connect();
      let isNotified = false;
      while (!isOver && !isClosed) {
        if (work) await client.query('select 1');
        else if (await tryHold(client, name)) {
          work = await begin();
          isAtWork = true;
        } else if (!isNotified) {
          isNotified = true;
          onOther?.();
        }
        if (!isOver && !isClosed) await pause();
      }
    } catch (error) {
      log.debug({ err: error, lock: name }, 'lock lost');
    } finally {
      isAtWork = false;
      await work
        ?.close()
        .catch((error: unknown) => log.error({ err: error, lock: name }, 'work did not stop'));
      // A dead connection does not complete `end`.
      await Promise.race([client.end().catch(() => undefined), sleep(everyMs, undefined, { ref: false })]);
    }
  };

  const turns = (async () => {
    while (!isClosed) {
      await turn();
      if (!isClosed) await pause();
    }
  })();

  return {
    isAtWork: () => isAtWork,
    async close() {
      isClosed = true;
      wake();
      await turns;
    },
  };
}
