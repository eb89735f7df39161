// How many connections to the database each part of a process has of those that it may hold.
import type { Config } from './config.ts';

interface Connections {
  /** For calls that write, and for endpoints outside the API. */
  calls: number;
  /** Of calls that only read. */
  reads: number;
  /** Of devices and jobs. */
  store: number;
}

/** How the connections of the process are shared. */
export function connectionsOf({
  parts,
  databaseConnections: all,
}: Pick<Config, 'parts' | 'databaseConnections'>): Connections {
  const few = 2;
  // Without the API, no read connections are used.
  if (!parts.has('api')) return { calls: few, reads: few, store: all - few };
  const ofCalls = parts.size === 1 ? all - few : Math.round((all * 4) / 7);
  const calls = Math.max(few, Math.round(ofCalls / 3));
  return { calls, reads: Math.max(1, ofCalls - calls), store: all - ofCalls };
}
