// Alarms of all plants.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.alarms(),
    handle: { name: 'alarms' },
    lazy: lazyPage(() => import('./AlarmsPage.tsx')),
  },
];
