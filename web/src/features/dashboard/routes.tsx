// The start page of users who manage many plants.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.dashboard(),
    handle: { name: 'dashboard' },
    lazy: lazyPage(() => import('./DashboardPage.tsx')),
  },
];
