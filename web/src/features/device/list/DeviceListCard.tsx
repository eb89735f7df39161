import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DeviceCardFrame } from '../../../components/pv/DeviceCardFrame.tsx';
import { paths } from '../../../paths.ts';
import { ReportAge, Restricted } from './deviceColumns.tsx';
import type { ListRow } from './deviceFilters.ts';

/** A device in the list on a phone; the whole card leads to it. */
export function DeviceListCard({ row }: { row: ListRow }): ReactNode {
  const { device } = row;
  return (
    <DeviceCardFrame
      footer={
        <>
          <Restricted row={row} />
          <ReportAge row={row} />
        </>
      }
      name={
        <Link className="hp-site-card-link" to={paths.device(device.sn)}>
          {device.alias || device.sn}
        </Link>
      }
      row={row}
      sub={[device.alias === '' ? '' : device.sn, device.model, device.siteName].filter(Boolean).join(' · ')}
    />
  );
}
