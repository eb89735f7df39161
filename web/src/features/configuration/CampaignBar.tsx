import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import '../../components/pv/files/files.css';
import type { Campaign } from './ota.ts';

/** Progress: number of devices with the new version installed. */
export function CampaignBar({ campaign: { counts, total } }: { campaign: Campaign }): ReactNode {
  const words = t('campaign.progress', { done: counts.confirmed, all: total });
  return (
    <span className="hp-sending">
      <progress aria-label={t('campaign.field.progress')} max={total} value={counts.confirmed} />
      <span>{words}</span>
    </span>
  );
}
