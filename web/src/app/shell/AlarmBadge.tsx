import { alarm } from '@helioport/contract/alarm';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { formatNumber } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import './alarmBadge.css';

const EVERY_MS = 60_000;
const MOST = 99;

/** The number of active alarms that are not acknowledged, next to their menu entry; hidden at 0. */
export default function AlarmBadge(): ReactNode {
  const { data } = useCall(alarm.count, {}, { live: 'shown', refreshMs: EVERY_MS });
  if (!data || data.open === 0) return null;
  return (
    <span className="hp-alarm-badge">
      {data.open > MOST ? `${MOST}+` : formatNumber(data.open, 0)}
      <span className="hp-unseen"> {t('shell.alarmsOpen')}</span>
    </span>
  );
}
