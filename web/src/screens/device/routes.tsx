// The screens of devices: one in detail, and those that report but belong to no plant.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
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
];
