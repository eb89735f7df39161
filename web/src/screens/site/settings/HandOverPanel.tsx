import { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import { dateText } from '../../../solar/plantClock.ts';
import { Panel } from '../../../ui/base/Panel.tsx';
import { toast } from '../../../ui/base/Toaster.tsx';
import { FormRefusal } from '../../../ui/form/EditDrawer.tsx';
import { TextField } from '../../../ui/form/FormFields.tsx';
import { isEmail, type SiteDetail } from './siteDraft.ts';

/** Lets the owner offer the plant to another one, and take the offer back; nobody else sees it. */
export function HandOverPanel({ detail }: { detail: SiteDetail }): ReactNode {
  const { sid } = detail;
  const { data } = useCall(site.handOverPending, { sid }, { live: 'none', quiet: true });
  if (!data?.isOwner) return null;
  return (
    <Panel fold="handOver" title={t('site.handOver.title')}>
      {data.offer ? <Pending detail={detail} offer={data.offer} /> : <Offering sid={sid} />}
    </Panel>
  );
}

interface PendingProps {
  detail: SiteDetail;
  offer: { email: string; expiresAt: number };
}

function Pending({ detail: { sid, timezone }, offer: { email, expiresAt } }: PendingProps): ReactNode {
  const cancel = useWrite(site.handOverCancel);
  const onSuccess = () => toast(t('site.handOver.cancelled'), 'success');
  return (
    <div className="hp-edit">
      <p>{t('site.handOver.offered', { email, time: dateText(localDay(expiresAt, timezone)) })}</p>
      <div>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate({ sid }, { onSuccess })}>
          {t('site.handOver.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Offering({ sid }: { sid: string }): ReactNode {
  const form = useDraft({ email: '' }, ({ email }) => ({
    email: isEmail(email) ? undefined : t('login.emailInvalid'),
  }));
  const offer = useWrite(site.handOver, { quiet: true });
  const submit = async () => {
    let sentTo = '';
    const isSent = await form.save(async ({ email }) => {
      sentTo = (await offer.mutateAsync({ sid, email: email.trim() })).email;
    });
    if (isSent) toast(t('site.handOver.sent', { email: sentTo }), 'success');
  };
  return (
    <form
      className="hp-edit"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isBusy) void submit();
      }}
    >
      <p>{t('site.handOver.what')}</p>
      <FormRefusal words={form.refusal} />
      <TextField
        error={form.errors.email}
        label={t('site.handOver.email')}
        maxLength={254}
        onChange={(email) => form.change({ email })}
        type="email"
        value={form.draft.email}
      />
      <div>
        <Button htmlType="submit" loading={form.isBusy}>
          {t('site.handOver.submit')}
        </Button>
      </div>
    </form>
  );
}
