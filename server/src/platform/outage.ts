/**
 * Why nothing can be stored. `read-only`: the database is a standby or rejects writes. `storage`: the folder of the
 * embedded database does not respond.
 */
export type Outage = 'database' | 'disk-full' | 'read-only' | 'storage';

/** The newest outcome of storing readings. */
export interface StoreOutcome {
  /** Of `performance.now()`. */
  atMs: number;
  outage?: Outage;
}

/** Codes of PostgreSQL: disk full, and a write in a read-only transaction. */
const OUTAGES: Readonly<Record<string, Outage>> = { '53100': 'disk-full', '25006': 'read-only' };

export const outageOf = (error: unknown): Outage =>
  OUTAGES[(error as { code?: string } | undefined)?.code ?? ''] ?? 'database';

/** Codes with which PostgreSQL ends or refuses connections while it stops or starts, and of connections that broke. */
const AWAY = /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/;
/** The client library gives no code where a connection ended under a statement, or before its rollback. */
const ENDED = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether an error means that the database is unreachable, for example while it restarts after a crash. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return AWAY.test(String(code)) || ENDED.test(String(message));
}
