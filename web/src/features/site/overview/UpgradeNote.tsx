import { otaCampaign } from '@helioport/contract/otaCampaign';
import { namedSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { t } from '../../../i18n.ts';
import './upgradeNote.css';

const { otaSite, otaPostpone } = otaCampaign;
const EVERY_MS = 60_000;
const WEEK_DAYS = 7;

/**
 * Pending firmware updates of the plant's devices, which users with edit permission can postpone; hidden if there are
 * none.
 */
export function UpgradeNote({ sid }: { sid: string }): ReactNode {
  const { data } = useCall(otaSite, { sid }, { live: 'none', refreshMs: EVERY_MS });
  const postpone = useWrite(otaPostpone);
  if (!data || data.list.length === 0) return null;
  return (
    <Panel title={t('upgrade.title')}>
      <ul className="hp-upgrades">
        {data.list.map((one) => (
          <li key={`${one.campaignId} ${one.sn}`}>
            <span>
              {t('upgrade.to', { sn: namedSn(one.alias, one.sn), value: one.versionName })}
              <small>
                {one.stateTitle}{' '}
                {one.postponedUntil !== null && <RelativeTime at={one.postponedUntil} isInTable />}
                {one.isForced && ` · ${t('ota.forced')}`}
              </small>
            </span>
            {data.mayPostpone && !one.isForced && one.state === 'queued' && (
              <Button
                aria-busy={postpone.isPending}
                aria-label={`${t('upgrade.postpone')} (${one.sn})`}
                isSmall
                disabled={postpone.isPending}
                onClick={() =>
                  postpone.mutate({ sid, sn: one.sn, campaignId: one.campaignId, days: WEEK_DAYS })
                }
              >
                {t('upgrade.postpone')}
              </Button>
            )}
            {data.mayPostpone && one.state === 'postponed' && (
              <Button
                aria-busy={postpone.isPending}
                isSmall
                disabled={postpone.isPending}
                onClick={() => postpone.mutate({ sid, sn: one.sn, campaignId: one.campaignId, days: 0 })}
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
