// How the house is that keeps all this, for those who run it.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.health(),
    handle: { name: 'health' },
    lazy: lazyPage(() => import('./HealthPage.tsx')),
  },
];
