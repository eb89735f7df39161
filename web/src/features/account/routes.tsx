// Pages of the user's own account. They need no permission: every user has an account.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.account(),
    handle: { name: 'account', needsNoPermission: true },
    lazy: lazyPage(() => import('./AccountPage.tsx')),
  },
  {
    path: paths.unsubscribe(),
    handle: { name: 'unsubscribe', needsNoPermission: true },
    lazy: lazyPage(() => import('./UnsubscribePage.tsx')),
  },
];
