// The screens of plants: the list of all, and one in detail.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.sites(),
    handle: { name: 'pvPlant' },
    lazy: lazyPage(() => import('./list/SiteListPage.tsx')),
  },
  {
    path: paths.siteDetail(),
    handle: { name: 'pvPlantDetail', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./SiteDetailPage.tsx')),
  },
];
