// Tokens of devices, for a broker in this process: looked up at login; connections with an invalidated token are
// closed.
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { listen } from '../platform/notifications.ts';
import { KEYS, keyNumberOf } from '../repositories/deviceKeys.ts';
import type { MqttEndpoint } from './mqtt.ts';

interface DeviceKeys {
  keyNumberOf: (sn: string) => Promise<number | undefined>;
  /** Dismisses from now on. */
  open(endpoint: Pick<MqttEndpoint, 'dismiss' | 'dismissOld'>): void;
  close(): Promise<void>;
}

export function createDeviceKeys({
  db,
  databaseUrl,
  log,
}: {
  db: Db;
  databaseUrl: string;
  log: Log;
}): DeviceKeys {
  let endpoint: Pick<MqttEndpoint, 'dismiss' | 'dismissOld'> | undefined;
  const listener = listen(databaseUrl, KEYS, log, {
    onNotification: (sn) => endpoint?.dismiss(sn),
    onGap: () => endpoint?.dismissOld(),
  });
  return {
    keyNumberOf: (sn) => keyNumberOf(db, sn),
    open(its) {
      endpoint = its;
    },
    close: () => listener.close(),
  };
}
