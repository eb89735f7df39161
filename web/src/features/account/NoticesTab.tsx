// Notification settings for alarms: channels and times, and the last notifications sent.

import { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { noticeWays } from '@helioport/domain/notices';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { CheckField, ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../components/form/FormNotes.tsx';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useDraft } from '../../session/useDraft.ts';
import { PushPanel } from './PushPanel.tsx';
import { TestButton } from './TestButton.tsx';

type Notices = OutputOf<typeof alarm.notices>;

export function NoticesTab(): ReactNode {
  const answer = useCall(alarm.notices, {}, { live: 'none' });
  const notices = answer.data;
  return (
    <div className="hp-account">
      <Panel answer={answer} height={420} sub={notices?.email} title={t('notice.title')}>
        {notices && <NoticeForm notices={notices} />}
      </Panel>
      {notices && <PushPanel browsers={notices.browsers} />}
      <Panel answer={answer} height={160} title={t('notice.told')}>
        {notices &&
          (notices.told.length === 0 ? (
            <EmptyState icon="check" title={t('notice.toldNothing')} />
          ) : (
            <ul className="hp-sent-notices">
              {notices.told.map((one) => (
                <NotificationLine key={`${one.channel} ${one.alarmId} ${one.at} ${one.nextAt}`} one={one} />
              ))}
            </ul>
          ))}
      </Panel>
    </div>
  );
}

const two = (hour: number) => String(hour).padStart(2, '0');

const draftOf = ({
  critical,
  major,
  minor,
  ofOthers,
  fleetDigest,
  quietFrom,
  quietTo,
  webhookUrl,
}: Notices) => ({
  critical,
  major,
  minor,
  ofOthers,
  fleetDigest,
  webhookUrl,
  quietFrom: quietFrom === null ? '' : String(quietFrom),
  quietTo: quietTo === null ? '' : String(quietTo),
  renewSecret: false,
});

function NoticeForm({ notices }: { notices: Notices }): ReactNode {
  const form = useDraft(
    draftOf(notices),
    ({ quietFrom, quietTo }) =>
      (quietFrom === '') === (quietTo === '') ? {} : { quietTo: t('notice.quietBoth') },
    'notices',
    fieldRules(alarm.noticesSet),
  );
  const set = useWrite(alarm.noticesSet, { quiet: true });
  const [secret, setSecret] = useState('');
  const { draft, change } = form;
  const save = () =>
    form.save(async ({ quietFrom, quietTo, ...rest }) => {
      const hour = (text: string) => (text === '' ? null : Number(text));
      const made = await set.mutateAsync({ ...rest, quietFrom: hour(quietFrom), quietTo: hour(quietTo) });
      setSecret(made.webhookSecret);
      toast(t('notice.saved'), 'success');
    });
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${two(hour)}:00` }));
  return (
    <DraftForm className="hp-edit hp-notice-form" form={form} onSubmit={() => void save()}>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      {!notices.hasMailServer && <p className="hp-edit-hint">{t('notice.noServer')}</p>}
      {(['critical', 'major', 'minor'] as const).map((severity) => (
        <ChoiceField
          key={severity}
          label={wordsFor(`event.severity.${severity}`, severity)}
          onChange={(way) => change({ [severity]: way as Notices['major'] })}
          options={noticeWays.map((way) => ({ value: way, label: wordsFor(`notice.way.${way}`, way) }))}
          value={draft[severity]}
        />
      ))}
      <CheckField {...form.tick('ofOthers')} hint={t('notice.ofOthersHint')} label={t('notice.ofOthers')} />
      {draft.fleetDigest !== null && (
        <CheckField
          {...form.tick('fleetDigest')}
          hint={t('notice.fleetDigestHint')}
          label={t('notice.fleetDigest')}
        />
      )}
      <ChoiceField
        {...form.choice('quietFrom')}
        hint={t('notice.quietHint')}
        label={t('notice.quietFrom')}
        nothing={t('notice.noQuiet')}
        options={hours}
      />
      <ChoiceField
        {...form.choice('quietTo')}
        label={t('notice.quietTo')}
        nothing={t('notice.noQuiet')}
        options={hours}
      />
      <TextField
        {...form.text('webhookUrl')}
        hint={t('notice.webhookHint')}
        label={t('notice.webhook')}
        type="url"
      />
      {notices.hasWebhookSecret && draft.webhookUrl !== '' && (
        <CheckField {...form.tick('renewSecret')} label={t('notice.renewSecret')} />
      )}
      {secret !== '' && (
        <p className="hp-edit-hint">
          {t('notice.secret')} <CopyText label={t('notice.secret')} text={secret} />
        </p>
      )}
      <div className="hp-farewell-ways">
        <Button disabled={!form.isDirty} type="submit" isBusy={form.isBusy} variant="primary">
          {t('form.save')}
        </Button>
        {notices.hasMailServer && <TestButton channel="mail" />}
        {notices.webhookUrl !== '' && <TestButton channel="webhook" />}
      </div>
    </DraftForm>
  );
}

const channelText = (channel: Notices['told'][number]['channel']): string =>
  ({ mail: t('notice.mail'), webhook: t('notice.webhook'), push: t('notice.push') })[channel];

function NotificationLine({ one }: { one: Notices['told'][number] }): ReactNode {
  const { at, nextAt, channel, alarmId, title, siteName, error } = one;
  const outcome = (() => {
    if (at !== null) return <RelativeTime at={at} />;
    if (error === 'passed') return t('notice.passed');
    const words = nextAt === null ? t('notice.givenUp') : t('notice.waiting');
    return error === '' ? words : t('public.labelled', { label: words, value: error });
  })();
  return (
    <li>
      <Link to={paths.alarms({ id: alarmId })}>{title}</Link> {siteName}
      <span className="hp-muted">
        {channelText(channel)} · {outcome}
      </span>
    </li>
  );
}
