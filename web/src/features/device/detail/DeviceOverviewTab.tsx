import { isGateway } from '@helioport/domain/deviceKinds';
import type { ReactNode } from 'react';
import { BehindPanel } from './BehindPanel.tsx';
import { DayCurve } from './DayCurve.tsx';
import type { DeviceView } from './deviceView.ts';
import { EnergiesPanel } from './EnergiesPanel.tsx';
import { OutputPanel } from './OutputPanel.tsx';
import { PartsPanel } from './PartsPanel.tsx';

/** Present values of the device, its energies, its day, and the components of a composite device. */
export default function DeviceOverviewTab({ device }: { device: DeviceView }): ReactNode {
  // A gateway neither produces nor measures: its connected devices come first.
  if (isGateway(device.kind))
    return (
      <div className="hp-plant-grid">
        <BehindPanel device={device} />
        <OutputPanel device={device} />
      </div>
    );
  return (
    <div className="hp-plant-grid">
      <EnergiesPanel device={device} />
      <OutputPanel device={device} />
      <DayCurve device={device} />
      {device.detail.parts.length > 0 && <PartsPanel device={device} />}
    </div>
  );
}
