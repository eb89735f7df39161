import type { ReactNode } from 'react';
import { EventsView } from '../../../components/pv/events/EventsView.tsx';
import { type DeviceView, nameOf } from './deviceView.ts';

export default function DeviceEventsTab({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone, now } = device;
  return (
    <EventsView id="device.events" name={nameOf(detail)} now={now} sid={sid} sn={sn} timeZone={timeZone} />
  );
}
