// The screens of devices: so far those that report but belong to no plant.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.unregistered(),
    handle: { name: 'noRegGatewayList' },
    lazy: lazyPage(() => import('./UnregisteredPage.tsx')),
  },
];
