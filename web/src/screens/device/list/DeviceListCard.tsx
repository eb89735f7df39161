import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { energyOfDevice, powerOfDevice, statusOf, statusTextOf } from '../../../solar/deviceRows.ts';
import { StatusTag } from '../../../ui/base/StatusTag.tsx';
import { ReportAge, Restricted } from './deviceColumns.tsx';
import type { ListRow } from './deviceFilters.ts';
import '../../../solar/siteCard.css';

/** A device in the list on a phone; the whole card leads to it. */
export function DeviceListCard({ row }: { row: ListRow }): ReactNode {
  const { device } = row;
  return (
    <article className="hp-site-card">
      <header>
        <div>
          <Link className="hp-site-card-link" to={paths.device(device.sn)}>
            {device.alias || device.sn}
          </Link>
          <p className="hp-muted">{[device.model, device.siteName].filter(Boolean).join(' · ')}</p>
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
        <Restricted row={row} />
        <ReportAge row={row} />
      </footer>
    </article>
  );
}
