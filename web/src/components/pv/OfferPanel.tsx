import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Panel } from '../base/Panel.tsx';
import { formatDate } from '../base/time.ts';
import { OfferAnswers } from './OfferAnswers.tsx';
import '../form/form.css';

interface OfferPanelProps {
  offer: OutputOf<typeof site.offers>['list'][number];
}

/** A plant that is offered to the user: by whom, until when, and the buttons to accept or decline. */
export default function OfferPanel({ offer }: OfferPanelProps): ReactNode {
  const { sid, siteName, from, isOwnerless, expiresAt } = offer;
  return (
    <Panel title={siteName}>
      <div className="hp-edit">
        <p className="hp-muted">{t('page.pvPlantOffer')}</p>
        <p>
          {t(isOwnerless ? 'site.assign.question' : 'site.handOver.question', { from })}{' '}
          {t('site.handOver.until', { time: formatDate(expiresAt) })}
        </p>
        <OfferAnswers offer={{ sid }} siteName={siteName} />
      </div>
    </Panel>
  );
}
