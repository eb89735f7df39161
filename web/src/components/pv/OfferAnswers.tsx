import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';
import { toast } from '../base/Toaster.tsx';
import './detail.css';

interface OfferAnswersProps {
  /** The offer: by the token of its link, or by the plant as listed for the account. */
  offer: { token: string } | { sid: string };
  siteName: string;
  /** Called once the answer is stored; `sid` is '' if the plant was declined. */
  onAnswered?: (sid: string) => void;
}

/** Accepts or declines a plant that is offered to the user. */
export function OfferAnswers({ offer, siteName, onAnswered }: OfferAnswersProps): ReactNode {
  const reply = useWrite(site.offerAnswer, { refreshes: ['overview'] });
  // A promise, because the refreshed list removes this component before a callback of the mutation would run.
  const send = async (accepts: boolean) => {
    const answer = await reply.mutateAsync({ ...offer, accepts }).catch(() => undefined);
    if (!answer) return;
    if (accepts) toast(t('site.handOver.accepted', { site: siteName }), 'success');
    else toast(t('site.handOver.declined'));
    onAnswered?.(answer.sid);
  };
  return (
    <div className="hp-offer-answers">
      <Button isBusy={reply.isPending} onClick={() => void send(true)} variant="primary">
        {t('site.handOver.accept')}
      </Button>
      <Button disabled={reply.isPending} onClick={() => void send(false)}>
        {t('site.handOver.decline')}
      </Button>
    </div>
  );
}
