import { fieldRules } from '@helioport/contract/fieldRules';
import { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal } from '../../../components/form/FormNotes.tsx';
import { dateText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import type { SiteDetail } from './siteDraft.ts';

/** Offers the plant to a new owner, or assigns one without an owner to a customer; shows pending confirmations. */
export function HandOverPanel({ detail }: { detail: SiteDetail }): ReactNode {
  const { sid } = detail;
  const { data } = useCall(site.handOverPending, { sid }, { live: 'none' });
  if (!data?.isOwner) return null;
  return (
    <Panel fold="handOver" title={t(data.isOwnerless ? 'site.assign.title' : 'site.handOver.title')}>
      {data.offer ? (
        <Pending detail={detail} isOwnerless={data.isOwnerless} offer={data.offer} />
      ) : (
        <Offering isOwnerless={data.isOwnerless} sid={sid} />
      )}
    </Panel>
  );
}

interface PendingProps {
  detail: SiteDetail;
  isOwnerless: boolean;
  offer: { email: string; expiresAt: number };
}

function Pending({
  detail: { sid, timezone },
  isOwnerless,
  offer: { email, expiresAt },
}: PendingProps): ReactNode {
  const again = useWrite(site.handOver);
  const onSent = () => toast(t('site.handOver.sent', { email }), 'success');
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

function Offering({ sid, isOwnerless }: { sid: string; isOwnerless: boolean }): ReactNode {
  const form = useDraft({ email: '' }, undefined, undefined, fieldRules(site.handOver));
  const offer = useWrite(site.handOver, { quiet: true });
  const submit = async () => {
    let sentTo = '';
    const isSent = await form.save(async ({ email }) => {
      sentTo = (await offer.mutateAsync({ sid, email: email.trim() })).email;
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
