import { fieldRules } from '@helioport/contract/fieldRules';
import { webhook } from '@helioport/contract/webhook';
import { type WebhookEvent, webhookEvents } from '@helioport/domain/webhooks';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { CheckField, TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import type { Hook } from './WebhooksPanel.tsx';

interface WebhookFormProps {
  sid: string;
  /** Absent: a new one. */
  hook?: Hook;
  /** With the new key; '' if the key stays. */
  onSaved: (made: { id: number; secret: string }) => void;
  onClose: () => void;
}

const empty: { url: string; events: WebhookEvent[] } = {
  url: '',
  events: ['alarm.opened', 'alarm.closed'],
};

/** Address and events of a webhook. */
export function WebhookForm({ sid, hook, onSaved, onClose }: WebhookFormProps): ReactNode {
  const form = useDraft(
    hook ? { url: hook.url, events: hook.events } : empty,
    ({ events }) => ({ events: events.length === 0 ? t('webhook.noEvents') : undefined }),
    `webhook/${sid}/${hook?.id ?? 'new'}`,
    fieldRules(webhook.create),
  );
  const create = useWrite(webhook.create, { quiet: true });
  const update = useWrite(webhook.update, { quiet: true });
  const submit = async () => {
    let made = { id: 0, secret: '' };
    const isSaved = await form.save(async ({ url, events }) => {
      made = hook
        ? {
            id: hook.id,
            ...(await update.mutateAsync({ sid, id: hook.id, url, events, isActive: hook.isActive })),
          }
        : await create.mutateAsync({ sid, url, events });
    });
    if (isSaved) onSaved(made);
  };
  const { events } = form.draft;
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    form.change({ events: webhookEvents.filter((one) => (one === event ? isChosen : events.includes(one))) });
  return (
    <DraftForm className="hp-edit hp-hook-form" form={form} onSubmit={submit}>
      <h3>{hook ? t('webhook.edit') : t('webhook.new')}</h3>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      <TextField {...form.text('url')} hint={t('webhook.urlHint')} label={t('feed.url')} />
      <fieldset>
        <legend>{t('webhook.events')}</legend>
        <div className="hp-hook-events">
          {webhookEvents.map((event) => (
            <CheckField
              isChecked={events.includes(event)}
              key={event}
              label={t(`webhook.event.${event}`)}
              onChange={(isChosen) => choose(event, isChosen)}
            />
          ))}
        </div>
        {form.errors.events && (
          <p className="hp-edit-error" role="alert">
            {form.errors.events}
          </p>
        )}
      </fieldset>
      <div className="hp-hook-actions">
        <Button type="submit" isBusy={form.isBusy} variant="primary">
          {t('webhook.save')}
        </Button>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </DraftForm>
  );
}
