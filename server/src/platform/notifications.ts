// News between processes through the database: what a transaction announces goes out when it commits, or never.
import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './db.ts';

/** PostgreSQL refuses longer ones. */
const PAYLOAD_MAX = 7900;

/** Announces `payload` on a channel when the transaction commits; one that is too long goes out as `fallback`. */
export async function announce(tx: Tx, channel: string, payload: string, fallback: string): Promise<void> {
  const text = Buffer.byteLength(payload) > PAYLOAD_MAX ? fallback : payload;
  await sql`select pg_notify(${channel}, ${text})`.execute(tx);
}

const RETRY_MS = 1_000;

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Hears a channel on a connection of its own and resolves when it does. A connection that breaks is made again;
 * since news may have been missed meanwhile, `onGap` is called then.
 */
export async function listen(
  url: string,
  channel: string,
  on: { news: (payload: string) => void; gap: () => void },
): Promise<Listener> {
  let isStopped = false;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `helioport ${channel}`,
      keepAlive: true,
    });
    const onEnd = () => {
      if (current !== client || isStopped) return;
      current = undefined;
      retry = setTimeout(again, RETRY_MS);
    };
    client.on('error', onEnd);
    client.on('end', onEnd);
    client.on('notification', (message) => on.news(message.payload ?? ''));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    if (isStopped) return void (await client.end());
    current = client;
  };
  const again = () => {
    connect().then(on.gap, () => {
      if (!isStopped) retry = setTimeout(again, RETRY_MS);
    });
  };

  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await current?.end();
    },
  };
}
