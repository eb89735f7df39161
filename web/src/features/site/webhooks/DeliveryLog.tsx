import type { OutputOf } from '@helioport/contract/endpoint';
import { webhook } from '@helioport/contract/webhook';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { t } from '../../../i18n.ts';
import { toastOutcome } from './outcome.ts';

type Delivery = OutputOf<typeof webhook.deliveries>['list'][number];

const REFRESH_MS = 15_000;

interface DeliveryLogProps {
  sid: string;
  id: number;
  timeZone?: string;
}

/** The last deliveries of a webhook, each with its response and a repetition. */
export function DeliveryLog({ sid, id, timeZone }: DeliveryLogProps): ReactNode {
  const answer = useCall(webhook.deliveries, { sid, id }, { refreshMs: REFRESH_MS });
  const resend = useWrite(webhook.resend);
  const list = answer.data?.list ?? [];
  return (
    <Panel answer={answer} height={80} title={t('webhook.log')}>
      {list.length === 0 ? (
        <p className="hp-muted">{t('webhook.logNone')}</p>
      ) : (
        <ul className="hp-hook-log">
          {list.map((one) => (
            <li key={one.id}>
              <div className="hp-hook-head">
                <span>{t(`webhook.event.${one.event}`)}</span>
                <StateOf delivery={one} />
                <RelativeTime at={one.attemptedAt ?? one.createdAt} {...(timeZone ? { timeZone } : {})} />
                {one.status !== null && <span className="hp-muted">{outcomeOf(one)}</span>}
                <Button
                  isBusy={resend.isPending && resend.variables?.deliveryId === one.id}
                  onClick={() => resend.mutate({ sid, id, deliveryId: one.id }, { onSuccess: toastOutcome })}
                  isSmall
                >
                  {t('webhook.resend')}
                </Button>
              </div>
              {one.error !== '' && <p className="hp-edit-error">{one.error}</p>}
              {one.nextAt !== null && one.attempts > 0 && (
                <p className="hp-muted">
                  {t('webhook.next')}{' '}
                  <RelativeTime at={one.nextAt} isExact {...(timeZone ? { timeZone } : {})} />
                </p>
              )}
              <details>
                <summary>{t('webhook.body')}</summary>
                <pre>{one.body}</pre>
              </details>
              {one.answer !== '' && (
                <details>
                  <summary>{t('webhook.answer')}</summary>
                  <pre>{one.answer}</pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const outcomeOf = ({ status, durationMs }: Delivery): string =>
  [`HTTP ${status}`, ...(durationMs === null ? [] : [`${durationMs} ms`])].join(' · ');

function StateOf({ delivery: { error, deliveredAt, attempts } }: { delivery: Delivery }): ReactNode {
  if (error !== '')
    return (
      <Tag icon="alert" tone="alert">
        {t('webhook.failed')}
      </Tag>
    );
  if (deliveredAt === null && attempts === 0) return <Tag icon="clock">{t('webhook.queued')}</Tag>;
  return (
    <Tag icon="check" tone="good">
      {t('webhook.delivered')}
    </Tag>
  );
}
