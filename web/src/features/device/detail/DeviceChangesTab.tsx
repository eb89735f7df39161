import type { ReactNode } from 'react';
import { ChangeList } from '../../../components/pv/ChangeList.tsx';
import type { DeviceView } from './deviceView.ts';

export default function DeviceChangesTab({ device }: { device: DeviceView }): ReactNode {
  return <ChangeList sid={device.sid} sn={device.sn} />;
}
