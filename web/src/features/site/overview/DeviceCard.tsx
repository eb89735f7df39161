import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { DeviceCardFrame } from '../../../components/pv/DeviceCardFrame.tsx';
import { DeviceName, type Fold } from '../../../components/pv/DeviceName.tsx';
import type { DeviceRow } from '../../../components/pv/deviceRows.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { ReplaceButton } from './ReplaceButton.tsx';

interface DeviceCardProps {
  row: DeviceRow;
  plant: Plant;
  fold: Fold;
  /** Absent without permission. */
  onReplace: ((sn: string) => void) | undefined;
}

/** A device of the plant on a phone. */
export function DeviceCard({ row, plant, fold, onReplace }: DeviceCardProps): ReactNode {
  const { device } = row;
  const stale = device.reporting === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS };
  return (
    <DeviceCardFrame
      footer={
        <>
          <RelativeTime at={device.lastReportAt} timeZone={plant.detail.timezone} {...stale} />
          <ReplaceButton onReplace={onReplace} row={row} />
        </>
      }
      name={
        <b>
          <DeviceName fold={fold} row={row} />
        </b>
      }
      row={row}
      sub={device.model}
    />
  );
}
