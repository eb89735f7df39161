import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { DeviceName, type Fold } from '../../../solar/DeviceName.tsx';
import {
  type DeviceRow,
  energyOfDevice,
  powerOfDevice,
  statusOf,
  statusTextOf,
} from '../../../solar/deviceRows.ts';
import type { Plant } from '../../../solar/plant.ts';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';
import { StatusTag } from '../../../ui/base/StatusTag.tsx';
import { ReplaceButton } from './ReplaceButton.tsx';
import '../../../solar/siteCard.css';

interface DeviceCardProps {
  row: DeviceRow;
  plant: Plant;
  fold: Fold;
  /** Absent for those who may not. */
  onReplace: ((sn: string) => void) | undefined;
}

/** A device of the plant on a phone. */
export function DeviceCard({ row, plant, fold, onReplace }: DeviceCardProps): ReactNode {
  const { device } = row;
  const stale = device.state === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS };
  return (
    <article className="hp-site-card">
      <header>
        <div>
          <b>
            <DeviceName fold={fold} row={row} />
          </b>
          <p className="hp-muted">{device.model}</p>
        </div>
        <StatusTag isPlain state={statusOf(row)}>
          {statusTextOf(row)}
        </StatusTag>
      </header>
      <dl className="hp-site-card-values">
        <div>
          <dt>{t('site.field.now')}</dt>
          <dd>{powerOfDevice(row)}</dd>
        </div>
        <div>
          <dt>{t('site.field.today')}</dt>
          <dd>{energyOfDevice(row, 'todayPower')}</dd>
        </div>
        <div>
          <dt>{t('site.field.total')}</dt>
          <dd>{energyOfDevice(row, 'totalPower')}</dd>
        </div>
      </dl>
      <footer>
        <RelativeTime at={device.lastReportAt} timeZone={plant.detail.timezone} {...stale} />
        <ReplaceButton onReplace={onReplace} row={row} />
      </footer>
    </article>
  );
}
