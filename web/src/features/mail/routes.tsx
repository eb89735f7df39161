// The outbox: every mail that the portal wrote.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.outbox(),
    handle: { name: 'outbox' },
    lazy: lazyPage(() => import('./OutboxPage.tsx')),
  },
];
