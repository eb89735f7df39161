import { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { t } from '../../i18n.ts';
import { canPush, isPushRefused, pushHere } from './pushHere.ts';
import { TestButton } from './TestButton.tsx';

type Browser = OutputOf<typeof alarm.notices>['browsers'][number];

/** The browsers with push notifications; shown if this browser supports them or another is registered. */
export function PushPanel({ browsers }: { browsers: readonly Browser[] }): ReactNode {
  const add = useWrite(alarm.noticesPush);
  const [isConfirming, setConfirming] = useState(false);
  const [isRefused, setRefused] = useState(() => canPush() && isPushRefused());
  if (!canPush() && browsers.length === 0) return null;
  const turnOn = async () => {
    setConfirming(true);
    try {
      const here = await pushHere(async () => (await call(alarm.noticesPushKey, {})).publicKey);
      setRefused(here === undefined);
      if (here) add.mutate(here, { onSuccess: () => toast(t('notice.pushOn'), 'success') });
    } catch {
      toast(t('notice.pushFailed'), 'error');
    } finally {
      setConfirming(false);
    }
  };
  return (
    <Panel title={t('notice.push')}>
      <p className="hp-edit-hint">{t('notice.pushHint')}</p>
      {browsers.length > 0 && (
        <ul className="hp-sent-notices">
          {browsers.map((one) => (
            <BrowserLine key={one.id} one={one} />
          ))}
        </ul>
      )}
      {isRefused && (
        <p className="hp-edit-hint" role="status">
          {t('notice.pushRefused')}
        </p>
      )}
      <div className="hp-farewell-ways">
        {canPush() && !isRefused && (
          <Button isBusy={isConfirming || add.isPending} onClick={() => void turnOn()}>
            {t('notice.pushHere')}
          </Button>
        )}
        {browsers.length > 0 && <TestButton channel="push" />}
      </div>
    </Panel>
  );
}

function BrowserLine({ one: { id, device, addedAt } }: { one: Browser }): ReactNode {
  const end = useWrite(alarm.noticesPushEnd);
  const done = () => toast(t('notice.pushOff'), 'success');
  return (
    <li>
      {device}
      <span className="hp-muted">
        <RelativeTime at={addedAt} isInTable />{' '}
        <Button
          aria-label={t('public.labelled', { label: t('account.sessions.end'), value: device })}
          isBusy={end.isPending}
          onClick={() => end.mutate({ id }, { onSuccess: done })}
          isSmall
        >
          {t('account.sessions.end')}
        </Button>
      </span>
    </li>
  );
}
