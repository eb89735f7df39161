// Ends connections whose feed token was revoked, in every process with a broker.
import type { Log } from '../../platform/log.ts';
import { listen } from '../../platform/notifications.ts';
import { FEEDS_ENDED } from '../../repositories/feeds.ts';
import type { MqttDoor } from '../mqtt.ts';

/** Tokens that end without an announcement, such as by a restored backup, end within this time. */
const RECHECK_MS = 60_000;

export function watchFeedTokens({
  databaseUrl,
  log,
  door,
}: {
  databaseUrl: string;
  log: Log;
  door: Pick<MqttDoor, 'dismissFeed' | 'dismissOldFeeds'>;
}): { close(): Promise<void> } {
  const news = listen(databaseUrl, FEEDS_ENDED, log, {
    onNews: (id) => door.dismissFeed(Number(id)),
    onGap: () => door.dismissOldFeeds(),
  });
  const timer = setInterval(() => door.dismissOldFeeds(), RECHECK_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await news.close();
    },
  };
}
