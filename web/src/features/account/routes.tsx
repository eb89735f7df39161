// The signed-in screens of a person's own account. They need no permission: everybody has an account.
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
