import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import '../../../components/pv/files/files.css';
import type { Run } from './sets.ts';

/** Number of devices that have confirmed the values sent. */
export function RunBar({ run: { counts, total } }: { run: Run }): ReactNode {
  return (
    <span className="hp-sending">
      <progress aria-label={t('campaign.field.progress')} max={total} value={counts.confirmed} />
      <span>{t('campaign.progress', { done: counts.confirmed, all: total })}</span>
    </span>
  );
}
