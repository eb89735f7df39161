// Health of the installation, for portal administrators.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.health(),
    handle: { name: 'health' },
    lazy: lazyPage(() => import('./HealthPage.tsx')),
  },
];
