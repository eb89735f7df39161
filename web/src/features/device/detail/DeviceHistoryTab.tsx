import type { ReactNode } from 'react';
import { HistoryView } from '../../../components/pv/history/HistoryView.tsx';
import type { DeviceView } from './deviceView.ts';

export default function DeviceHistoryTab({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone, now } = device;
  return <HistoryView now={now} sid={sid} siteName={detail.siteName} sn={sn} timeZone={timeZone} />;
}
