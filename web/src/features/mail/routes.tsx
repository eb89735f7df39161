// The outbox: every email of the portal.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.outbox(),
    handle: { name: 'outbox' },
    lazy: lazyPage(() => import('./OutboxPage.tsx')),
  },
];
