import { configuration } from '@helioport/contract/configuration';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { formatNumber } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import './alarmBadge.css';

const EVERY_MS = 60_000;
const MOST = 99;

/** The number of changes waiting for the user's approval, next to their menu entry; hidden at 0. */
export default function ApprovalBadge(): ReactNode {
  const isEnabled = useMayCall(configuration.inverterApprovals);
  const { data } = useCall(
    configuration.inverterApprovals,
    {},
    { live: 'none', refreshMs: EVERY_MS, isEnabled },
  );
  if (!data || data.waiting === 0) return null;
  return (
    <span className="hp-alarm-badge">
      {data.waiting > MOST ? `${MOST}+` : formatNumber(data.waiting, 0)}
      <span className="hp-unseen"> {t('shell.approvalsOpen')}</span>
    </span>
  );
}
