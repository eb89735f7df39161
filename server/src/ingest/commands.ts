// Sends pending commands from the database to devices connected to this process, and stores their answers. Several
// processes may run it: all are notified of new commands, and each command is claimed by one.
import { decodeStatus, encodeCommand } from '@helioport/protocol/helioport/command';
import type pg from 'pg';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { listen } from '../platform/notifications.ts';
import { createThrottledLog } from '../platform/throttledLog.ts';
import { COMMANDS, takeAnswer, takeDue } from '../repositories/commands.ts';
import { noteListening } from '../repositories/deviceKeys.ts';
import { noteConnected } from '../timeseries/ingestion/composites.ts';
import { createAnnouncer } from '../timeseries/ingestion/live.ts';
import type { CommandEnd } from './listeners.ts';
import type { MqttEndpoint } from './mqtt.ts';

interface CommanderParts {
  db: Db;
  pool: pg.Pool;
  databaseUrl: string;
  log: Log;
  clock?: Clock;
  /** Polling interval for missed notifications, in ms. */
  everyMs?: number;
  /** A command without an answer is sent again after this time, in ms; it is the same command to the device. */
  againMs?: number;
}

export interface Commander extends CommandEnd {
  /** Sends from now on. */
  open(endpoint: Pick<MqttEndpoint, 'publishCommand'>): void;
  close(): Promise<void>;
}

const EVERY_MS = 20_000;
const AGAIN_MS = 60_000;
/** Devices per statement. */
const AT_ONCE = 5_000;

const snsOf = (payload: string): string[] | null => {
  try {
    const list: unknown = JSON.parse(payload);
    return Array.isArray(list) ? list.filter((sn): sn is string => typeof sn === 'string') : null;
  } catch {
    return null;
  }
};

/** Failures are logged and retried: a command stays open until answered or expired. */
export function createCommander(parts: CommanderParts): Commander {
  const { db, pool, databaseUrl, log, clock = systemClock, everyMs = EVERY_MS, againMs = AGAIN_MS } = parts;
  const throttledLog = createThrottledLog(log);
  const announcer = createAnnouncer(pool);
  const listening = new Set<string>();
  const waiting = new Set<string>();
  let endpoint: Pick<MqttEndpoint, 'publishCommand'> | undefined;
  let isClosed = false;
  let sending: Promise<void> | undefined;

  const sendTo = async (sns: readonly string[]) => {
    const now = clock();
    await noteListening(db, sns, new Date(now));
    announcer.announce(await noteConnected(pool, sns, now));
    const due = await takeDue(db, sns, { at: new Date(now), againBefore: new Date(now - againMs) });
    for (const { id, sn, wanted, more, expiresAt } of due)
      await endpoint?.publishCommand(
        sn,
        encodeCommand({ id: String(id), set: wanted, expiresAt: expiresAt.toISOString(), ...more }),
      );
    announcer.announce(due.map(({ siteId }) => siteId));
  };

  const sendAll = async () => {
    while (waiting.size > 0 && !isClosed) {
      const sns = [...waiting].slice(0, AT_ONCE);
      for (const sn of sns) waiting.delete(sn);
      try {
        await sendTo(sns);
      } catch (error) {
        throttledLog('command', { err: error }, 'commands not sent');
      }
    }
  };

  /** Runs in the background; devices connected to another process are served there. */
  const sendSoon = (sns: Iterable<string>) => {
    for (const sn of sns) if (listening.has(sn)) waiting.add(sn);
    if (!endpoint || isClosed || waiting.size === 0) return;
    sending ??= sendAll().finally(() => {
      sending = undefined;
      sendSoon([]);
    });
  };

  const listener = listen(databaseUrl, COMMANDS, log, {
    onNotification: (payload) => sendSoon(snsOf(payload) ?? listening),
    onGap: () => sendSoon(listening),
  });
  const timer = setInterval(() => sendSoon(listening), everyMs).unref();

  return {
    listens(sn) {
      listening.add(sn);
      sendSoon([sn]);
    },
    leaves(sn) {
      listening.delete(sn);
    },
    async onReport(sn, payload) {
      const status = decodeStatus(payload);
      if (!status) return;
      const { parameters, refused = null, id: _, ...more } = status;
      const id = /^\d{1,15}$/.test(status.id ?? '') ? Number(status.id) : null;
      const siteId = await inTransaction(db, 'write', (tx) =>
        takeAnswer(tx, { sn, at: new Date(clock()), id, parameters, refused, more }),
      );
      if (status.online !== false) await noteConnected(pool, [sn], clock());
      if (siteId !== null) announcer.announce([siteId]);
      sendSoon([sn]);
    },
    open(its) {
      endpoint = its;
      sendSoon(listening);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await listener.close();
      await sending;
      await announcer.close();
    },
  };
}
