import { webhook } from '@helioport/contract/webhook';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { toastOutcome } from './outcome.ts';
import type { Hook } from './WebhooksPanel.tsx';

interface WebhookRowProps {
  sid: string;
  hook: Hook;
  timeZone?: string;
  onEdit: () => void;
}

/** A webhook with its state, its actions and, on request, its log. */
export function WebhookRow({ sid, hook, timeZone, onEdit }: WebhookRowProps): ReactNode {
  const { id, url, events, isActive, paused } = hook;
  const [isLogOpen, setLogOpen] = useState(false);
  const test = useWrite(webhook.test);
  const update = useWrite(webhook.update);
  const remove = useWrite(webhook.delete);
  const isSending = isActive && paused === null;
  return (
    <li>
      <div className="hp-hook-head">
        <code>{url}</code>
        {isSending ? (
          <Tag icon="check" tone="good">
            {t('webhook.on')}
          </Tag>
        ) : (
          <Tag>{t('webhook.off')}</Tag>
        )}
      </div>
      <p className="hp-muted">{events.map((event) => t(`webhook.event.${event}`)).join(' · ')}</p>
      {paused !== null && <p className="hp-edit-error">{t(`webhook.paused.${paused}`)}</p>}
      <div className="hp-hook-actions">
        <Button
          isBusy={test.isPending}
          onClick={() =>
            test.mutate(
              { sid, id },
              {
                onSuccess: (outcome) => {
                  toastOutcome(outcome);
                  setLogOpen(true);
                },
              },
            )
          }
          isSmall
        >
          {t('webhook.test')}
        </Button>
        <Button aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)} isSmall>
          {t('webhook.log')}
        </Button>
        <Button onClick={onEdit} isSmall>
          {t('webhook.edit')}
        </Button>
        <Button
          isBusy={update.isPending}
          onClick={() =>
            update.mutate(
              { sid, id, url, events, isActive: !isSending },
              { onSuccess: () => toast(t('webhook.saved'), 'success') },
            )
          }
          isSmall
        >
          {isSending ? t('webhook.deactivate') : t('webhook.activate')}
        </Button>
        <Confirm
          description={t('webhook.deleteText')}
          isDanger
          submit={t('webhook.delete')}
          onConfirm={() =>
            remove.mutate({ sid, id }, { onSuccess: () => toast(t('webhook.deleted'), 'success') })
          }
          title={t('webhook.deleteTitle')}
        >
          <Button isDanger isBusy={remove.isPending} isSmall>
            {t('webhook.delete')}
          </Button>
        </Confirm>
      </div>
      {isLogOpen && <DeliveryLog id={id} sid={sid} {...(timeZone === undefined ? {} : { timeZone })} />}
    </li>
  );
}
