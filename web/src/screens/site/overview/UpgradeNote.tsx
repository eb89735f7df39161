import { configuration } from '@helioport/contract/configuration';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Panel } from '../../../ui/base/Panel.tsx';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';
import './upgradeNote.css';

const { otaSite, otaPostpone } = configuration;
const EVERY_MS = 60_000;
const WEEK_DAYS = 7;

/** Upgrades that devices of the plant are about to get, which whoever may change it can put off; nothing without any. */
export function UpgradeNote({ sid }: { sid: string }): ReactNode {
  const { data } = useCall(otaSite, { sid }, { live: 'none', quiet: true, refreshMs: EVERY_MS });
  const postpone = useWrite(otaPostpone);
  if (!data || data.list.length === 0) return null;
  return (
    <Panel title={t('upgrade.title')}>
      <ul className="hp-upgrades">
        {data.list.map((one) => (
          <li key={`${one.campaignId} ${one.sn}`}>
            <span>
              {t('upgrade.to', { sn: one.alias || one.sn, value: one.versionName })}
              <small>
                {one.stateTitle}{' '}
                {one.postponedUntil !== null && <RelativeTime at={one.postponedUntil} isInTable />}
                {one.isForced && ` · ${t('ota.forced')}`}
              </small>
            </span>
            {data.mayPostpone && !one.isForced && one.state === 'queued' && (
              <Button
                aria-label={`${t('upgrade.postpone')} (${one.sn})`}
                loading={postpone.isPending}
                onClick={() =>
                  postpone.mutate({ sid, sn: one.sn, campaignId: one.campaignId, days: WEEK_DAYS })
                }
                size="small"
              >
                {t('upgrade.postpone')}
              </Button>
            )}
            {data.mayPostpone && one.state === 'postponed' && (
              <Button
                loading={postpone.isPending}
                onClick={() => postpone.mutate({ sid, sn: one.sn, campaignId: one.campaignId, days: 0 })}
                size="small"
              >
                {t('upgrade.allow')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
