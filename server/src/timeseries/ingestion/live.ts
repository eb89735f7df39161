// Change notifications of plants, from the process that stores them to all processes that show them, by LISTEN and
// NOTIFY.
import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { listen } from '../../platform/notifications.ts';

const CHANNEL = 'reading';
/** A notification holds 8,000 bytes; this many plant IDs fit safely. */
const IDS_PER_NOTE = 400;
const GATHER_MS = 150;

export interface Announcer {
  /** Queues a change notification per plant. Debounced; never throws, fire and forget. */
  announce(siteIds: Iterable<number>): void;
  close(): Promise<void>;
}

/**
 * Notifies the other processes. Not part of the storing transactions: transactions with NOTIFY commit one after the
 * other, which would prevent concurrent commits. Notifications lost in a crash are compensated when pages reconnect.
 */
export function createAnnouncer(pool: pg.Pool): Announcer {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  const send = async () => {
    timer = undefined;
    const ids = [...waiting];
    waiting.clear();
    for (let i = 0; i < ids.length; i += IDS_PER_NOTE) {
      const note = JSON.stringify(ids.slice(i, i + IDS_PER_NOTE));
      await pool.query('select pg_notify($1, $2)', [CHANNEL, note]).catch(() => undefined);
    }
  };
  return {
    announce(siteIds) {
      for (const id of siteIds) waiting.add(id);
      if (waiting.size === 0 || timer) return;
      timer = setTimeout(() => {
        sending = send();
      }, GATHER_MS);
    },
    async close() {
      clearTimeout(timer);
      if (waiting.size > 0) await send();
      await sending;
    },
  };
}

export interface LiveFeed {
  /** Calls `listener` with the IDs of changed plants; returns the function that unsubscribes. */
  subscribe(listener: (siteIds: readonly number[]) => void): () => void;
  /** True while notifications can arrive. */
  isConnected(): boolean;
  close(): Promise<void>;
}

function idsOf(payload: string): number[] {
  try {
    const value: unknown = JSON.parse(payload);
    return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** Listens on a dedicated connection, which is reopened if it fails. */
export function createLiveFeed(url: string, log: Log): LiveFeed {
  const listeners = new Set<(siteIds: readonly number[]) => void>();
  const listener = listen(url, CHANNEL, log, {
    onNotification(payload) {
      const ids = idsOf(payload);
      if (ids.length > 0) for (const notify of listeners) notify(ids);
    },
    // A lost notification needs no recovery: the next reading of a plant, within minutes, triggers another.
    onGap: () => undefined,
  });
  return {
    subscribe(notify) {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    isConnected: () => listener.isConnected(),
    close: () => listener.close(),
  };
}
