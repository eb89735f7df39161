// Pages of permissions: roles and the menu tree.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.roles(),
    handle: { name: 'rolesPermission' },
    lazy: lazyPage(() => import('./RoleListPage.tsx')),
  },
  {
    path: paths.roleEdit(),
    handle: { name: 'rolesPermissionEdit', parent: 'rolesPermission' },
    lazy: lazyPage(() => import('./RoleEditPage.tsx')),
  },
  {
    path: paths.menus(),
    handle: { name: 'menus' },
    lazy: lazyPage(() => import('./MenusPage.tsx')),
  },
];
