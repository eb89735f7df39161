// The fleet desk: plants ranked by what their findings cost, the cases of the work, and how the fleet develops.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.fleet(),
    handle: { name: 'fleet' },
    lazy: lazyPage(() => import('./FleetPage.tsx')),
  },
  {
    path: paths.cases(),
    handle: { name: 'fleetCases', parent: 'fleet' },
    lazy: lazyPage(() => import('./CasesPage.tsx')),
  },
  {
    path: paths.caseDetail(),
    handle: { name: 'fleetCase', parent: 'fleet' },
    lazy: lazyPage(() => import('./CasePage.tsx')),
  },
  {
    path: paths.fleetTrends(),
    handle: { name: 'fleetTrends', parent: 'fleet' },
    lazy: lazyPage(() => import('./TrendsPage.tsx')),
  },
  {
    path: paths.fleetBenchmarks(),
    handle: { name: 'fleetBenchmarks', parent: 'fleet' },
    lazy: lazyPage(() => import('./BenchmarksPage.tsx')),
  },
];
