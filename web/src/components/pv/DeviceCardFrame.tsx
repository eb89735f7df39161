import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { StatusTag } from '../base/StatusTag.tsx';
import { type AnyRow, energyOfDevice, powerOfDevice, statusOf, statusTextOf } from './deviceRows.ts';
import './siteCard.css';

interface DeviceCardFrameProps {
  row: AnyRow;
  name: ReactNode;
  /** Type and location. */
  sub: string;
  /** Its age, and what can be done. */
  footer: ReactNode;
}

/** A device card for phones, in any list: name, state and values. */
export function DeviceCardFrame({ row, name, sub, footer }: DeviceCardFrameProps): ReactNode {
  return (
    <article className="hp-site-card">
      <header>
        <div>
          {name}
          <p className="hp-muted">{sub}</p>
        </div>
        <StatusTag isPlain severity={row.device.severity} state={statusOf(row)}>
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
      <footer>{footer}</footer>
    </article>
  );
}
