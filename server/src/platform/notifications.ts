// Notifications between processes through the database, sent when the transaction commits.
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './db.ts';
import type { Log } from './log.ts';

/** PostgreSQL refuses longer ones. */
const PAYLOAD_MAX = 7_900;
const RECONNECT_MS = 1_000;

/** Sends `payload` on a channel when the transaction commits; `fallback` if it is too long. */
export async function announce(
  tx: Db | Tx,
  channel: string,
  payload: string,
  fallback: string,
): Promise<void> {
  const text = Buffer.byteLength(payload) > PAYLOAD_MAX ? fallback : payload;
  await sql`select pg_notify(${channel}, ${text})`.execute(tx);
}

interface Subscription {
  onNotification: (payload: string) => void;
  /** The connection was interrupted and is restored: notifications may have been missed. */
  onGap: () => void;
}

export interface Listener {
  /** True while notifications can arrive. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Listens to a channel on a dedicated connection, which is reopened if it fails. */
export function listen(
  url: string,
  channel: string,
  log: Log,
  { onNotification, onGap }: Subscription,
): Listener {
  let client: pg.Client | undefined;
  let isConnected = false;
  let wasConnected = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: `helioport-${channel}`,
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
    mine.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await mine.connect();
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`);
      isConnected = !isOver;
      if (wasConnected) onGap();
      wasConnected = true;
    } catch (error) {
      log.debug({ err: error, channel }, 'listener not connected');
      again();
    }
  };
  void connect();

  return {
    isConnected: () => isConnected,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
