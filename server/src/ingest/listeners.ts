// Devices that accept commands over the connections of the broker: a bridge subscribes for many, and a reconnecting
// device briefly has two connections.
import type { Client } from 'aedes';

/** Notifications from the MQTT endpoint about devices that accept commands. */
export interface CommandEnd {
  /** A connection listens for the commands of a device from now on. */
  listens(sn: string): void;
  /** The last connection subscribed for it has ended. */
  leaves(sn: string): void;
  /** A device sent a status message; resolves once stored. */
  onReport(sn: string, payload: Uint8Array): Promise<void>;
}

/** Counts the connections that listen for the commands of each device; a bridge listens for many. */
export function createListeners(commands: CommandEnd | undefined) {
  const byClient = new WeakMap<Client, Set<string>>();
  const counts = new Map<string, number>();
  const leave = (sn: string) => {
    const left = (counts.get(sn) ?? 1) - 1;
    if (left > 0) {
      counts.set(sn, left);
      return;
    }
    counts.delete(sn);
    commands?.leaves(sn);
  };
  return {
    add(client: Client, sn: string): void {
      const own = byClient.get(client) ?? new Set();
      byClient.set(client, own);
      if (!own.has(sn)) counts.set(sn, (counts.get(sn) ?? 0) + 1);
      own.add(sn);
      commands?.listens(sn);
    },
    countOf: (client: Client): number => byClient.get(client)?.size ?? 0,
    remove(client: Client, sn: string): void {
      if (byClient.get(client)?.delete(sn)) leave(sn);
    },
    removeAll(client: Client): void {
      for (const sn of byClient.get(client) ?? []) leave(sn);
      byClient.delete(client);
    },
  };
}
