// The webhooks of a plant: addresses of other programs, which events they get, and what became of each.
import type { OutputOf } from '@helioport/contract/endpoint';
import { WEBHOOKS_MAX, webhook } from '@helioport/contract/webhook';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { t } from '../../../i18n.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import './webhooks.css';

export type Hook = OutputOf<typeof webhook.list>['list'][number];

/** Shows new delivery attempts without a reload. */
const REFRESH_MS = 15_000;

interface WebhooksPanelProps {
  sid: string;
  timeZone?: string;
}

export default function WebhooksPanel({ sid, timeZone }: WebhooksPanelProps): ReactNode {
  const answer = useCall(webhook.list, { sid }, { refreshMs: REFRESH_MS });
  const [open, setOpen] = useState<Hook | 'new' | null>(null);
  const [made, setMade] = useState<{ id: number; secret: string }>();
  const list = answer.data?.list ?? [];
  const done = (saved: { id: number; secret: string }) => {
    setOpen(null);
    if (saved.secret !== '') setMade(saved);
  };
  return (
    <Panel answer={answer} height={160} title={t('webhook.title')}>
      <div className="hp-hooks">
        <p>{t('webhook.what')}</p>
        {made && list.some(({ id }) => id === made.id) && (
          <div className="hp-hook-secret">
            <strong>{t('webhook.once')}</strong>
            <CopyText label={t('webhook.key')} shown={<code>{made.secret}</code>} text={made.secret} />
          </div>
        )}
        {list.length === 0 && open === null && <EmptyState icon="device" title={t('webhook.none')} />}
        {list.length > 0 && (
          <ul className="hp-hook-list">
            {list.map((hook) => (
              <WebhookRow
                hook={hook}
                key={hook.id}
                onEdit={() => setOpen(hook)}
                sid={sid}
                {...(timeZone === undefined ? {} : { timeZone })}
              />
            ))}
          </ul>
        )}
        {open === null ? (
          <div>
            <Button disabled={list.length >= WEBHOOKS_MAX} onClick={() => setOpen('new')}>
              {t('webhook.create')}
            </Button>
          </div>
        ) : (
          <WebhookForm
            key={open === 'new' ? 0 : open.id}
            onClose={() => setOpen(null)}
            onSaved={done}
            sid={sid}
            {...(open === 'new' ? {} : { hook: open })}
          />
        )}
      </div>
    </Panel>
  );
}
