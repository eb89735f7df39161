// News of plants, from the process that stored them to every process that shows them, by LISTEN and NOTIFY.
import pg from 'pg';
import type { Log } from '../platform/log.ts';

const CHANNEL = 'report';
/** A notification holds 8,000 bytes; this many plant numbers fit with room to spare. */
const IDS_PER_NOTE = 400;
const GATHER_MS = 150;
const RECONNECT_MS = 1_000;

export interface Announcer {
  /** Says that these plants have news. Gathered for a moment; never throws, never waited for. */
  announce(siteIds: Iterable<number>): void;
  close(): Promise<void>;
}

/**
 * Tells the other processes. Not part of the storing transactions: all that notify commit one after the other, which
 * would undo what committing side by side gains. News lost in a crash are made good when pages connect again.
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
  /** Calls `listener` with the numbers of plants that have news; returns the end of the subscription. */
  subscribe(listener: (siteIds: readonly number[]) => void): () => void;
  /** True while news can arrive. */
  isConnected(): boolean;
  close(): Promise<void>;
}

function idsOf(payload: string | undefined): number[] {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** Listens on a connection of its own, which is opened again whenever it breaks. */
export function createLiveFeed(url: string, log: Log): LiveFeed {
  const listeners = new Set<(siteIds: readonly number[]) => void>();
  let client: pg.Client | undefined;
  let isConnected = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'helioport-live',
      keepAlive: true,
    });
    client = mine;
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      isConnected = false;
      mine.end().catch(() => undefined);
      if (!isClosed) retry = setTimeout(connect, RECONNECT_MS);
    };
    mine.on('error', again);
    mine.on('end', again);
    mine.on('notification', ({ payload }) => {
      const ids = idsOf(payload);
      if (ids.length > 0) for (const listener of listeners) listener(ids);
    });
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      isConnected = !isOver;
    } catch (error) {
      log.debug({ err: error }, 'the live feed could not connect');
      again();
    }
  };
  void connect();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isConnected: () => isConnected,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
