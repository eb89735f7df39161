// The real server of a bench in a separate process, so that sending requests and parsing responses do not count as
// server load. Receives its database URL and sends its own; ends on request or when the parent disconnects.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '@helioport/server/app';
import { readConfig } from '@helioport/server/config';
import { apiCalls } from '@helioport/server/modules';
import { openDatabase } from '@helioport/server/platform/db';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { noWeather } from '@helioport/server/platform/weather';

export interface Serving {
  databaseUrl: string;
  sharesForMs: number;
}

async function serve({ databaseUrl, sharesForMs }: Serving): Promise<void> {
  // Connections break when the database is restarted; the pools make others.
  const { db, reads, close } = openDatabase(databaseUrl, { onError: () => undefined });
  const app = await createApp({
    db,
    reads,
    clock: () => Date.now(),
    log: createLog('silent'),
    metrics: createMetrics(),
    // Demo users can log in.
    services: {
      config: readConfig({ DEMO: 'on' }),
      weather: noWeather,
      keyOf: () => '',
      demoLogins: [],
      setupCode: '',
      pause: (ms) => sleep(ms),
    },
    apiCalls,
    sharesForMs,
    checksAnswers: false,
    anonymousCallsPerMinute: 100_000,
    sessionCallsPerMinute: 100_000,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('disconnect', () => {
    void app
      .close()
      .then(close)
      .finally(() => process.exit(0));
  });
  process.send?.(url);
}

process.once('message', (serving: Serving) => {
  serve(serving).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
