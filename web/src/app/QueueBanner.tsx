// Shown above everything while an upload or a document of this session waits for its turn on the server.
import type { ReactNode } from 'react';
import { useQueuePlace } from '../api/live.ts';
import { t } from '../i18n.ts';
import { Icon } from '../ui/base/Icon.tsx';

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
