// The fleet desk: plants ranked by what their findings cost.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.fleet(),
    handle: { name: 'fleet' },
    lazy: lazyPage(() => import('./FleetPage.tsx')),
  },
];
