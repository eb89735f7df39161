// A plant offered to the user by its owner, to accept or decline.
import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { formatDate } from '../../components/base/time.ts';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { OfferAnswers } from '../../components/pv/OfferAnswers.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';

const placeSchema = urlFields({ token: text(100) });

export default function OfferPage(): ReactNode {
  const [{ token }] = useUrlState(placeSchema);
  const navigate = useNavigate();
  const offer = useCall(site.offer, { token }, { live: 'none' });
  const name = offer.data?.siteName ?? '';
  return (
    <Page
      crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]}
      title={name === '' ? t('page.pvPlantOffer') : name}
    >
      <Panel answer={offer} title={t('page.pvPlantOffer')}>
        {offer.data && (
          <div className="hp-edit">
            <p>
              {t(offer.data.isOwnerless ? 'site.assign.question' : 'site.handOver.question', {
                from: offer.data.from,
              })}{' '}
              {t('site.handOver.until', { time: formatDate(offer.data.expiresAt) })}
            </p>
            <OfferAnswers
              offer={{ token }}
              onAnswered={(sid) =>
                void navigate(sid === '' ? paths.sites() : paths.site(sid), { replace: true })
              }
              siteName={name}
            />
          </div>
        )}
      </Panel>
    </Page>
  );
}
