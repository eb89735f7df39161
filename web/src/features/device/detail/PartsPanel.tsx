import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { t, wordsFor } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import type { DeviceView } from './deviceView.ts';

/** The components of a composite device, each with its own values. */
export function PartsPanel({ device: { detail, timeZone } }: { device: DeviceView }): ReactNode {
  return (
    <Panel title={t('device.detail.parts')}>
      <ul className="hp-device-parts">
        {detail.parts.map(({ sn, kind, state, severity, lastReportAt }) => (
          <li key={sn}>
            <Link to={paths.device(sn)}>{wordsFor(`deviceKind.${kind}`, kind)}</Link>
            <StatusTag isPlain severity={severity} state={state} />
            <RelativeTime at={lastReportAt} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
