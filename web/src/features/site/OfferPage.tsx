// A plant offered to the user by its owner, to accept or decline.
import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import '../../components/pv/detail.css';

const placeSchema = urlFields({ token: text(100) });

export default function OfferPage(): ReactNode {
  const [{ token }] = useUrlState(placeSchema);
  const navigate = useNavigate();
  const offer = useCall(site.offer, { token }, { live: 'none' });
  const reply = useWrite(site.offerAnswer, { refreshes: ['overview'] });
  const name = offer.data?.siteName ?? '';
  const send = (accepts: boolean) =>
    reply.mutate(
      { token, accepts },
      {
        onSuccess: ({ sid }) => {
          if (accepts) toast(t('site.handOver.accepted', { site: name }), 'success');
          else toast(t('site.handOver.declined'));
          void navigate(accepts ? paths.site(sid) : paths.sites(), { replace: true });
        },
      },
    );
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
              })}
            </p>
            <div className="hp-offer-answers">
              <Button isBusy={reply.isPending} onClick={() => send(true)} variant="primary">
                {t('site.handOver.accept')}
              </Button>
              <Button disabled={reply.isPending} onClick={() => send(false)}>
                {t('site.handOver.decline')}
              </Button>
            </div>
          </div>
        )}
      </Panel>
    </Page>
  );
}
