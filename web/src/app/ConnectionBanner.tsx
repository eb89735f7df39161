// Shown above every page while the server does not answer: the age of the data, and that the portal keeps retrying.
import { type ReactNode, useEffect } from 'react';
import { useLiveStatus } from '../api/live.ts';
import { queryClient } from '../api/query.ts';
import { Icon } from '../components/base/Icon.tsx';
import { formatAge, useNow } from '../components/base/time.ts';
import { lookForConnection, useConnection } from '../connection.ts';
import { t } from '../i18n.ts';

export function ConnectionBanner(): ReactNode {
  const { isLost, lastReceivedAt } = useConnection();
  const now = useNow();
  useEffect(() => {
    const look = () => void lookForConnection();
    addEventListener('offline', look);
    const stopLive = useLiveStatus.subscribe(({ state }, before) => {
      if (state === 'waiting' && before.state !== 'waiting') look();
    });
    // Repeats failed requests and refreshes all data.
    const stop = useConnection.subscribe((connection, before) => {
      if (before.isLost && !connection.isLost) void queryClient.invalidateQueries();
    });
    return () => {
      removeEventListener('offline', look);
      stopLive();
      stop();
    };
  }, []);
  if (!isLost) return null;
  return (
    <p className="hp-lost" role="status">
      <Icon name="clock" size={18} />
      {t('public.offline', { age: formatAge(lastReceivedAt, now) })}
    </p>
  );
}
