import type { OutputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal } from '../../../components/form/FormNotes.tsx';
import { dateText } from '../../../components/pv/plantClock.ts';
import { t, type WordKey } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import type { SiteDetail } from './siteDraft.ts';

type Offer = NonNullable<OutputOf<typeof site.handOverPending>['offer']>;

const emailStates: Record<NonNullable<Offer['emailState']>, WordKey> = {
  sent: 'site.handOver.emailState.sent',
  waiting: 'site.handOver.emailState.waiting',
  failed: 'site.handOver.emailState.failed',
  kept: 'site.handOver.emailState.kept',
};

/** Offers the plant to a new owner, or assigns one without an owner to a customer; shows pending confirmations. */
export function HandOverPanel({ detail }: { detail: SiteDetail }): ReactNode {
  const { sid } = detail;
  // The email is sent some seconds after the offer.
  const { data } = useCall(
    site.handOverPending,
    { sid },
    { live: 'none', refreshMs: (answer) => (answer?.offer?.emailState === 'waiting' ? 5000 : 60_000) },
  );
  const [link, setLink] = useState('');
  if (!data?.isOwner) return null;
  return (
    <Panel fold="handOver" title={t(data.isOwnerless ? 'site.assign.title' : 'site.handOver.title')}>
      {data.offer ? (
        <Pending
          detail={detail}
          isOwnerless={data.isOwnerless}
          link={link}
          offer={data.offer}
          onOffered={setLink}
        />
      ) : (
        <Offering isOwnerless={data.isOwnerless} onOffered={setLink} sid={sid} />
      )}
    </Panel>
  );
}

interface PendingProps {
  detail: SiteDetail;
  isOwnerless: boolean;
  offer: Offer;
  /** The link of an offer made on this page; '' for an earlier one, whose link is not stored. */
  link: string;
  onOffered: (link: string) => void;
}

function Pending({
  detail: { sid, timezone },
  isOwnerless,
  offer: { email, expiresAt, emailState },
  link,
  onOffered,
}: PendingProps): ReactNode {
  const again = useWrite(site.handOver);
  const onSent = (sent: { link: string }) => {
    onOffered(sent.link);
    toast(t('site.handOver.sent', { email }), 'success');
  };
  const cancel = useWrite(site.handOverCancel);
  const onSuccess = () => toast(t('site.handOver.cancelled'), 'success');
  return (
    <div className="hp-edit">
      <p>
        {t(isOwnerless ? 'site.assign.pending' : 'site.handOver.offered', {
          email,
          time: dateText(localDay(expiresAt, timezone)),
        })}
      </p>
      <p className="hp-muted">
        {emailState !== null && `${t(emailStates[emailState])}. `}
        {t('site.handOver.afterLogin')}
      </p>
      {link === '' ? (
        <p className="hp-muted">{t('site.handOver.linkLater')}</p>
      ) : (
        <>
          <p className="hp-muted">{t('site.handOver.linkHint')}</p>
          <CopyText label={t('site.handOver.link')} text={link} />
        </>
      )}
      <div className="hp-offer-answers">
        <Button isBusy={again.isPending} onClick={() => again.mutate({ sid, email }, { onSuccess: onSent })}>
          {t('site.assign.resend')}
        </Button>
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate({ sid }, { onSuccess })}>
          {t('site.handOver.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface OfferingProps {
  sid: string;
  isOwnerless: boolean;
  onOffered: (link: string) => void;
}

function Offering({ sid, isOwnerless, onOffered }: OfferingProps): ReactNode {
  const form = useDraft({ email: '' }, undefined, undefined, fieldRules(site.handOver));
  const offer = useWrite(site.handOver, { quiet: true });
  const submit = async () => {
    let sentTo = '';
    const isSent = await form.save(async ({ email }) => {
      const sent = await offer.mutateAsync({ sid, email: email.trim() });
      sentTo = sent.email;
      onOffered(sent.link);
    });
    if (isSent) toast(t('site.handOver.sent', { email: sentTo }), 'success');
  };
  return (
    <DraftForm className="hp-edit" form={form} onSubmit={() => void submit()}>
      <p>{t(isOwnerless ? 'site.assign.what' : 'site.handOver.what')}</p>
      <FormRefusal words={form.refusal} />
      <TextField
        {...form.text('email')}
        label={t(isOwnerless ? 'site.assign.email' : 'site.handOver.email')}
        type="email"
      />
      <div>
        <Button type="submit" isBusy={form.isBusy}>
          {t(isOwnerless ? 'site.assign.submit' : 'site.handOver.submit')}
        </Button>
      </div>
    </DraftForm>
  );
}
