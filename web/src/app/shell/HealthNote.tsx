// A short note in the header for portal administrators, only while something needs attention. It has space of its own,
// so that nothing moves when it appears.

import { overview } from '@helioport/contract/overview';
import { HOUR_MS } from '@helioport/domain/duration';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Icon } from '../../components/base/Icon.tsx';
import { useNow } from '../../components/base/time.ts';
import { concernTexts } from '../../components/pv/concernTexts.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import './healthNote.css';

/** Concerns such as mismatched totals, failed jobs or long waits, each as a sentence with a link. */
export function HealthNote(): ReactNode {
  const { data } = useCall(
    overview.health,
    {},
    { live: 'none', refreshMs: HOUR_MS / 4, staleMs: HOUR_MS / 4 },
  );
  const now = useNow();
  if (!data || data.concerns.length === 0) return null;
  const message = concernTexts(data, now).join(' ');
  return (
    <div className="hp-health-note" role="status">
      <Link title={`${message} ${t('health.look')}`} to={paths.health()}>
        <Icon name="info" size={18} />
        <span>{message}</span>
      </Link>
    </div>
  );
}
