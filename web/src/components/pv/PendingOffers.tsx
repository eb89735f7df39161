import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { Panel } from '../base/Panel.tsx';
import { formatDate } from '../base/time.ts';
import { OfferAnswers } from './OfferAnswers.tsx';
import '../form/form.css';

const EVERY_MS = 60_000;

/** The plants that are offered to the user, to accept or decline; nothing without any. */
export default function PendingOffers(): ReactNode {
  const { data } = useCall(site.offers, {}, { live: 'none', refreshMs: EVERY_MS });
  return data?.list.map(({ sid, siteName, from, isOwnerless, expiresAt }) => (
    <Panel key={sid} title={siteName}>
      <div className="hp-edit">
        <p className="hp-muted">{t('page.pvPlantOffer')}</p>
        <p>
          {t(isOwnerless ? 'site.assign.question' : 'site.handOver.question', { from })}{' '}
          {t('site.handOver.until', { time: formatDate(expiresAt) })}
        </p>
        <OfferAnswers offer={{ sid }} siteName={siteName} />
      </div>
    </Panel>
  ));
}
