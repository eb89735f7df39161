// Ends connections whose feed token was revoked, in every process with a broker.
import type { Log } from '../../platform/log.ts';
import { listen } from '../../platform/notifications.ts';
import { FEEDS_ENDED } from '../../repositories/feeds.ts';
import type { MqttEndpoint } from '../mqtt.ts';

/** Tokens that end without an announcement, such as by a restored backup, end within this time. */
const RECHECK_MS = 60_000;

export function watchFeedTokens({
  databaseUrl,
  log,
  endpoint,
}: {
  databaseUrl: string;
  log: Log;
  endpoint: Pick<MqttEndpoint, 'dismissFeed' | 'dismissOldFeeds'>;
}): { close(): Promise<void> } {
  const listener = listen(databaseUrl, FEEDS_ENDED, log, {
    onNotification: (id) => endpoint.dismissFeed(Number(id)),
    onGap: () => endpoint.dismissOldFeeds(),
  });
  const timer = setInterval(() => endpoint.dismissOldFeeds(), RECHECK_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}
