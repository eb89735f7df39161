// Shown above everything while an upload or a document of this session waits for its turn on the server.
import type { ReactNode } from 'react';
import { useQueuePlace } from '../api/live.ts';
import { Icon } from '../components/base/Icon.tsx';
import { t } from '../i18n.ts';

export function QueueBanner(): ReactNode {
  const { place } = useQueuePlace();
  return (
    <div aria-live="polite" className="hp-queue">
      {place > 0 && (
        <p>
          <Icon name="clock" size={18} />
          {t('request.queued', { place })}
        </p>
      )}
    </div>
  );
}
