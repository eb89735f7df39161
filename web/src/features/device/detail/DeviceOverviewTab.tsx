import { isGateway } from '@helioport/domain/deviceKinds';
import type { ReactNode } from 'react';
import { BehindPanel } from './BehindPanel.tsx';
import { DayCurve } from './DayCurve.tsx';
import type { DeviceView } from './deviceView.ts';
import { EnergiesPanel } from './EnergiesPanel.tsx';
import { OutputPanel } from './OutputPanel.tsx';
import { PartsPanel } from './PartsPanel.tsx';

/** What the device does at this moment, what it counted, its day, and the parts of a machine. */
export default function DeviceOverviewTab({ device }: { device: DeviceView }): ReactNode {
  // A gateway makes and counts nothing: what it passes on comes first.
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
