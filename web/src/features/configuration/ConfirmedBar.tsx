import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import './configuration.css';

interface ConfirmedBarProps {
  counts: { confirmed: number };
  /** Number of devices. */
  total: number;
}

/** Number of devices of a campaign or a run that have confirmed what was sent. */
export function ConfirmedBar({ counts, total }: ConfirmedBarProps): ReactNode {
  return (
    <span className="hp-confirmed-bar">
      <progress aria-label={t('campaign.field.progress')} max={total} value={counts.confirmed} />
      <span>{t('campaign.progress', { done: counts.confirmed, all: total })}</span>
    </span>
  );
}
