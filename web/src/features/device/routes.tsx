// Pages of devices: lists by type, one device, and unregistered ones.
import type { DeviceList } from '@helioport/domain/deviceKinds';
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

/** A single table; the route selects the device types that it shows. */
const listOf = (list: DeviceList, name: string): ScreenRoute => ({
  path: paths.devices(list),
  handle: { name, parent: 'pvPlant' },
  lazy: lazyPage(() => import('./list/DeviceListPage.tsx')),
});

export const routes: ScreenRoute[] = [
  listOf('index', 'devicesIndex'),
  listOf('electricMeter', 'devicesElectricMeter'),
  listOf('allInOneMachine', 'devicesAllInOneMachine'),
  listOf('stringMachine', 'devicesStringMachine'),
  {
    path: paths.moduleDetail(),
    handle: { name: 'deviceModuleDetail', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./module/ModuleDetailPage.tsx')),
  },
  {
    path: paths.deviceDetail(),
    handle: { name: 'deviceDetail', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./detail/DeviceDetailPage.tsx')),
  },
  {
    path: paths.unregistered(),
    handle: { name: 'noRegGatewayList' },
    lazy: lazyPage(() => import('./UnregisteredPage.tsx')),
  },
  {
    path: paths.unregisteredDetail(),
    handle: { name: 'noRegGatewayDetail', parent: 'noRegGatewayList' },
    lazy: lazyPage(() => import('./UnregisteredDevicePage.tsx')),
  },
];
