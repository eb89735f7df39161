// The tabs of a device, in order. Each is one entry here, shown if the catalog of device types lists the feature:
// screens do not check the type themselves.
import { device as deviceCalls } from '@helioport/contract/device';
import { gateway } from '@helioport/contract/gateway';
import {
  type DeviceKind,
  hasStorage,
  hasStrings,
  isComposite,
  isGateway,
} from '@helioport/domain/deviceKinds';
import { hasParameters } from '@helioport/domain/parameters';
import { type ComponentType, lazy } from 'react';
import { untilFetched } from '../../../connection.ts';
import type { WordKey } from '../../../i18n.ts';
import { holdsModuleNow, mayCallNow } from '../../../session/Can.tsx';
import type { DeviceView } from './deviceView.ts';

export interface DeviceTab {
  /** As the address has it. */
  key: string;
  title: WordKey;
  /** Whether the device has the tab, by type and known data. */
  isFor: (device: DeviceView) => boolean;
  Content: ComponentType<{ device: DeviceView }>;
}

const measures = (kind: DeviceKind): boolean => kind.measures.length > 0 || isComposite(kind);

export const deviceTabs: readonly DeviceTab[] = [
  {
    key: 'overview',
    title: 'site.tab.overview',
    isFor: () => true,
    Content: lazy(() => untilFetched(() => import('./DeviceOverviewTab.tsx'))),
  },
  {
    key: 'machine',
    title: 'machine.tab',
    isFor: ({ kind }) => isComposite(kind) || hasStorage(kind) || hasStrings(kind),
    Content: lazy(() => untilFetched(() => import('../composite/CurrentValuesTab.tsx'))),
  },
  {
    key: 'schedule',
    title: 'machine.schedule',
    isFor: ({ kind, detail }) => hasStorage(kind) && !detail.isRetired,
    Content: lazy(() => untilFetched(() => import('../composite/ScheduleTab.tsx'))),
  },
  {
    key: 'connection',
    title: 'machine.connection',
    isFor: ({ kind, detail }) =>
      (isGateway(kind) || isComposite(kind) || hasStorage(kind) || hasStrings(kind)) &&
      detail.parent === null &&
      detail.mayEdit &&
      !detail.isRetired &&
      mayCallNow(gateway.token),
    Content: lazy(() => untilFetched(() => import('../composite/ConnectionTab.tsx'))),
  },
  {
    key: 'statistics',
    title: 'device.detail.statistics',
    isFor: ({ kind }) => measures(kind),
    Content: lazy(() => untilFetched(() => import('./DeviceStatisticsTab.tsx'))),
  },
  {
    key: 'playback',
    title: 'site.modules.playback',
    // The playback shows modules, so only producing devices have it.
    isFor: ({ kind }) => kind.isProducer,
    Content: lazy(() => untilFetched(() => import('./DevicePlaybackTab.tsx'))),
  },
  {
    key: 'history',
    title: 'site.tab.history',
    isFor: ({ kind }) => measures(kind),
    Content: lazy(() => untilFetched(() => import('./DeviceHistoryTab.tsx'))),
  },
  {
    key: 'frames',
    title: 'device.frames.title',
    isFor: ({ kind }) => measures(kind) && mayCallNow(deviceCalls.frames),
    Content: lazy(() => untilFetched(() => import('./DeviceFramesTab.tsx'))),
  },
  {
    key: 'events',
    title: 'site.tab.events',
    isFor: () => true,
    Content: lazy(() => untilFetched(() => import('./DeviceEventsTab.tsx'))),
  },
  {
    key: 'parameters',
    title: 'parameter.title',
    isFor: ({ kind, detail }) =>
      hasParameters(kind) && !detail.isRetired && holdsModuleNow('device:parameters'),
    Content: lazy(() => untilFetched(() => import('./DeviceParametersTab.tsx'))),
  },
  {
    key: 'firmware',
    title: 'device.detail.firmware',
    isFor: () => holdsModuleNow('device:firmware'),
    Content: lazy(() => untilFetched(() => import('./DeviceFirmwareTab.tsx'))),
  },
  {
    key: 'changes',
    title: 'device.detail.changes',
    isFor: ({ detail }) => detail.mayEdit,
    Content: lazy(() => untilFetched(() => import('./DeviceChangesTab.tsx'))),
  },
];
